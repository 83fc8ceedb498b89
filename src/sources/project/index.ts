/**
 * Exports the functions that detect the Strapi release and database of a project. The module `open.ts` reads a whole
 * project.
 */
export { isProject, type ProjectFiles, projectFiles } from './files.ts'
export { serverOf } from './server.ts'
