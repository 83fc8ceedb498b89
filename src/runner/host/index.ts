/** The threads that run a project's code, from the side of the server. */
export { type OpenedCode, type OpenOptions, openProjectCode } from './open.ts'
