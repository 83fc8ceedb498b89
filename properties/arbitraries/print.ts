/** Prints a query tree as a query string, in any notation of common serializers. */

/** The content of a query string as nested JSON: texts, null (for a name without `=`), lists and objects. */
export type QueryTree = string | null | readonly QueryTree[] | QueryObject
export interface QueryObject {
  readonly [key: string]: QueryTree
}

export interface Notation {
  /**
   * The notation of lists, which is `a[0]=x`, `a[]=x` or a repeated name. A list with an item that is not a text is
   * always printed with indices.
   */
  readonly lists: 'indices' | 'brackets' | 'repeat'
  /**
   * The characters to percent-encode: only the necessary characters (`needed`), also the brackets of names and signs
   * such as `$` and `,` (`usual`), or all characters. The value `form` is like `usual`, but writes a blank as a plus
   * sign, as `URLSearchParams` does.
   */
  readonly encoding: 'needed' | 'usual' | 'form' | 'all'
  /** Whether percent-encoding uses lower-case hexadecimal digits, such as `%5b`. */
  readonly lowerCase: boolean
}

/**
 * All notations of query strings: every combination of a notation of lists, an encoding and a letter case.
 *
 * ```ts
 * const texts = NOTATIONS.map((notation) => printQuery({ fields: ['id', 'title'] }, notation))
 * ```
 */
export const NOTATIONS: readonly Notation[] = (['indices', 'brackets', 'repeat'] as const).flatMap((lists) =>
  (['needed', 'usual', 'form', 'all'] as const).flatMap((encoding) =>
    [false, true].map((lowerCase) => ({ lists, encoding, lowerCase })),
  ),
)

export const PLAIN: Notation = { lists: 'indices', encoding: 'needed', lowerCase: false }

export const isTexts = (tree: QueryTree | undefined): tree is readonly string[] =>
  Array.isArray(tree) && tree.every((item) => typeof item === 'string')
export const isObject = (tree: QueryTree | undefined): tree is QueryObject =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree)

/**
 * Returns a query tree as a query string without the question mark. The query string omits empty lists and objects,
 * because it cannot express them.
 *
 * ```ts
 * printQuery({ sort: ['title', 'id:desc'] }) // sort[0]=title&sort[1]=id:desc
 * ```
 */
export function printQuery(query: QueryObject, notation: Notation = PLAIN): string {
  return Object.entries(query)
    .flatMap(([key, value]) => print(encode(key, notation), value, notation))
    .join('&')
}

function print(name: string, tree: QueryTree, notation: Notation): string[] {
  if (tree === null) return [name]
  if (typeof tree === 'string') return [`${name}=${encode(tree, notation)}`]
  if (isObject(tree)) {
    return Object.entries(tree).flatMap(([key, value]) =>
      print(below(name, encode(key, notation), notation), value, notation),
    )
  }
  return tree.flatMap((item, at) => print(itemName(name, at, tree, notation), item, notation))
}

/**
 * Returns the name of a list item in a query string. Objects in a list always get indices, because they would merge
 * otherwise. A list of one text gets at least empty brackets, because it would become a text otherwise.
 */
function itemName(name: string, at: number, list: readonly QueryTree[], notation: Notation): string {
  const { lists } = notation
  if (lists === 'indices' || !isTexts(list)) return below(name, String(at), notation)
  return lists === 'repeat' && list.length > 1 ? name : below(name, '', notation)
}

const below = (name: string, key: string, { encoding, lowerCase }: Notation): string => {
  const [open, close] = encoding === 'needed' ? ['[', ']'] : lowerCase ? ['%5b', '%5d'] : ['%5B', '%5D']
  return `${name}${open}${key}${close}`
}

const NEEDED = /[%&=#+[\]?\s\u0080-\uffff]/gu

function encode(text: string, { encoding, lowerCase }: Notation): string {
  const encoded = ENCODINGS[encoding](text)
  return lowerCase ? encoded.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase()) : encoded
}

const ENCODINGS: { readonly [encoding in Notation['encoding']]: (text: string) => string } = {
  needed: (text) => text.replace(NEEDED, encodeURIComponent),
  usual: encodeURIComponent,
  form: (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  all: (text) =>
    [...new TextEncoder().encode(text)]
      .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
      .join(''),
}
