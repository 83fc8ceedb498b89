/** `populace`: the reference, and datasets from a disk. */
export * from './core.ts'
export { loadDataset } from './reference/graph/load.ts'
