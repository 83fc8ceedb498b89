/**
 * Makes notes on the parts of a project that do not affect answers: code that does not run, and plugins that do not
 * run.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'
import { at } from '../database/model.ts'
import type { Note } from '../note.ts'
import { configFolders, type Environment } from './config.ts'
import type { ProjectFiles } from './files.ts'

/** The extensions of the files that a Strapi server loads as code. */
const CODE = ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts']

const isCode = (name: string): boolean =>
  CODE.includes(name.slice(name.lastIndexOf('.') + 1)) && !name.endsWith('.d.ts')

/** The maximum number of files and folders that the count of code files visits. */
const MOST = 10_000
/** The maximum number of names that a note lists. */
const LISTED = 10

/** Returns a note with the project's code that Populace does not execute; an empty list for a project without code. */
export function leftOut(files: ProjectFiles, env: Environment, schemas: readonly string[]): readonly Note[] {
  const config = configFolders(env).flatMap((folder) =>
    files
      .names(folder)
      .filter(isCode)
      .map((name) => `${folder}/${name}`),
  )
  const count = codeBelow('src', files) - schemas.length
  const parts = [
    ...(config.length === 0 ? [] : [`the configuration of ${listed(config)}`]),
    ...(schemas.length === 0 ? [] : [`the schemas of ${listed(schemas)}`]),
    ...(count > 0 ? [`${count} ${count === 1 ? 'file' : 'files'} of code in src`] : []),
  ]
  if (parts.length === 0) return []
  const says = `populace runs no code of this project and ignores ${parts.join('; ')}`
  return [{ file: 'project', line: 0, says: `${says}. Set the configuration in .env or with --settings` }]
}

const listed = (names: readonly string[]): string =>
  names.length <= LISTED
    ? names.join(', ')
    : `${names.slice(0, LISTED).join(', ')} and ${names.length - LISTED} more`

/** The names of the folders that contain no code of the server. */
const SKIPPED = ['admin', 'node_modules', 'dist']

/** Counts the code files in a folder and its subfolders, without the folders in `SKIPPED`. */
function codeBelow(root: string, files: ProjectFiles): number {
  const open = [root]
  let count = 0
  for (let seen = 0; seen < MOST; seen++) {
    const path = open.pop()
    if (path === undefined) break
    if (SKIPPED.includes(path.slice(path.lastIndexOf('/') + 1))) continue
    if (files.kindOf(path) === 'folder')
      pushAll(
        open,
        files.names(path).map((name) => `${path}/${name}`),
      )
    else if (isCode(path)) count++
  }
  return count
}

/** The difference in answers if a plugin does not run, by the name of the plugin's package. */
const PLUGINS: Readonly<Record<string, string>> = {
  'strapi-plugin-populate-deep': '`populate=deep` has no effect',
  'strapi-plugin-transformer': 'answers have the shape of Strapi, without the changes of this plugin',
  'strapi-plugin-rest-cache': 'answers always show the current data, without the cache of this plugin',
  '@strapi-community/plugin-rest-cache':
    'answers always show the current data, without the cache of this plugin',
}

/** A sentence about requests that Populace does not answer, by the package name of a plugin that never runs. */
const UNANSWERED: Readonly<Record<string, string>> = {
  '@strapi/plugin-graphql': 'populace answers the REST API, but not /graphql',
}

/**
 * Makes notes on the project's plugins that do not run. Plugins in `UNANSWERED` never run. Plugins in `PLUGINS` do
 * not run if they are not installed, or if the project's code does not run.
 */
export function pluginNotes(files: ProjectFiles, runsCode: boolean): readonly Note[] {
  const dependencies = at(parseJson(files.text('package.json') ?? ''), ['dependencies'])
  return Object.entries(PLUGINS)
    .filter(([name]) => at(dependencies, [name]) !== undefined)
    .filter(([name]) => !runsCode || !existsSync(join(files.folder, 'node_modules', name)))
    .concat(Object.entries(UNANSWERED).filter(([name]) => at(dependencies, [name]) !== undefined))
    .map(([name, missing]) => ({
      file: 'package.json',
      line: 0,
      says: `the plugin ${name} does not run: ${missing}`,
    }))
}
