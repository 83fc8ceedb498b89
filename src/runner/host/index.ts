/** The server's side of the threads that run a project's code: exports the function that opens them. */
export { type OpenedCode, type OpenOptions, openProjectCode } from './open.ts'
