/** `populace`: the reference, and datasets from a disk. */
export * from './core.ts'
export { loadDataset } from './reference/load/load.ts'
