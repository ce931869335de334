import { countFailedTry, forgetFailedTries } from '../../../nodes/DocumentDataExtraction/trigger/failedTries';

test('the tries of each event are counted for themselves', () => {
	expect([countFailedTry('a'), countFailedTry('a'), countFailedTry('b'), countFailedTry('a')]).toEqual([
		1, 2, 1, 3,
	]);
});

test('they begin anew once the event is over', () => {
	countFailedTry('over');
	forgetFailedTries('over');
	expect(countFailedTry('over')).toBe(1);
});

test('with too many, those that failed longest ago are forgotten', () => {
	countFailedTry('old');
	countFailedTry('touched');
	for (let index = 0; index < 998; index++) countFailedTry(`event ${index}`);
	expect(countFailedTry('touched')).toBe(2);
	countFailedTry('one more');
	expect(countFailedTry('touched')).toBe(3);
	expect(countFailedTry('old')).toBe(1);
});
