/** Requests and events as lines of JSON, for a machine. */

import { randomUUID } from 'node:crypto'
import { bearerToken } from '../../reference/access.ts'
import type { RequestLog } from '../../server/http/reply.ts'
import { namedWorld } from '../../server/worlds/named.ts'
import { urlWithoutSecrets } from '../../util/secrets.ts'

/** The name of the role of a token: undefined for a token that the server does not know. */
export type RoleNameOf = (token: string | undefined) => string | undefined

/** The longest URL in the log, in characters. */
const MAX_SHOWN = 2_000

/** A request as one line of JSON; status 0 means that the connection was cut. */
export function jsonLine(line: RequestLog, roleNameOf: RoleNameOf): string {
  const { method, url, status, milliseconds, headers, client } = line
  const named = namedWorld({ method, url, headers })
  const isNamed = named !== undefined && named !== 'bad'
  return JSON.stringify({
    time: new Date().toISOString(),
    level: status >= 500 || status === 0 ? 'error' : status >= 400 ? 'warn' : 'info',
    id: idOf(headers['x-request-id']),
    client,
    method,
    url: urlWithoutSecrets(url).slice(0, MAX_SHOWN),
    status,
    ms: Math.round(milliseconds * 100) / 100,
    bytes: line.bytes(),
    world: isNamed ? named.name : undefined,
    role: roleNameOf(bearerToken(headers['authorization'])),
  })
}

/** The id that a proxy gave the request, or a new one. */
const idOf = (given: string | undefined): string =>
  given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID()

/** An event of the server as one line of JSON: `{"time":…,"level":"info","message":"listening","url":…}`. */
export const eventLine = (message: string, more: Readonly<Record<string, string>>): string =>
  JSON.stringify({ time: new Date().toISOString(), level: 'info', message, ...more })
