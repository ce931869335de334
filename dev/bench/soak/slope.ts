/** A straight line through points, by least squares. */
export interface Slope {
	/** Per unit of x. */
	slope: number;
	/** Twice the standard error of the slope: a slope within it may be chance. */
	noise: number;
	/** The mean of y. */
	level: number;
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @throws Error for less than three points: they show no noise */
export function slopeOf(points: Array<{ x: number; y: number }>): Slope {
	if (points.length < 3) throw new Error('A slope with its noise takes three points');
	const middle = mean(points.map(({ x }) => x));
	const level = mean(points.map(({ y }) => y));
	const spread = points.reduce((sum, { x }) => sum + (x - middle) ** 2, 0);
	const slope = points.reduce((sum, { x, y }) => sum + (x - middle) * (y - level), 0) / spread;
	const squares = points.reduce((sum, { x, y }) => sum + (y - level - slope * (x - middle)) ** 2, 0);
	return { slope, noise: 2 * Math.sqrt(squares / (points.length - 2) / spread), level };
}

/** Whether what was measured does not rise, as far as its noise lets one see. */
export const isLevel = ({ slope, noise }: Slope): boolean => slope <= noise;
