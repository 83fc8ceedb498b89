/** The seed of generated test data; `POPULACE_SEED` sets another. Tests pass with any seed. */
export const SEED = Number(process.env.POPULACE_SEED ?? 1)
