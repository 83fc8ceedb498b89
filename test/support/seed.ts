/** What the tests generate follows from it, and none depends on it: `POPULACE_SEED` takes another. */
export const SEED = Number(process.env.POPULACE_SEED ?? 1)
