/**
 * Makes sentences about one wrong value, which is absent, superfluous or null, or has another type, form or content.
 */
import { isList, isObject, type Json } from '../../util/json.ts'
import { formOf } from './forms.ts'

/** The words by which the sentences name a wrong value. */
export interface Naming {
  /** The words for the value, the most specific first, such as `` `closesAt` `` and `an attribute of the type time`. */
  readonly labels: readonly string[]
  /** The verb of the sentences: the server answers the value, or stores the value of a write. */
  readonly verb: 'answers' | 'stores'
  /** The place of the value, such as ` in the published row`; empty if the value is in the entry itself. */
  readonly where: string
  /** Whether the sentences may quote the expected and the found value. */
  readonly isQuoted: boolean
}

/** Returns sentences about a wrong value, the most specific sentence first. */
export function valueSentences(
  expected: Json | undefined,
  found: Json | undefined,
  naming: Naming,
): readonly string[] {
  const { labels, verb, where } = naming
  const all = (text: (label: string) => string): readonly string[] =>
    labels.map((label) => `The server ${text(label)}${where}.`)
  if (found === undefined) {
    const [name = '', ...groups] = all((label) => `omits ${label}`)
    return [
      name,
      ...(expected === null ? [`The server omits attributes that are null${where}.`] : []),
      ...groups,
    ]
  }
  if (expected === undefined) {
    const value = found === null ? 'null' : isList(found) && found.length === 0 ? 'an empty list' : undefined
    const named = value === undefined ? [] : all((label) => `adds ${label} as ${value}`)
    return [...named, ...all((label) => `adds ${label}`)]
  }
  const form = jsonTextForm(expected, found) ?? nullForm(expected, found) ?? formOf(expected, found)
  const [ours, theirs] = [typeOf(expected), typeOf(found)]
  return [
    ...(form === undefined ? [] : all((label) => `${verb} ${label} ${form}`)),
    ...(naming.isQuoted && isShort(expected) && isShort(found)
      ? all((label) => `${verb} ${quoted(found)} for ${label} in place of ${quoted(expected)}`).slice(0, 1)
      : []),
    ...(ours === theirs
      ? all((label) => `${verb} another ${ours} for ${label}`)
      : all((label) => `${verb} ${article(theirs)} for ${label} in place of ${article(ours)}`)),
  ]
}

/** Returns the form of a list, an object, a number or a boolean that the server answers as a text. */
function jsonTextForm(expected: Json, found: Json): string | undefined {
  if (typeof found !== 'string' || expected === null || typeof expected === 'string') return undefined
  if (JSON.stringify(expected) !== found) return undefined
  return typeof expected === 'object' ? 'as a text that contains JSON' : 'as a text'
}

/** Returns the words for a value that the server replaces by null, or that it has in place of null. */
function nullForm(expected: Json, found: Json): string | undefined {
  if (found === null && isEmpty(expected)) return `as null in place of \`${JSON.stringify(expected)}\``
  return expected === null && isEmpty(found) ? `as \`${JSON.stringify(found)}\` in place of null` : undefined
}

/** Returns whether a value is one that some languages treat like null: an empty text or list, 0 or false. */
const isEmpty = (json: Json): boolean =>
  json === '' || json === 0 || json === false || (isList(json) && json.length === 0)

type JsonType = 'null' | 'text' | 'number' | 'boolean' | 'list' | 'object'

function typeOf(json: Json): JsonType {
  if (json === null) return 'null'
  if (isList(json)) return 'list'
  if (isObject(json)) return 'object'
  return typeof json === 'string' ? 'text' : typeof json === 'number' ? 'number' : 'boolean'
}

const article = (type: JsonType): string =>
  type === 'null' ? type : type === 'object' ? 'an object' : `a ${type}`

/** The maximum length of a text that a sentence quotes, in characters. */
const MAX_QUOTED = 40

const isShort = (json: Json): boolean =>
  json === null || (typeof json === 'string' ? json.length <= MAX_QUOTED : typeof json !== 'object')

const quoted = (json: Json): string => (typeof json === 'string' ? `“${json}”` : String(json))
