/** The seed of generated test data; `POPULACE_SEED` sets another, as the nightly run does. Tests pass with any seed. */
export const SEED = Number(process.env.POPULACE_SEED ?? 1)
