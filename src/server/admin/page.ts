/** The files of the explorer, as the package has them. */
import { createHash } from 'node:crypto'
import { lookup } from 'mrmime'
import type { ApiResponse } from '../../reference/api.ts'
import { unpacked } from '../../tools/explorer/packed.ts'
import type { MockRequest } from '../layer.ts'

/** Where the page stands on a server that has it, and the files that it asks for. */
export const PAGE_ROOT = '/_populace'
const FILES = `${PAGE_ROOT}/explorer/`

/** What the page may do: load its own files, start its own worker, ask its own server. Nothing else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The names of files are letters, digits, dashes and dots. */
const NAME = /^[a-z][a-z0-9-]{0,60}\.(?:js|css|json|html)$/

/** The page itself for '', else the file of that name; undefined where there is none. */
export function pageFile(file: string, name: string, request: MockRequest): ApiResponse | undefined {
  const wanted = name === '' ? 'index.html' : name
  if (!NAME.test(wanted)) return undefined
  const text = unpacked(file).get(wanted)
  if (text === undefined) return undefined
  const body = wanted === 'index.html' ? served(text) : text
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = {
    'content-type': `${lookup(wanted) ?? 'text/plain'}; charset=utf-8`,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Asked for each time, and sent only where another version is served since.
    'cache-control': 'no-cache',
    vary: 'Accept',
    etag,
  }
  const isKnown = request.headers?.['if-none-match'] === etag
  return { status: isKnown ? 304 : 200, headers, body: isKnown || request.method === 'HEAD' ? '' : body }
}

/** The page asks the server that it comes from, and finds its files below it. */
const served = (html: string): string =>
  html.replaceAll('="./', `="${FILES}`).replace('data-server=""', `data-server="${PAGE_ROOT}"`)
