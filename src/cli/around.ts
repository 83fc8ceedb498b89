/** What `serve` puts round its answers, whatever they are: a journal of what was asked, and trouble on purpose. */
import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { parseJson } from '../ground/json.ts'
import { Journal } from '../mock/journal/journal.ts'
import type { Layer } from '../mock/layer.ts'
import type { ServeOptions } from '../mock/serve.ts'
import { type ChangingTroubles, changingTroubles } from '../mock/trouble/changing.ts'
import { type Delay, delayOf, type Rule, readRules } from '../mock/trouble/rule.ts'
import { namedWorld } from '../mock/worlds/named.ts'
import { SourceError } from '../sources/index.ts'
import { wholeNumber } from './numbers.ts'

export interface AroundOptions {
  readonly delay?: Delay
  /** A file of rules. */
  readonly trouble?: string
  /** Requests that are kept to be asked for. */
  readonly journal: number
  readonly admin: boolean
  readonly seed?: number
}

const KEPT = 1_000

export const withAroundOptions = (command: Command): Command =>
  command
    .option('--delay <ms>', 'milliseconds before every answer: 500, or 200-800', delayArgument)
    .option('--trouble <file>', 'rules of what goes wrong on purpose, as JSON')
    .option('--journal <number>', 'requests that are kept for /_populace/requests', wholeNumber, KEPT)
    .option('--no-admin', 'without /_populace')

function delayArgument(text: string): Delay {
  const delay = delayOf(text)
  if (delay !== undefined) return delay
  throw new InvalidArgumentError('Expected milliseconds as 500, or 200-800.')
}

export interface Around extends Required<Pick<ServeOptions, 'meet' | 'heard'>> {
  readonly journal: Journal
  readonly troubles: ChangingTroubles
}

/** @throws SourceError, RuleError for rules that are none. */
export function around({ delay, trouble, seed = 1, journal: kept }: AroundOptions): Around {
  const journal = new Journal(kept)
  const given = { seed, ...(delay === undefined ? {} : { delay }) }
  const troubles = changingTroubles(trouble === undefined ? [] : rulesIn(trouble), given)
  return {
    journal,
    troubles,
    // Who asks how the server is doing is never in trouble.
    meet: (request) => (isAdmin(request.url) ? undefined : troubles.meet(inWorld(request).request)),
    heard: ({ request, answer, milliseconds }) => {
      if (isAdmin(request.url)) return
      const { name, request: own } = inWorld(request)
      journal.add({
        time: new Date(Date.now() - milliseconds).toISOString(),
        world: name,
        method: own.method ?? 'GET',
        url: own.url,
        headers: textsOf(own.headers ?? {}),
        status: answer.status,
        milliseconds,
        answer: { headers: answer.headers, body: answer.body, size: Buffer.byteLength(answer.body) },
      })
    },
  }
}

const isAdmin = (url: string): boolean => url.startsWith('/_populace') && !url.startsWith('/_populace/in/')

function inWorld(request: Parameters<Layer>[0]) {
  const named = namedWorld(request)
  return named === undefined || named === 'bad' ? { name: null, request } : named
}

const textsOf = (headers: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

function rulesIn(file: string): readonly Rule[] {
  const json = parseJson(readFileSync(file, 'utf8'))
  if (json === undefined)
    throw new SourceError(`${file}: expected JSON as [{"path": "/api/articles", "delay": 500}], found none`)
  return readRules(json, file)
}
