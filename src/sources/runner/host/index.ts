/** The part of the server that controls the threads with a project's code. */
export { type OpenedCode, type OpenOptions, openProjectCode } from './open.ts'
