/**
 * `services` sends the calls of a recording to the services of a real server, and writes the calls with the server's
 * answers.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { isObject, type Json, type JsonObject } from '../../src/util/json.ts'

/** The number of recorded calls in one request to the server. */
const BATCH = 25

/**
 * Sends the calls of a recording to a server again, and writes the new answers. The server answers the calls at
 * `/api/probe`; the README shows the controller of this path.
 */
export async function recordServices(file: string, out: string, url: string): Promise<number> {
  const calls = gunzipSync(readFileSync(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line): JsonObject => JSON.parse(line))
  const lines: string[] = []
  for (let at = 0; at < calls.length; at += BATCH) {
    const batch = calls
      .slice(at, at + BATCH)
      .map(({ service, uid, method, args }) => ({ service, uid, method, args }))
    const answers = await answersTo(batch, url)
    for (const [index, call] of batch.entries())
      lines.push(JSON.stringify({ ...call, ...recorded(answers[index]) }))
  }
  writeFileSync(out, gzipSync(`${lines.join('\n')}\n`, { level: 9 }))
  return lines.length
}

async function answersTo(batch: readonly object[], url: string): Promise<readonly Json[]> {
  const response = await fetch(`${url}/api/probe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(batch),
  })
  if (!response.ok)
    throw new Error(`${url}/api/probe answers ${response.status}: add the controller of the README`)
  return response.json()
}

/**
 * Removes the SQL statement from the message of a database error, because the statement depends on generated aliases.
 */
function recorded(answer: Json | undefined): JsonObject {
  if (!isObject(answer) || answer['ok'] === true)
    return { value: isObject(answer) ? (answer['value'] ?? null) : null }
  const { name = null, message = null, details = null } = isObject(answer['error']) ? answer['error'] : {}
  const text = name === 'SqliteError' ? (String(message).split(' - ').at(-1) ?? null) : message
  return { error: { name, message: text, details } }
}
