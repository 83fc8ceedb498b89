/** Serves the files of the explorer page from the package. */
import { createHash } from 'node:crypto'
import { lookup } from 'mrmime'
import type { ApiResponse } from '../../reference/api.ts'
import { unpacked } from '../../tools/explorer/packed.ts'
import type { MockRequest } from '../layer.ts'

/** The path of the explorer page and of its files. */
export const PAGE_ROOT = '/_populace'
const FILES = `${PAGE_ROOT}/explorer/`

/**
 * The content security policy of the explorer page: the page may only load files of its server, start the worker of
 * the explorer, and send requests to its server.
 */
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

/**
 * The pattern of allowed file names. A name has no slash and no leading dot, so that a request cannot leave the
 * folder.
 */
const NAME = /^[a-z][a-z0-9-]{0,60}\.(?:js|css|json|html)$/

/**
 * Serves the file `name` of the explorer, or the explorer page if `name` is empty; undefined if no such file exists.
 */
export function pageFile(file: string, name: string, request: MockRequest): ApiResponse | undefined {
  const wanted = name === '' ? 'index.html' : name
  if (!NAME.test(wanted)) return undefined
  const text = unpacked(file).get(wanted)
  if (text === undefined) return undefined
  const body = wanted === 'index.html' ? served(text, request.prefix ?? '') : text
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = {
    'content-type': `${lookup(wanted) ?? 'text/plain'}; charset=utf-8`,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // With this header, the browser asks the server at each use of the file. The browser downloads the file only if
    // its version has changed.
    'cache-control': 'no-cache',
    vary: 'Accept, X-Forwarded-Prefix',
    etag,
  }
  const isKnown = request.headers?.['if-none-match'] === etag
  return { status: isKnown ? 304 : 200, headers, body: isKnown || request.method === 'HEAD' ? '' : body }
}

/**
 * Inserts the URL prefix of the server into the HTML of the explorer page. The page then requests all files and data
 * below this prefix.
 */
const served = (html: string, prefix: string): string =>
  html
    .replaceAll('="./', `="${prefix}${FILES}`)
    .replace('data-server=""', `data-server="${prefix}${PAGE_ROOT}"`)
