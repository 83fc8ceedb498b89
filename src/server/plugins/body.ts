/** Reads the body of a request and parses it like the body of a content write. */
import type { Departs } from '../../reference/strapi/write-quirks.ts'

import type { Json } from '../../util/json.ts'
import { errorBody, isForm, parseBody } from '../../writing/index.ts'
import type { BodyKind, MockRequest } from '../layer.ts'
import { failed, type PluginResponse } from './answer.ts'

/** The result of reading a body. The parsed `value` is undefined if no parser accepts the content type of the body. */
export type ReadBody =
  | { readonly ok: true; readonly value: Json | undefined; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly answer: PluginResponse }

export async function readBody(
  { body, headers = {} }: MockRequest,
  kind: BodyKind,
  departs: Departs,
): Promise<ReadBody> {
  const bytes = body === undefined ? new Uint8Array() : await body(kind)
  if (bytes === 'no-room') {
    const message = 'The server is reading too many request bodies. Try again in a moment'
    return { ok: false, answer: failed(503, 'ServiceUnavailableError', message) }
  }
  if (bytes === 'too-large' || bytes === 'gone') return parsed('too-large', '', departs)
  const type = headers['content-type'] ?? ''
  if (bytes.length === 0) return { ok: true, value: isText(type) ? '' : {}, bytes }
  // An endpoint that accepts files parses the form itself, so the form stays unparsed here.
  return kind === 'files' && isForm(type)
    ? { ok: true, value: undefined, bytes }
    : parsed(bytes, type, departs)
}

const isText = (type: string): boolean => type.trimStart().toLowerCase().startsWith('text/')

/** Parses a body, or returns the error answer for an invalid body. */
function parsed(body: Uint8Array | 'too-large', type: string, departs: Departs): ReadBody {
  const read = parseBody(body, type, () => undefined, departs)
  const bytes = body === 'too-large' ? new Uint8Array() : body
  if (read.ok) return { ok: true, value: read.value, bytes }
  const { status, crash } = read.refusal
  // The real server treats a malformed form as an absent body.
  if (crash !== undefined) return { ok: true, value: undefined, bytes }
  return { ok: false, answer: { status, body: errorBody(read.refusal) } }
}
