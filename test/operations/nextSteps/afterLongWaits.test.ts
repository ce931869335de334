import { isLong, MISHAPS } from './mishaps';
import { playMishaps } from './playMishaps';

describe('Extract Documents: a next step after a long wait loses nothing and charges nothing twice', () => {
	playMishaps(MISHAPS.filter(isLong));
});
