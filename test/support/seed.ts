/** What all that is generated in the tests follows from. No test depends on it: `POPULACE_SEED` takes another. */
export const SEED = Number(process.env.POPULACE_SEED ?? 1)
