/** Detects the server of a project. The module `open.ts` reads a whole project. */
export { isProject, type ProjectFiles, projectFiles } from './files.ts'
export { serverOf } from './server.ts'
