/**
 * Opens a running server as a source. Reads the schemas of the server and all readable entries with GET requests only.
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
  /** The uid of the current type. */
  readonly type: string
  /** The number of types that are read completely, and the number of all types. */
  readonly done: number
  readonly of: number
  /** The number of rows that were read so far, over all types. */
  readonly rows: number
  readonly requests: number
}

export interface LiveOptions {
  readonly token?: string
  /** Headers of every request, with lower-case names, such as those that a proxy requires. */
  readonly headers?: Readonly<Record<string, string>>
  /** A folder with the schemas of the server: a project or a dataset. */
  readonly project?: string
  /** Environment variables for the project's configuration. */
  readonly env?: Environment
  /** The options for the own code of `project`, which defines settings and fields; `false` runs no code. */
  readonly projectCode?: false | RunOptions
  /** The content of `settings.json` in the dataset format, which overrides the detected settings. */
  readonly settings?: Json
  /** Whether to reject faults that Strapi tolerates. */
  readonly strict?: boolean
  /** The folder that caches answers until the source is read completely; created if missing. */
  readonly partial?: string
  readonly progress?: (progress: Progress) => void
  /** The timeout of a whole answer in milliseconds. The default is 30,000. */
  readonly timeout?: number
  /** The wait after a first failure in milliseconds. The default is 500. */
  readonly backoff?: number
}

/**
 * Reads all content that the caller may see.
 * @throws SourceError for an unreadable server; DatasetError for schemas beyond repair.
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

/** Returns the function that names the origin of a dataset file on the server, for messages. */
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

/** Accepts the URL of the API, such as `https://cms.example/api`, in place of the URL of the server. */
function withPrefix(client: Client, prefix: string): { readonly client: Client; readonly prefix: string } {
  if (prefix === '' || !client.base.endsWith(prefix)) return { client, prefix }
  const base = client.base.slice(0, -prefix.length)
  const own = (path: string): string => path.slice(prefix.length)
  const get: Client['get'] = (path, as) => client.get(own(path), as)
  const drop: Client['drop'] = (path, as) => client.drop(own(path), as)
  return { client: { ...client, base, get, drop }, prefix }
}

/** The maximum number of notes that are listed. */
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
  // Single types come last, because they cannot list their locales and use the locales of other types.
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
 * Returns the locales to request if the server does not reveal its locales. For a list, the only locale is `*`. For a
 * single type, the locales are those of the entries that were read so far.
 */
function localesFor({ kind }: TypeRoute, world: RestWorld): readonly string[] {
  return kind === 'single' ? [...new Set(codesIn(world))] : ['*']
}

const codesIn = ({ rows }: RestWorld): readonly string[] =>
  [...rows.values()].flat().flatMap(({ locale }) => (typeof locale === 'string' ? [locale] : []))

/** Returns the locales of all entries that were read, with the default locale of the server first. */
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
