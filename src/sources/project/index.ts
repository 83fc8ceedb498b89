/** The front door of the project reader: which server it is; `open.ts` beside it reads a whole project. */
export { isProject, type ProjectFiles, projectFiles } from './files.ts'
export { serverOf } from './server.ts'
