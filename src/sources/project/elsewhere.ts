/** Notes on code that changes answers of a project and that Populace neither reads nor runs. */
import { parseJson } from '../../util/json.ts'
import { at } from '../database/model.ts'
import type { Note } from '../note.ts'
import type { ProjectFiles } from './files.ts'

/** By package name: the missing effect. */
const PLUGINS: Readonly<Record<string, string>> = {
  'strapi-plugin-populate-deep': '`populate=deep` populates nothing here',
  'strapi-plugin-transformer': 'answers have the shape of Strapi, not the one that it gives them',
  'strapi-plugin-rest-cache': 'answers are not cached, and always those of the data as it is',
  '@strapi-community/plugin-rest-cache': 'answers are not cached, and always those of the data as it is',
}

function pluginNotes(files: ProjectFiles): readonly Note[] {
  const dependencies = at(parseJson(files.text('package.json') ?? ''), ['dependencies'])
  return Object.entries(PLUGINS)
    .filter(([name]) => at(dependencies, [name]) !== undefined)
    .map(([name, missing]) => ({
      file: 'package.json',
      line: 0,
      says: `the plugin ${name} is not applied: ${missing}`,
    }))
}

/** Calls in `register` and `bootstrap`, with their effect. */
const CALLS: Readonly<Record<string, string>> = {
  'documents.use(': 'a middleware of the document service',
  'server.use(': 'a middleware of the server',
  'lifecycles.subscribe(': 'a listener to the database',
}

/** Reads `src/index`, which can register code for each request. */
function indexNotes(files: ProjectFiles): readonly Note[] {
  const found = files.first(['src/index.ts', 'src/index.js'])
  const lines = found?.text.split('\n') ?? []
  return lines.flatMap((line, at) =>
    Object.entries(CALLS)
      .filter(([call]) => line.includes(call))
      .map(([, what]) => ({
        file: found?.path ?? '',
        line: at + 1,
        says: `${what} is not applied, with --project-code neither`,
      })),
  )
}

export const elsewhereNotes = (files: ProjectFiles): readonly Note[] => [
  ...pluginNotes(files),
  ...indexNotes(files),
]
