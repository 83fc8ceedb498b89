/**
 * Reads all entries of a content type with keyset pagination: each page starts after the last id of the previous
 * page. Therefore, no page shifts if entries are created or deleted during the reading.
 */

import { wholeFile } from '../../reference/schema/fault.ts'
import { isList, isObject, type Json, member } from '../../util/json.ts'
import { printable } from '../../util/printable.ts'
import { at } from '../database/model.ts'
import type { Note } from '../note.ts'
import { entriesIn, type RestEntry } from '../rest/answer.ts'
import { SourceError } from '../source.ts'
import type { TypeRoute } from './access.ts'
import { type Client, CrashError, type LiveAnswer } from './client.ts'
import { type Parameter, requestsOf, without } from './populate.ts'

const PAGE_SIZE = 100
/** The maximum number of characters of a URL path in a message. */
const MOST_SHOWN = 120

export interface PageRequest {
  readonly route: TypeRoute
  /**
   * The query parameters that select the status and the locale, such as `&status=draft&locale=fr`; empty for the
   * default status and locale.
   */
  readonly view: string
  parameters: ReadonlyMap<string, readonly Parameter[]>
}

export interface Pager {
  readonly client: Client
  readonly take: (entries: readonly RestEntry[]) => void
  readonly note: (note: Note) => void
}

export async function readAll(asked: PageRequest, pager: Pager): Promise<void> {
  if (asked.route.kind === 'single') await readSingle(asked, pager)
  else await readPages(asked, pager)
}

async function readSingle(asked: PageRequest, pager: Pager): Promise<void> {
  await inParts(asked, '', pager, (entries) => {
    pager.take(entries)
    return undefined
  })
}

async function readPages(asked: PageRequest, pager: Pager): Promise<void> {
  const isBare = asked.route.kind === 'bare list'
  const order = `&sort=id${isBare ? `&limit=${PAGE_SIZE}` : `&pagination[pageSize]=${PAGE_SIZE}&pagination[withCount]=true`}`
  let last = 0
  let owed = 0
  for (;;) {
    const after = `${order}${last === 0 ? '' : `&filters[id][$gt]=${last}`}`
    let end: number | undefined
    const first = await inParts(asked, after, pager, (entries, path) => {
      end ??= lastId(entries, last, isBare, path)
      if (end !== undefined) pager.take(entries)
      // All further requests for this page also select entries only up to the last id of the page. Therefore, all
      // requests for the page find the same entries.
      return end === undefined ? undefined : `${after}&filters[id][$lte]=${end}`
    })
    if (end === undefined || first === undefined) break
    last = end
    const { total = 0, size = PAGE_SIZE } = pageOf(first.json)
    owed = total - first.count
    if (owed <= 0 && first.count < Math.min(size, PAGE_SIZE)) return
  }
  if (owed <= 0) return
  const says = `the server counts ${owed} more entries than it lists`
  pager.note({ file: asked.route.type.uid, line: 0, says })
}

interface LivePage {
  readonly json: Json | undefined
  readonly count: number
}

/**
 * Reads the entries of one page with several requests. The first request for a page determines the ids of the
 * entries for all other requests. If the server answers 404, the function returns undefined.
 */
async function inParts(
  asked: PageRequest,
  page: string,
  pager: Pager,
  take: (entries: readonly RestEntry[], path: string) => string | undefined,
): Promise<LivePage | undefined> {
  for (;;) {
    const { parameters } = asked
    let first: LivePage | undefined
    let others: string | undefined = page
    for (let part = 0; part < requestsOf(asked.parameters).length; part++) {
      const { answer, path } = await ask(asked, part, part === 0 ? page : (others ?? page), pager)
      if (answer.status === 404) return undefined
      const entries = usable(() => entriesOf(answer.json, path), path, asked, pager)
      first ??= { json: answer.json, count: entries.length }
      if (entries.length === 0 && part === 0) return first
      others = usable(() => take(entries, path), path, asked, pager) ?? others
    }
    // After a failed request, a parameter is removed, and the requests contain the other parameters in another
    // distribution. After such a removal, the loop requests all parts of this page again.
    if (asked.parameters === parameters) return first
  }
}

/**
 * Runs the function `read`, which reads an answer of the server. If `read` throws an error, removes the answer from
 * the cache, so that the next run sends the request again.
 */
function usable<T>(read: () => T, path: string, { route }: PageRequest, { client }: Pager): T {
  try {
    return read()
  } catch (error) {
    client.drop(path, route.as)
    throw error
  }
}

/**
 * Returns the id of the last entry on a page; undefined for an empty page, and for a list that ignores the filter on
 * ids.
 */
function lastId(
  entries: readonly RestEntry[],
  last: number,
  isBare: boolean,
  path: string,
): number | undefined {
  let end = last
  for (const { json } of entries) {
    const id = member(json, 'id')
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= end) {
      // A list route of the project's own code may ignore filters and pagination, and return all entries in one
      // answer.
      if (isBare && last > 0) return undefined
      throw new SourceError(
        `GET ${printable(path, MOST_SHOWN)}: expected entries in the order of their ids, after ${end}, found ${printable(String(id), 40)}`,
      )
    }
    end = id
  }
  return entries.length === 0 ? undefined : end
}

function pageOf(json: Json | undefined): {
  readonly size: number | undefined
  readonly total: number | undefined
} {
  const number = (name: string): number | undefined => {
    const found = at(json, ['meta', 'pagination', name])
    return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : undefined
  }
  return { size: number('pageSize'), total: number('total') }
}

/**
 * Sends one of the requests for a page of entries. If the server rejects a populate parameter, repeats the request
 * without this parameter, and makes a note.
 */
async function ask(
  asked: PageRequest,
  part: number,
  page: string,
  { client, note }: Pager,
): Promise<{ readonly answer: LiveAnswer; readonly path: string }> {
  const { route } = asked
  for (;;) {
    const path = pathOf(asked, page, requestsOf(asked.parameters)[part] ?? '')
    const answer = await answerTo(path, asked, page, { client, note, take: () => undefined })
    if (answer === undefined) continue
    if (answer.status === 200 || (answer.status === 404 && route.kind === 'single')) return { answer, path }
    const details = at(answer.json, ['error', 'details'])
    const left = answer.status === 400 ? withoutRefused(asked, details) : undefined
    if (left === undefined) throw new SourceError(refusal(answer, `${client.base}${path}`))
    const says = `${printable(String(at(details, ['path']) ?? at(details, ['key'])), 100)} is invisible to this caller and therefore missing`
    note({ file: route.type.uid, line: 0, says })
    asked.parameters = left
  }
}

const pathOf = ({ route, view }: PageRequest, page: string, populate: string): string =>
  `${route.path}?${`${view}${page}${populate}`.slice(1)}`

/**
 * Requests a path. If the server crashes on a populate parameter, removes this parameter from all later requests and
 * returns undefined.
 */
async function answerTo(
  path: string,
  asked: PageRequest,
  page: string,
  pager: Pager,
): Promise<LiveAnswer | undefined> {
  try {
    return await pager.client.get(path, asked.route.as)
  } catch (error) {
    if (!(error instanceof CrashError)) throw error
    const sound = await soundOf(asked, page, pager)
    if (sound.size === asked.parameters.size) throw error
    asked.parameters = sound
    return undefined
  }
}

/**
 * Requests the populate parameters of each attribute separately, because some Strapi releases crash on some
 * relations. Returns the parameters that do not crash the server.
 */
async function soundOf(
  asked: PageRequest,
  page: string,
  { client, note }: Pager,
): Promise<PageRequest['parameters']> {
  const sound = new Map<string, readonly Parameter[]>()
  for (const [name, those] of asked.parameters) {
    const populate = those.map(({ text }) => `&${text}`).join('')
    try {
      await client.get(pathOf(asked, page, populate), asked.route.as)
      sound.set(name, those)
    } catch (error) {
      if (!(error instanceof CrashError)) throw error
      const says = `the server answers 500 if a request populates ${name}, so ${name} is missing`
      note({ file: asked.route.type.uid, line: 0, says })
    }
  }
  return sound
}

function withoutRefused({ parameters }: PageRequest, details: Json | undefined) {
  const [key, path] = [at(details, ['key']), at(details, ['path'])]
  if (typeof key !== 'string' || at(details, ['param']) !== 'populate') return undefined
  return without(parameters, key, typeof path === 'string' ? path : key)
}

function refusal({ status, json }: LiveAnswer, path: string): string {
  const message = at(json, ['error', 'message'])
  const words = typeof message === 'string' ? ` ${printable(message, 200)}` : ''
  return `GET ${printable(path, MOST_SHOWN)}: expected status 200, found ${status}${words}`
}

/** Returns the entries in an answer of the server. @throws SourceError for an answer of another form. */
function entriesOf(json: Json | undefined, path: string): readonly RestEntry[] {
  const place = wholeFile(path)
  let wrong: string | undefined
  const entries = entriesIn(json ?? null, place, (_place, { message, expected, found }) => {
    wrong ??= `${message}: expected ${worded(expected)}, found ${worded(found)}`
  })
  const data: Json | undefined = isObject(json) ? member(json, 'data') : json
  if (wrong === undefined && (isList(data) || isObject(data))) return entries
  throw new SourceError(
    `GET ${printable(path, MOST_SHOWN)}: ${printable(wrong ?? 'the answer has no entries', 300)}`,
  )
}

const worded = (wording: string | (() => string)): string =>
  typeof wording === 'string' ? wording : wording()
