/** How long suites with random input run: briefly in `npm test`, long with `npm run chaos -- --suites`. */

const isLong = process.env['AGENT_TEST_LONG'] !== undefined;

/** A number of rounds for a brief run and for a long one. */
export const rounds = (brief: number, long: number): number => (isLong ? long : brief);

/** The same seed in each brief run, another in each long one. */
export const seedOf = (brief: number): number => (isLong ? Date.now() % 1_000_000 : brief);
