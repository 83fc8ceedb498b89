/** Opens sources with `openSource`, and ends them at the end of the test. */

import { onTestFinished } from 'vitest'
import { type OpenedSource, openSource } from '../../src/server/index.ts'

export async function open(...given: Parameters<typeof openSource>): Promise<OpenedSource> {
  const source = await openSource(...given)
  onTestFinished(source.end)
  return source
}

/** Returns the options of a request that creates a note. */
export const post = (title: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ data: { title } }),
})

export type Handle = OpenedSource['handle']

export async function ask(handle: Handle, path: string, init?: RequestInit) {
  const response = await handle(new Request(`http://localhost/api/${path}`, init))
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
