/** Duration of suites with random input: short in `npm test`, long with `npm run chaos -- --suites`. */

const isLong = process.env['AGENT_TEST_LONG'] !== undefined;

/** Returns the number of rounds for a short or a long run. */
export const rounds = (brief: number, long: number): number => (isLong ? long : brief);

/** The same seed in all short runs, a new one in each long run. */
export const seedOf = (brief: number): number => (isLong ? Date.now() % 1_000_000 : brief);
