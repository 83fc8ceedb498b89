/**
 * The seed of generated test data; `POPULACE_SEED` sets another seed, as the nightly run does. All tests must pass with
 * any seed.
 */
export const SEED = Number(process.env.POPULACE_SEED ?? 1)
