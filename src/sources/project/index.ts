/**
 * Exports the functions that recognize a project, and that detect its Strapi release and database. The module
 * `open.ts` reads a whole project.
 */
export { isProject, type ProjectFiles, projectFiles } from './files.ts'
export { serverOf } from './server.ts'
