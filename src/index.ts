/** The package `populace`: all exports of `populace/core`, and a function that loads a dataset from a folder. */
export * from './core.ts'
export { loadDataset } from './reference/load/load.ts'
