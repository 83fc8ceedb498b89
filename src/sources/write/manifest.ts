/** Makes the text of a manifest. A manifest is a file that lists the files that a command wrote into a folder. */
import { isAbsolute, relative, sep } from 'node:path'
import type { Parts } from './parts.ts'

/**
 * The kind of command that wrote a folder: `import`, which also stands for `dataset`, or `site`. A command replaces
 * only files that a command of the same kind wrote.
 */
export type Writer = 'import' | 'run of site'

/** The file name of the manifest. The next run of the same command reads the manifest. */
export const MANIFEST = '.populace.json'

/**
 * Returns the text of a manifest. The parameter `project` is the path of the project whose code belongs to the
 * dataset, relative to the dataset folder.
 */
export const manifestText = (parts: Parts, by: Writer, project?: string): string =>
  `${JSON.stringify({ by, ...(project === undefined ? {} : { project }), written: [...parts.keys()] }, undefined, 2)}\n`

/**
 * Returns the path of a project relative to a folder, with forward slashes; undefined if the project is on another
 * disk.
 */
export function pathToProject(folder: string, project: string): string | undefined {
  const path = relative(folder, project)
  return isAbsolute(path) ? undefined : path.split(sep).join('/')
}
