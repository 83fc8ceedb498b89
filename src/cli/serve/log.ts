/** Formats the log of a server: each request and event as one line of text or of JSON. */

import { randomUUID } from 'node:crypto'
import pc from 'picocolors'
import type { RequestLog } from '../../server/http/reply.ts'
import { namedWorld } from '../../server/worlds/named.ts'
import { printable } from '../../util/printable.ts'
import { urlWithoutSecrets } from '../../util/secrets.ts'

/**
 * Returns the name of the role for an `Authorization` header; undefined for a token that the server does not know.
 */
export type RoleNameOf = (authorization: string | undefined) => string | undefined

/** The log levels, from the fewest lines to the most. */
export const LOG_LEVELS = ['error', 'warn', 'info'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The maximum length of a URL in the log, in characters. */
const MAX_SHOWN = 2_000

/** Returns the log level of an answer; status 0 means that the connection was cut. */
export const levelOf = (status: number): LogLevel =>
  status >= 500 || status === 0 ? 'error' : status >= 400 ? 'warn' : 'info'

/** Returns whether a server with the log level `level` prints a log line whose level is `line`. */
export const isPrinted = (line: LogLevel, level: LogLevel): boolean =>
  LOG_LEVELS.indexOf(line) <= LOG_LEVELS.indexOf(level)

interface LogEntry {
  readonly time: string
  readonly level: LogLevel
  readonly client: string | undefined
  /**
   * The client addresses in the request header `x-forwarded-for`, which a proxy sets. Any client can also send
   * `x-forwarded-for`, so do not trust the addresses.
   */
  readonly forwarded: string | undefined
  readonly method: string
  readonly url: string
  readonly status: number
  readonly ms: number
  readonly bytes: number | undefined
  readonly world: string | undefined
  readonly role: string | undefined
}

function entryOf(line: RequestLog, roleNameOf: RoleNameOf): LogEntry {
  const { method, url, status, milliseconds, headers, client } = line
  const named = namedWorld({ method, url, headers })
  const isNamed = named !== undefined && named !== 'bad'
  return {
    time: new Date().toISOString(),
    level: levelOf(status),
    client,
    forwarded: matching(headers['x-forwarded-for'], /^[\w.:, ]{1,200}$/),
    method,
    url: urlWithoutSecrets(url).slice(0, MAX_SHOWN),
    status,
    ms: Math.round(milliseconds * 100) / 100,
    bytes: line.bytes(),
    world: isNamed ? named.name : undefined,
    role: roleNameOf(headers['authorization']),
  }
}

/** Formats a request as one line of JSON. */
export function jsonLine(line: RequestLog, roleNameOf: RoleNameOf): string {
  const { time, level, ...more } = entryOf(line, roleNameOf)
  return JSON.stringify({ time, level, id: idOf(line) ?? randomUUID(), ...more })
}

/**
 * Formats a request as text, such as `2026-01-01T00:00:00.000Z info GET /api/articles 200 0.6 ms 512 B 127.0.0.1
 * world=mine role=public id=abc`
 */
export function textLine(line: RequestLog, roleNameOf: RoleNameOf): string {
  const { time, level, client, method, url, status, ms, bytes, ...more } = entryOf(line, roleNameOf)
  const colour = level === 'info' ? pc.green : pc.red
  const named = Object.entries({ ...more, id: idOf(line) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${printable(value ?? '', MAX_SHOWN)}`)
  const size = bytes === undefined ? [] : [`${bytes} B`]
  const rest = [`${ms.toFixed(1)} ms`, ...size, ...(client === undefined ? [] : [client]), ...named].join(' ')
  return `${pc.dim(time)} ${colour(level.padEnd(5))} ${method} ${printable(url, MAX_SHOWN)} ${colour(status)} ${pc.dim(rest)}`
}

/** Returns the id that a proxy assigned to the request. */
const idOf = ({ headers }: RequestLog): string | undefined =>
  matching(headers['x-request-id'], /^[\w.:-]{1,100}$/)

const matching = (text: string | undefined, form: RegExp): string | undefined =>
  text !== undefined && form.test(text) ? text : undefined

/** Formats an event of the server as one line of JSON: `{"time":…,"level":"info","message":"listening","url":…}`. */
export const eventLine = (message: string, more: Readonly<Record<string, string>>): string =>
  JSON.stringify({ time: new Date().toISOString(), level: 'info', message, ...more })
