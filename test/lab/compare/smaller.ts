/** Shrinks a request as a text, so that the shrinker works for the requests of every generator. */
import type { WireRequest } from '../../../src/oracle/target/target.ts'

/**
 * Yields the requests that are one step smaller than the request. Of the steps in the query, the largest steps come
 * first.
 */
export function* smaller(request: WireRequest): Generator<WireRequest> {
  const { headers, method, url } = request
  for (const name of Object.keys(headers)) {
    const { [name]: _gone, ...rest } = headers
    yield { ...request, headers: rest }
  }
  if (method !== 'GET') yield { ...request, method: 'GET' }
  for (const shorter of smallerUrls(url)) yield { ...request, url: shorter }
}

function* smallerUrls(url: string): Generator<string> {
  const at = url.indexOf('?')
  if (at < 0) return
  const path = url.slice(0, at)
  const parts = url.slice(at + 1).split('&')
  const with_ = (left: readonly string[]): string => (left.length === 0 ? path : `${path}?${left.join('&')}`)
  for (let size = Math.ceil(parts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < parts.length; from += size) yield with_(parts.toSpliced(from, size))
  for (const [place, part] of parts.entries())
    for (const shorter of smallerParts(part)) yield with_(parts.with(place, shorter))
  const [, root = '', name = '', id] = /^(.*)\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  if (id !== undefined && root !== '') yield `${root}/${name}?${parts.join('&')}`
}

/** Yields the forms of `key[a][b]=value` with one key less, or with a smaller value. */
function* smallerParts(part: string): Generator<string> {
  const at = part.indexOf('=')
  const [key, value] = at < 0 ? [part, undefined] : [part.slice(0, at), part.slice(at + 1)]
  const end = value === undefined ? '' : `=${value}`
  const [root = '', ...keys] = key.split(/(?=\[|%5B)/i)
  for (let count = Math.ceil(keys.length / 2); count >= 1; count = count === 1 ? 0 : Math.ceil(count / 2))
    for (let from = 0; from + count <= keys.length; from++)
      yield `${[root, ...keys.toSpliced(from, count)].join('')}${end}`
  if (value === undefined) return
  for (const shorter of smallerValues(value)) yield `${key}=${shorter}`
}

const SIMPLE = ['', 'a', '1'] as const

function* smallerValues(value: string): Generator<string> {
  if (value === '') return
  for (const simple of SIMPLE) if (simple.length < value.length) yield simple
  for (const mark of [',', '%2C', '.', ':']) {
    const items = value.split(mark)
    if (items.length < 2) continue
    for (const [place] of items.entries()) yield items.toSpliced(place, 1).join(mark)
  }
  if (value.length > 8) {
    yield value.slice(0, value.length >> 1)
    yield value.slice(value.length >> 1)
  }
}
