/** The body of a request, taken in and read as those of writes are. */

import type { Departs } from '../../reference/strapi/write-quirks.ts'
import type { Json } from '../../util/json.ts'
import { errorBody, parseBody } from '../../writing/index.ts'
import type { MockRequest } from '../layer.ts'
import { failed, type Told } from './answer.ts'

/** `value` is undefined for a body of a type that is not read. */
export type ReadBody =
  | { readonly ok: true; readonly value: Json | undefined; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly answer: Told }

/** Bytes of a form whose texts are read: who takes files in reads the parts itself. */
const MOST_FORM = 1024 * 1024

export async function readBody({ body, headers = {} }: MockRequest, departs: Departs): Promise<ReadBody> {
  const bytes = body === undefined ? new Uint8Array() : await body()
  if (bytes === 'no-room') {
    const message = 'Too many bodies are being read. Ask again in a moment'
    return { ok: false, answer: failed(503, 'ServiceUnavailableError', message) }
  }
  if (bytes === 'too-large' || bytes === 'gone') return parsed('too-large', '', departs)
  const type = headers['content-type'] ?? ''
  const kind = type.trimStart().toLowerCase()
  if (bytes.length === 0) return { ok: true, value: kind.startsWith('text/') ? '' : {}, bytes }
  const isLongForm = bytes.length > MOST_FORM && kind.startsWith('multipart/form-data')
  return isLongForm ? { ok: true, value: undefined, bytes } : parsed(bytes, type, departs)
}

/** What a body says, or why it is not read. */
function parsed(body: Uint8Array | 'too-large', type: string, departs: Departs): ReadBody {
  const read = parseBody(body, type, () => undefined, departs)
  const bytes = body === 'too-large' ? new Uint8Array() : body
  if (read.ok) return { ok: true, value: read.value, bytes }
  const { status, crash } = read.refusal
  // A form whose parts cannot be told says nothing here.
  if (crash !== undefined) return { ok: true, value: undefined, bytes }
  return { ok: false, answer: { status, body: errorBody(read.refusal) } }
}
