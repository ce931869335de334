import { isLong, MISHAPS } from './mishaps';
import { playMishaps } from './playMishaps';

describe('Extract Documents: a next step that is followed loses nothing and charges nothing twice', () => {
	playMishaps(MISHAPS.filter((mishap) => !isLong(mishap)));
});
