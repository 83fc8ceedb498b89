/** Converts the arguments of a call to plain JSON, because the server receives only plain JSON. */
import type { Json } from '../../../../../util/json.ts'
import { isCallable, memberOf } from '../values.ts'

const MOST_DEPTH = 200

/**
 * Converts a value to plain JSON. Converts dates to ISO strings and bigints to strings, and omits undefined and
 * functions.
 * @param what - The name of the call in error messages, such as `strapi.documents("api::a.a").create`.
 * @throws Error for a value that contains itself, and for a value that is nested too deeply.
 */
export function plainJson(value: unknown, what: string): Json | undefined {
  return plain(value, { what, above: new Set(), depth: 0 })
}

interface PlainWalk {
  readonly what: string
  readonly above: ReadonlySet<object>
  readonly depth: number
}

function plain(value: unknown, walk: PlainWalk): Json | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'bigint':
      return value.toString()
    case 'object':
      return value === null ? null : plainObject(value, walk)
    case 'undefined':
    case 'function':
    case 'symbol':
      return undefined
  }
}

function plainObject(value: object, { what, above, depth }: PlainWalk): Json | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (above.has(value)) throw new Error(`${what}: an argument contains itself and cannot be stored`)
  if (depth >= MOST_DEPTH)
    throw new Error(`${what}: an argument is nested more than ${MOST_DEPTH} levels deep`)
  const inner: PlainWalk = { what, above: new Set(above).add(value), depth: depth + 1 }
  const toJson = memberOf(value, 'toJSON')
  if (isCallable(toJson)) return plain(Reflect.apply(toJson, value, []), inner)
  if (Array.isArray(value)) return value.map((item: unknown) => plain(item, inner) ?? null)
  const members: Record<string, Json> = {}
  for (const [name, item] of Object.entries(value)) {
    const json = plain(item, inner)
    if (json !== undefined) members[name] = json
  }
  return members
}
