/**
 * Imitates `strapi-plugin-populate-all` 1.5.2. The parameters `populate=all` and `populateAll` populate everything,
 * but nothing below a model that is already on the path. The plugin converts `populate=all` and `populateAll` to the
 * word `populate-all` in `_q`. A client may also write the word `populate-all` into `_q`.
 */

import { isText, parseQueryString, type RawMap, written } from '../../reference/parse/url.ts'
import { type Below, type CodeLevel, FLAT, flat, type Instead } from '../../reference/plan/level.ts'
import type { ApiRequest } from '../../reference/request.ts'
import type { ContentType, Model, PopulatableAttribute, Uid } from '../../reference/schema/schema.ts'
import { isPopulatable } from '../../reference/schema/target.ts'
import { asDecoded } from '../../util/url/percent.ts'
import { splitTarget } from '../../util/url/target.ts'

export interface AllConfig {
  /**
   * The uids of the relation targets to populate. The value `true` means all relation targets, and `false` means no
   * relation target.
   */
  readonly relations: boolean | readonly Uid[]
}

const WORD = 'populate-all'
/** The maximum number of characters of a URL that this module reads; the reference rejects longer URLs anyway. */
const MAX_LENGTH = 16 * 1024

/**
 * Returns the request that the project's own code receives from the plugin. If the request asks for everything, it
 * has the word `populate-all` at the end of `_q`.
 */
export function carried(request: ApiRequest): ApiRequest {
  if (typeof request.url !== 'string' || request.url.length > MAX_LENGTH) return request
  const { path, search } = splitTarget(request.url)
  const query = parseQueryString(search, () => undefined)
  const isAll = query['populate'] === 'all'
  const times = (asksForAll(query) ? 1 : 0) + (isAll ? 1 : 0)
  if (times === 0) return request
  const text = query['_q'] ?? ''
  const replaced = isAll ? ['populate', '_q'] : ['_q']
  const others = search.split('&').filter((part) => !replaced.includes(rootOf(part)))
  const parts = [...others, `_q=${encoded(written(text) + WORD.repeat(times))}`]
  return { ...request, url: `${path}?${parts.join('&')}` }
}

/** Encodes a text for a URL through UTF-8, because half a surrogate pair has no percent-encoding. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

/** Returns whether the query has `populateAll` with a value other than the empty text and `false`. */
function asksForAll({ populateAll }: RawMap): boolean {
  return populateAll !== undefined && populateAll !== '' && populateAll !== 'false'
}

/** Returns the root parameter of a part of a query string: `a[b]=1` → `a`. */
function rootOf(part: string): string {
  const [key = ''] = part.split('=')
  const [root = ''] = asDecoded(key).split('[')
  return root
}

/**
 * Returns the attributes that the word `populate-all` in `_q` populates, and the text of `_q` without this word.
 * Returns undefined if `_q` lacks the word.
 */
export function allOf({ _q: text }: RawMap, type: ContentType, config: AllConfig): Instead | undefined {
  if (!isText(text) || !text.includes(WORD)) return undefined
  return { kind: 'instead', populate: levelOf(type, [], config), search: text.replace(WORD, '') }
}

function levelOf(model: Model, above: readonly Uid[], config: AllConfig): CodeLevel {
  if (above.includes(model.uid)) return FLAT
  const into: Below = (next) => levelOf(next, [...above, model.uid], config)
  const all = [...model.attributes.values()].filter(isPopulatable)
  const attributes = new Map<string, Below>()
  for (const attribute of all) {
    const below = belowOf(attribute, into, config)
    if (below !== undefined) attributes.set(attribute.name, below)
  }
  const fails = config.relations === true && all.some((one) => one.kind === 'morphTo' && !one.private)
  return { attributes: attributes.size === 0 && !fails ? '*' : attributes, fails }
}

/**
 * Returns a function for the attributes that the plugin populates below an attribute; undefined for an attribute
 * that the plugin omits.
 */
function belowOf(attribute: PopulatableAttribute, into: Below, { relations }: AllConfig): Below | undefined {
  switch (attribute.kind) {
    case 'media':
      return flat
    case 'component':
    case 'zone':
      return into
    // The plugin populate-all does not populate morph relations.
    case 'morphTo':
      return undefined
    case 'relation':
    case 'morphBy':
      if (attribute.name === 'localizations') return flat
      if (attribute.private) return undefined
      return relations === true || (relations !== false && relations.includes(attribute.target))
        ? into
        : undefined
  }
}
