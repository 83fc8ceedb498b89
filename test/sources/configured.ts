/** Opens the fixture project with other configuration files. */
import { graphOf } from '../../src/sources/index.ts'
import { openProject } from '../../src/sources/project/open.ts'
import type { Json } from '../../src/util/json.ts'
import { makeProject } from '../support/project.ts'

/** A missing database file, because these tests need no database. */
export const env = { DATABASE_FILENAME: 'none.db' }

/**
 * Copies the fixture project; returns the copy, and a function that writes configuration files into the copy and
 * opens it.
 */
export function configured() {
  const project = makeProject()
  async function settingsWith(
    files: Readonly<Record<string, string>>,
    more: { readonly env?: Readonly<Record<string, string>>; readonly settings?: Json } = {},
  ) {
    for (const [path, text] of Object.entries(files)) project.write(path, text)
    const { settings } = more
    const source = await openProject(project.folder, {
      env: { ...env, ...more.env },
      ...(settings === undefined ? {} : { settings }),
    })
    return { settings: graphOf(source).settings, source }
  }
  return { project, settingsWith }
}
