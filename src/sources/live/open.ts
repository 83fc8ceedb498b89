/**
 * Opens a running server as a source. Reads the schemas of the server, and all entries that the caller may read.
 * Sends only GET requests.
 */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import type { Schema } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import { isObject } from '../../util/json.ts'
import { datasetOf, placesOf } from '../assembly/dataset.ts'
import { at } from '../database/model.ts'
import type { Schemas } from '../database/read.ts'
import type { Note } from '../note.ts'
import type { RunOptions } from '../project/code.ts'
import type { Environment } from '../project/config.ts'
import { repaired } from '../repair/repair.ts'
import { filesOf, stemsOf } from '../rest/files.ts'
import { settle } from '../rest/settle.ts'
import { newWorld, type RestWorld, takeListed } from '../rest/world.ts'
import { type Source, SourceError } from '../source.ts'
import { type AccessFound, accessOf, TOKEN_ROLE, type TypeRoute } from './access.ts'
import { openAnswerCache } from './answer-cache.ts'
import { type Client, connectTo } from './client.ts'
import { hiddenNotes, reusedNotes, roundedNotes } from './hidden.ts'
import { withCreators, withStrayValues, withUnseen } from './learned.ts'
import { localesOf, localesSeen } from './locales.ts'
import { readAll } from './pages.ts'
import { parametersFor } from './populate.ts'
import { type LiveProject, projectAt } from './project.ts'
import { type SchemaFolder, schemasOf } from './schemas.ts'
import { settingsOf } from './settings.ts'
import { dropVanished, partialNotes } from './vanished.ts'
import { viewsOf } from './views.ts'

/** The progress of reading a server. */
export interface Progress {
  /** The uid of the content type whose entries are currently read. */
  readonly type: string
  /**
   * The number of content types whose entries are completely read, of the total `of`. A type that is read both with
   * and without the API token counts twice.
   */
  readonly done: number
  readonly of: number
  /** The number of entries in all list answers so far; an entry in two answers counts twice. */
  readonly rows: number
  readonly requests: number
}

export interface LiveOptions {
  readonly token?: string
  /** Additional headers of every request by lower-case name, such as headers that a proxy requires. */
  readonly headers?: Readonly<Record<string, string>>
  /** A folder with the schemas of the server: a project or a dataset. */
  readonly project?: string
  /** The environment variables for the configuration of the project in `project`. */
  readonly env?: Environment
  /**
   * The options for running the code of the project in `project`. The project's code may define settings and custom
   * fields. If `projectCode` is `false`, no code of the project runs.
   */
  readonly projectCode?: false | RunOptions
  /**
   * The content of `settings.json` in the dataset format. The given settings replace the detected settings of the
   * server.
   */
  readonly settings?: Json
  /** Whether the reader rejects faults that Strapi itself tolerates. */
  readonly strict?: boolean
  /**
   * The folder in which the reader stores all answers with status 200, so that a later run can resume an interrupted
   * run. The reader creates a missing cache folder.
   */
  readonly partial?: string
  readonly progress?: (progress: Progress) => void
  /** The maximum time for receiving a whole answer, in milliseconds. The default is 30,000. */
  readonly timeout?: number
  /** The wait before the first retry of a failed request, in milliseconds. The default is 500. */
  readonly backoff?: number
}

/**
 * Opens a running server as a source, and reads all content that the caller may see.
 * @throws SourceError for an unreadable server; DatasetError for schemas with faults that no repair removes.
 */
export async function openLive(url: string, options: LiveOptions = {}): Promise<Source> {
  const { token, headers, partial, strict = false } = options
  if (token !== undefined && headers?.['authorization'] !== undefined)
    throw new SourceError(
      'a token and the header authorization: expected one of them, because a request has only one such header',
    )
  const client = connectTo(url, {
    ...options,
    ...(partial === undefined ? {} : { cache: openAnswerCache(partial, url, { token, headers }) }),
  })
  const configured = await projectAt(options)
  const { client: api, prefix } = withPrefix(client, prefixOf(configured))
  const found = await schemasOf(api, prefix, folderOf(options, configured))
  const nameOf = nameIn(found.schemas)
  const privateAttributes = configured?.answers.privateAttributes ?? []
  const written = datasetOf(found.schemas, { settings: {}, privateAttributes }, null)
  const first = repaired(written, { strict, nameOf })
  const access = await accessOf(api, prefix, first.graph.schema)
  const bare = found.isWhole
    ? first
    : repaired(await withCreators(first.files, api, access), { strict, nameOf })
  const { schema } = bare.graph
  const locales = await localesOf(api, prefix)
  const settings = options.settings ?? configured?.answers.settings ?? (await settingsOf(api, prefix, access))
  const notes: Note[] = []
  const world = await readWorld(api, schema, access, locales.codes, options, (note) => notes.push(note))
  const seen = locales.json ?? (await localesIn(world, api, access.routes))
  const shown = found.isWhole ? { files: bare.files, notes: [] } : withUnseen(bare.files, world)
  const whole = strict ? shown : withStrayValues(shown, found.schemas, world)
  const files: DatasetFiles = {
    ...whole.files,
    ...filesOf(world, stemsOf(schema, Object.keys(bare.files.contentTypes))).files,
    ...(seen === undefined ? {} : { locales: seen }),
    access: access.access,
    settings,
  }
  const sound = repaired(files, { strict, nameOf })
  return {
    kind: `server at ${new URL(url).host}`,
    files: sound.files,
    graph: sound.graph,
    notes: [
      ...reusedNotes(api, partial),
      ...(configured?.notes ?? []),
      ...found.notes,
      ...first.notes,
      ...access.notes,
      ...locales.notes,
      ...hiddenNotes(schema),
      ...notes,
      ...whole.notes,
      ...sound.notes,
    ],
    ...(configured === undefined ? {} : { server: configured.server }),
    ...(token === undefined ? {} : { roleOfToken: (given) => (given === token ? TOKEN_ROLE : undefined) }),
  }
}

/**
 * Returns a function that maps the name of a dataset file to a name for its origin on the server. Messages contain
 * this name.
 */
function nameIn(schemas: Schemas): (file: string) => string {
  return placesOf(schemas, {
    rows: 'server',
    contentTypes: 'content-type-builder/content-types',
    settings: 'server, settings',
    stored: 'content-type-builder/content-types',
  })
}

function folderOf({ project }: LiveOptions, configured: LiveProject | undefined): SchemaFolder | undefined {
  return project === undefined ? undefined : { folder: project, found: configured?.schemas }
}

function prefixOf(configured: LiveProject | undefined): string {
  const prefix = at(configured?.answers.settings, ['rest', 'prefix'])
  return typeof prefix === 'string' ? prefix : '/api'
}

/**
 * Removes the API prefix from the client's base URL, so that a user may also pass the URL of the API, such as
 * `https://cms.example/api`.
 */
function withPrefix(client: Client, prefix: string): { readonly client: Client; readonly prefix: string } {
  if (prefix === '' || !client.base.endsWith(prefix)) return { client, prefix }
  const base = client.base.slice(0, -prefix.length)
  const own = (path: string): string => path.slice(prefix.length)
  const get: Client['get'] = (path, as) => client.get(own(path), as)
  const drop: Client['drop'] = (path, as) => client.drop(own(path), as)
  return { client: { ...client, base, get, drop }, prefix }
}

/** The maximum number of notes from reading the entries of a server. */
const MOST_NOTES = 1_000

async function readWorld(
  client: Client,
  schema: Schema,
  { routes, listed }: AccessFound,
  locales: readonly string[] | undefined,
  { progress }: LiveOptions,
  note: (note: Note) => void,
): Promise<RestWorld> {
  const noted = new Set<string>()
  const once = (one: Note): void => {
    const key = `${one.file} ${one.says}`
    if (!noted.has(key) && noted.size < MOST_NOTES) note(one)
    noted.add(key)
  }
  const world = newWorld(schema, {
    report: () => undefined,
    note: once,
    takesPrivate: false,
    defaultLocale: undefined,
  })
  const readable = routes.flatMap((route): readonly TypeRoute[] => {
    const type = schema.contentTypes.get(route.type.uid)
    if (type === undefined || !listed.has(type.uid)) return []
    const own: TypeRoute = { ...route, type }
    return route.isReadTwice ? [own, { ...own, as: 'anonymous' }] : [own]
  })
  // Reads single types last. A single type cannot list its locales, so its requests use the locales of the entries
  // of other types.
  const inOrder = readable.toSorted((a, b) => Number(a.kind === 'single') - Number(b.kind === 'single'))
  let rows = 0
  for (const [done, route] of inOrder.entries()) {
    const { type } = route
    let parameters = parametersFor(type, { schema, isListed: (uid) => listed.has(uid) })
    for (const view of viewsOf(route, schema, locales ?? localesFor(route, world))) {
      const asked = { route, view, parameters }
      await readAll(asked, {
        client,
        note: once,
        take: (entries) => {
          takeListed(type, entries, false, world)
          rows += entries.length
          progress?.({ type: type.uid, done, of: readable.length, rows, requests: client.sent() })
        },
      })
      parameters = asked.parameters
      settle(world)
    }
  }
  dropVanished(world, listed, once)
  for (const one of [...partialNotes(world), ...roundedNotes(world)]) once(one)
  return world
}

/**
 * Returns the locales in which to request the entries of a type, if the server does not reveal its locales. The
 * entries of a collection type are requested with the locale `*`. The entry of a single type is requested in the
 * locales of all entries read so far.
 */
function localesFor({ kind }: TypeRoute, world: RestWorld): readonly string[] {
  return kind === 'single' ? [...new Set(codesIn(world))] : ['*']
}

const codesIn = ({ rows }: RestWorld): readonly string[] =>
  [...rows.values()].flat().flatMap(({ locale }) => (typeof locale === 'string' ? [locale] : []))

/**
 * Returns the content of `locales.json` from the locales of all entries read. The default locale of the server comes
 * first in `locales.json`.
 */
async function localesIn(
  world: RestWorld,
  { get }: Client,
  routes: readonly TypeRoute[],
): Promise<Json | undefined> {
  const codes = codesIn(world)
  const route = routes.find(({ type, kind }) => type.localized && kind === 'collection')
  if (route === undefined) return localesSeen(codes, undefined)
  const { json } = await get(`${route.path}?fields[0]=locale&pagination[pageSize]=1`, route.as)
  const data = at(json, ['data'])
  const first: Json | undefined = Array.isArray(data) ? data[0] : undefined
  const locale = isObject(first) ? at(first, ['locale']) : undefined
  return localesSeen(codes, typeof locale === 'string' ? locale : undefined)
}
