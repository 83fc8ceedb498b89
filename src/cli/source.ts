/** Opens the source that a command names and prints its notes. */

import type { Graph } from '../reference/graph/graph.ts'
import { DatasetError, formatFault } from '../reference/schema/fault.ts'
import { profile } from '../reference/strapi/profile.ts'
import type { MockOptions } from '../server/mock.ts'
import {
  type FakeOptions,
  graphOf,
  isServerUrl,
  noteText,
  openSource,
  type Source,
  SourceError,
} from '../sources/index.ts'
import { readRegular } from '../sources/regular-file.ts'
import type { ProjectCode } from '../sources/runner/project-code.ts'
import type { ServerFound } from '../sources/server.ts'
import { type Json, parseJson } from '../util/json.ts'
import { printable, printableLines } from '../util/printable.ts'
import { headersOf } from '../util/url/headers.ts'
import { CodeOutput } from './code/output.ts'
import { MOST_LINES, noteLines } from './notes.ts'
import type { ProfileOptions, ServerSourceOptions, SourceOptions } from './options.ts'
import { printError } from './terminal.ts'
import { type GivenToken, isPair } from './tokens/pair.ts'

export interface Opened {
  readonly source: Source
  readonly graph: Graph
  /** Whether the command prints each note on the source on its own line. */
  readonly verbose?: true
  /** The number of lines of notes that the command has printed. These lines count towards the maximum, `MOST_LINES`. */
  readonly lines?: number
  /** The output of the project's code, which prints or counts its lines. */
  readonly output?: CodeOutput
  /** The tokens that `--token` names, with their roles. */
  readonly tokens?: readonly GivenToken[]
}

/** An opened source, with the running code of its project if the source has code. */
export interface Started extends Opened {
  readonly profile: string
  /** The running code of the project. If the code runs, `graph` includes the rows that `bootstrap` wrote. */
  readonly code?: ProjectCode
  /**
   * The database rows of API tokens that the project's `bootstrap` wrote. Each world begins with the API tokens that
   * `bootstrap` wrote.
   */
  readonly tables?: MockOptions['tables']
}

/**
 * Opens a source with `openGiven`. If the dataset of the source has faults, prints the faults and exits with 1.
 * @throws SourceError
 */
export async function openSound(path: string, options: SourceOptions & ServerSourceOptions): Promise<Opened> {
  try {
    return await openGiven(path, options)
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    for (const fault of error.faults) printError(printable(formatFault(fault), MAX_FAULT))
    const count = error.faults.length + error.more
    printError(printableLines(`${count} ${count === 1 ? 'fault' : 'faults'} in ${path}`))
    process.exit(1)
  }
}

/**
 * Opens a source and prints its notes to the standard error stream.
 * @throws SourceError, DatasetError
 */
export async function openGiven(path: string, options: SourceOptions & ServerSourceOptions): Promise<Opened> {
  const output = new CodeOutput(printLine)
  const source = await sourceOf(path, options, output.tell)
  const lines = noteLines(source.notes, options.verbose === true)
  for (const line of lines) printError(printableLines(line))
  const verbose = options.verbose === true ? { verbose: true as const } : {}
  const opened = { source, graph: graphOf(source), lines: lines.length, output, ...verbose }
  if (options.token === undefined) return opened
  const { givenTokens, withGiven } = await import('./tokens/given.ts')
  const tokens = givenTokens([options.token].flat(), opened)
  return { ...opened, tokens, source: withGiven(opened, tokens, options.admitsGiven === true) }
}

/**
 * Opens the source and applies the options: settings, permissions, generated entries and secrets. `tell` receives each
 * line that the project's code prints.
 * @throws SourceError, DatasetError
 */
export async function sourceOf(
  path: string,
  options: SourceOptions & ServerSourceOptions,
  tell: (line: string) => void,
): Promise<Source> {
  const {
    settings,
    access,
    strict,
    key,
    projectCode = true,
    allowNetwork = [],
    grant = [],
    jwtSecret,
  } = options
  const given = access === undefined ? undefined : jsonIn(access, '{"tokens": {"abc": "public"}}')
  const how = {
    ...(settings === undefined ? {} : { settings: jsonIn(settings, '{"rest": {"maxLimit": 100}}') }),
    strict: strict === true,
  }
  const read = isServerUrl(path)
    ? await openServer(path, options, how)
    : await openSource(path, {
        env: process.env,
        ...how,
        ...(key === undefined ? {} : { key }),
        ...(options.project === undefined ? {} : { project: options.project }),
        ...fakeOf(options),
        meanwhile: loadAhead,
        projectCode: projectCode ? { tell, allowedHosts: allowNetwork } : false,
      })
  const found =
    jwtSecret === undefined
      ? read
      : (await import('./tokens/signing.ts')).withOwnSecret(read, jwtSecret, tell)
  if (given === undefined && grant.length === 0) return found
  // The module for permissions is loaded on demand, because most runs of a command add no permissions.
  const { withAccess, withGrants } = await import('../sources/allowed.ts')
  return withGrants(given === undefined ? found : withAccess(found, given), grant, '--grant')
}

/** Loads the modules in advance that the command needs after the code of a project has started. */
function loadAhead(): void {
  void import('../server/code/start.ts')
  void import('../sources/chosen-profile.ts')
}

/**
 * Opens a running server as a source. The module for servers is loaded on demand, so that a command on files starts
 * faster.
 */
async function openServer(
  url: string,
  { token, header = [], project, out, fake }: SourceOptions & ServerSourceOptions,
  given: { readonly settings?: Json; readonly strict: boolean },
): Promise<Source> {
  if (fake !== undefined)
    throw new SourceError(`${url}: --fake works only with a source on this machine, not with a server`)
  const { openLiveSource } = await import('./live.ts')
  return openLiveSource(url, {
    ...given,
    ...sentOf(token),
    ...(header.length === 0 ? {} : { headers: headersOf(header) }),
    ...(project === undefined ? {} : { project }),
    ...(out === undefined ? {} : { out }),
  })
}

/**
 * If the source is a server, returns the token for the requests to this server: the first value of `--token` that does
 * not have the form `NAME=VALUE`.
 */
function sentOf(token: string | readonly string[] | undefined): { readonly token?: string } {
  const sent = [token ?? []].flat().find((text) => !isPair(text))
  return sent === undefined ? {} : { token: sent }
}

function fakeOf({ fake, fakeValues, seed = 1 }: SourceOptions): { readonly fake?: FakeOptions } {
  if (fake === undefined) {
    if (fakeValues === undefined) return {}
    throw new SourceError('--fake-values needs --fake N, the number of entries to make up for each type')
  }
  if (fakeValues === undefined) return { fake: { count: fake, seed } }
  const json = jsonIn(fakeValues, '{"api::event.event": {"attributes": {"stage": ["North", "South"]}}}')
  return { fake: { count: fake, seed, given: { file: fakeValues, json } } }
}

function jsonIn(file: string, example: string): Json {
  const json = parseJson(readRegular(file).toString('utf8'))
  if (json !== undefined) return json
  throw new SourceError(`${file}: expected JSON as ${example}, found none`)
}

/** Prints one line, cut to `MAX_LINE` characters. */
const printLine = (line: string): void => printError(printable(line, MAX_LINE))

const MAX_LINE = 1_000
const MAX_FAULT = 10_000

/** Opens a source with `openSound`, and chooses the profile of its answers. */
export async function openAs(
  path: string,
  options: SourceOptions & ServerSourceOptions & ProfileOptions,
): Promise<Opened & { readonly profile: string }> {
  const opened = await openSound(path, options)
  return { ...opened, profile: await profileFor(options.profile, path, opened.source) }
}

/** Opens a source with `openAs`, and starts the code of its project. */
export async function openRunning(
  path: string,
  options: SourceOptions & ServerSourceOptions & ProfileOptions,
): Promise<Started> {
  return running(await openAs(path, options))
}

/** Returns whether the server of a source may have locales that the source does not list. */
export const hasUnknownLocales = ({ source: { localesUnknown, files } }: Opened): boolean =>
  localesUnknown === true && files.locales === undefined

/** Starts the project code of an opened source. Returns a source without code unchanged. */
export async function running(opened: Opened & { readonly profile: string }): Promise<Started> {
  if (opened.source.code === undefined) return opened
  // The module that starts project code is loaded on demand, because a source without code does not need this module.
  const { startCode } = await import('../server/code/start.ts')
  const { problemNotes } = await import('../sources/project/code.ts')
  const started = await startCode(opened.source, opened.graph, mockOptions(opened))
  if (started === undefined) return opened
  const noted = new Set(opened.source.notes.map(noteText))
  const more = problemNotes(started.code.report.problems).filter((note) => !noted.has(noteText(note)))
  const { lines = 0 } = opened
  for (const line of noteLines(more, opened.verbose === true, MOST_LINES - lines))
    printError(printableLines(line))
  return { ...opened, ...started }
}

/** Returns the options of a mock server that gives the answers of the source. */
export function mockOptions({ source, profile: name, code, tables }: Started): MockOptions {
  const { api, roleOfToken, accounts } = source
  return {
    profile: name,
    tell: printLine,
    ...(api === undefined ? {} : { api }),
    ...(code === undefined ? {} : { code, tables }),
    ...(roleOfToken === undefined ? {} : { roleOfToken }),
    ...(accounts === undefined ? {} : { accounts }),
  }
}

/**
 * Returns the name of the profile for the answers of a source. Without `--profile`, the profile is `auto` if the
 * source states the release of its server, and `documented` otherwise. Prints warnings to standard error.
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
  for (const line of [...lines, ...profile(name).warnings]) printError(printableLines(line))
  return name
}

async function chosenProfile(wanted: string, path: string, server: ServerFound | undefined) {
  if (wanted !== 'auto') return { name: wanted, lines: [] }
  const { autoProfile, profileOf } = await import('../sources/chosen-profile.ts')
  return server === undefined ? autoProfile(path) : profileOf(server)
}

/** Counts content types and rows, with a result such as `12 content types, 6 built in, 700 rows`. */
export function countOf({ tables }: Graph): string {
  const all = [...tables.values()]
  const own = all.filter(({ type }) => type.uid.startsWith('api::')).length
  const rows = all.reduce((sum, table) => sum + table.rows.length, 0)
  const types = `${own} content ${own === 1 ? 'type' : 'types'}, ${all.length - own} built in`
  return `${types}, ${rows} ${rows === 1 ? 'row' : 'rows'}`
}
