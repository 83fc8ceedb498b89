/** Exports the functions with which the server starts and controls the threads for a project's code. */
export { type OpenedCode, type OpenOptions, openProjectCode } from './open.ts'
