/** Opens the source that a command names and prints its notes. */
import { readFileSync } from 'node:fs'
import type { Graph } from '../reference/graph/graph.ts'
import { type DatasetFiles, DEFAULT_FILES } from '../reference/load/files/files.ts'
import { DatasetError, formatFault } from '../reference/schema/fault.ts'
import { profile } from '../reference/strapi/profile.ts'
import {
  type FakeOptions,
  graphOf,
  isProjectAt,
  isServerUrl,
  type Note,
  noteText,
  openSource,
  type Source,
  SourceError,
} from '../sources/index.ts'
import type { ServerFound } from '../sources/server.ts'
import { isObject, type Json, parseJson } from '../util/json.ts'
import { printable } from '../util/printable.ts'
import type { ProfileOptions, ServerSourceOptions, SourceOptions } from './options.ts'
import { withGrants } from './serve/granting.ts'

export interface Opened {
  readonly source: Source
  readonly graph: Graph
}

/**
 * Opens a source as `openGiven`. If the source has faults, prints them and exits with 1.
 * @throws SourceError
 */
export async function openSound(path: string, options: SourceOptions & ServerSourceOptions): Promise<Opened> {
  try {
    return await openGiven(path, options)
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    for (const fault of error.faults) process.stderr.write(`${formatFault(fault)}\n`)
    const count = error.faults.length + error.more
    process.stderr.write(`${count} ${count === 1 ? 'fault' : 'faults'} in ${path}\n`)
    process.exit(1)
  }
}

/**
 * Opens a source and prints its notes to the standard error stream.
 * @throws SourceError, DatasetError
 */
export async function openGiven(path: string, options: SourceOptions & ServerSourceOptions): Promise<Opened> {
  const { settings, access, strict, key, projectCode, grant = [] } = options
  const given = access === undefined ? undefined : jsonIn(access, '{"tokens": {"abc": "public"}}')
  const how = {
    ...(settings === undefined ? {} : { settings: jsonIn(settings, '{"rest": {"maxLimit": 100}}') }),
    strict: strict === true,
  }
  const found = isServerUrl(path)
    ? await openServer(path, options, how)
    : await openSource(path, {
        env: process.env,
        ...how,
        ...(key === undefined ? {} : { key }),
        ...fakeOf(options),
        ...(projectCode === undefined ? {} : { projectCode: { tell: printLine } }),
      })
  const admitted = given === undefined ? found : withAccess(found, given)
  const source = grant.length === 0 ? admitted : unread(admitted, withGrants(admitted.files, grant))
  for (const line of noteLines(source.notes)) process.stderr.write(`${line}\n`)
  return { source, graph: graphOf(source) }
}

/** Loads the code for servers on demand, so that a command on files starts faster. */
async function openServer(
  url: string,
  { token, project, out, fake }: SourceOptions & ServerSourceOptions,
  given: { readonly settings?: Json; readonly strict: boolean },
): Promise<Source> {
  if (fake !== undefined) throw new SourceError(`${url}: --fake makes up entries of schemas on a disk`)
  const { openLiveSource } = await import('./live.ts')
  return openLiveSource(url, {
    ...given,
    ...(typeof token === 'string' ? { token } : {}),
    ...(project === undefined ? {} : { project }),
    ...(out === undefined ? {} : { out }),
  })
}

/** Adds roles and tokens to the source. A role of the same name replaces the role of the source. */
function withAccess(source: Source, given: Json): Source {
  const found = source.files.access ?? DEFAULT_FILES.access
  if (!isObject(found) || !isObject(given)) return unread(source, { ...source.files, access: given })
  const both = (name: 'roles' | 'tokens'): Json => {
    const [own, more] = [found[name] ?? {}, given[name] ?? {}]
    return isObject(own) && isObject(more) ? { ...own, ...more } : more
  }
  const access = { ...found, ...given, roles: both('roles'), tokens: both('tokens') }
  return unread(source, { ...source.files, access })
}

/** The source with other files. It drops the graph, which is of the old files. */
function unread({ graph: _, ...source }: Source, files: DatasetFiles): Source {
  return { ...source, files }
}

/**
 * The graph with the tokens of `texts`, each `role=token`. It takes tokens of roles that have none in the files, since a
 * server stores them as hashes. It ignores other texts.
 */
export function withTokens({ source, graph }: Opened, texts: readonly string[]): Graph {
  const { roles, tokens } = graph.access
  const listed = new Set(tokens.values())
  const given = texts.flatMap((text): readonly (readonly [string, string])[] => {
    const at = text.indexOf('=')
    const role = text.slice(0, at)
    return roles.has(role) && !listed.has(role) ? [[text.slice(at + 1), role]] : []
  })
  const { access } = source.files
  if (given.length === 0 || !isObject(access)) return graph
  const all = { ...Object.fromEntries(tokens), ...Object.fromEntries(given) }
  return graphOf(unread(source, { ...source.files, access: { ...access, tokens: all } }))
}

function fakeOf({ fake, fakeValues, seed = 1 }: SourceOptions): { readonly fake?: FakeOptions } {
  if (fake === undefined) {
    if (fakeValues === undefined) return {}
    throw new SourceError('--fake-values goes with --fake N, which says how many entries there are to be')
  }
  if (fakeValues === undefined) return { fake: { count: fake, seed } }
  const json = jsonIn(fakeValues, '{"api::event.event": {"attributes": {"stage": ["North", "South"]}}}')
  return { fake: { count: fake, seed, given: { file: fakeValues, json } } }
}

function jsonIn(file: string, example: string): Json {
  const json = parseJson(readFileSync(file, 'utf8'))
  if (json !== undefined) return json
  throw new SourceError(`${file}: expected JSON as ${example}, found none`)
}

/** Prints a line about the code of a project. */
const printLine = (line: string): void => void process.stderr.write(`${printable(line, MAX_LINE)}\n`)

const MAX_LINE = 1_000
const MAX_NOTES = 50

function noteLines(notes: readonly Note[]): readonly string[] {
  const lines = notes.slice(0, MAX_NOTES).map((note) => printable(noteText(note), MAX_LINE))
  return notes.length <= MAX_NOTES ? lines : [...lines, `and ${notes.length - MAX_NOTES} more notes`]
}

/** Opens a source as `openSound` and chooses the profile of its answers. */
export async function openAs(
  path: string,
  options: SourceOptions & ServerSourceOptions & ProfileOptions,
): Promise<Opened & { readonly profile: string }> {
  const opened = await openSound(path, options)
  return { ...opened, profile: await profileFor(options.profile, path, opened.source) }
}

/**
 * The named profile. Without a name it is `auto` for a source that says which server it is from, otherwise `documented`.
 * Prints warnings to standard error.
 * @throws ProfileError
 */
export async function profileFor(
  asked: string | undefined,
  path: string,
  { server }: Pick<Source, 'server'>,
): Promise<string> {
  const { name, lines } = await chosenProfile(
    asked ?? (server === undefined ? 'documented' : 'auto'),
    path,
    server,
  )
  for (const line of [...lines, ...profile(name).warnings]) process.stderr.write(`${line}\n`)
  return name
}

async function chosenProfile(wanted: string, path: string, server: ServerFound | undefined) {
  if (wanted !== 'auto') return { name: wanted, lines: [] }
  const { autoProfile, profileOf } = await import('./profile.ts')
  return server === undefined || isProjectAt(path) ? autoProfile(path) : profileOf(server)
}

/** Counts content types and rows: `12 content types, 6 built in, 700 rows`. */
export function countOf({ tables }: Graph): string {
  const all = [...tables.values()]
  const own = all.filter(({ type }) => type.uid.startsWith('api::')).length
  const rows = all.reduce((sum, table) => sum + table.rows.length, 0)
  const types = `${own} content ${own === 1 ? 'type' : 'types'}, ${all.length - own} built in`
  return `${types}, ${rows} ${rows === 1 ? 'row' : 'rows'}`
}
