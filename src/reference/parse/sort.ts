import type { SortKey, SortOrder, SortSyntax } from './syntax.ts'
import { isList, isMap, isText, type Raw, type RawMap } from './url.ts'

const none: SortSyntax = { keys: [], meaningful: false }

/**
 * The sort key that stands for a `sort` list of both texts and objects. The real server reads the positions in a list
 * of both texts and objects as attribute names. No attribute has the name `0`, so the check refuses this sort key.
 */
const positionKey: SortKey = { path: ['0'], order: { kind: 'none' }, form: 'object', item: 0, depth: 1 }

/**
 * Parses `sort=a,b.c:desc`, lists of such texts, `sort[a]=desc`, `sort[b][c]=desc` and lists of such maps into keys in
 * order.
 */
export function parseSort(raw: Raw | undefined): SortSyntax {
  if (raw === undefined || raw === null) return none
  if (isText(raw)) return texts([raw])
  if (isMap(raw)) return objects([raw])
  const areTexts = raw.every(isText)
  const areObjects = raw.every((item) => typeof item === 'object' && item !== null)
  const nested = areObjects && raw.some(holdsItems) ? ({ nested: true } as const) : {}
  if (!raw.some(carriesOrder)) {
    const idle = areObjects ? objects(raw).keys : []
    if (areObjects) return { ...none, ...nested, ...(idle.length > 0 ? { idle } : {}) }
    return areTexts ? none : { ...none, mixed: true }
  }
  if (areTexts) return texts(raw.filter(isText))
  if (areObjects) return { ...objects(raw), ...nested, listed: true }
  return { keys: [positionKey], meaningful: true }
}

const holdsItems = (raw: Raw): boolean => isList(raw) && raw.some((one) => !isText(one) || one.trim() !== '')

function texts(list: readonly string[]): SortSyntax {
  const items = list.flatMap((text) => {
    const parts = text.split(',')
    return parts.map((part) => textKey(part.trim(), parts.length > 1 ? 2 : 1))
  })
  const keys = numbered(items)
  const isUnnamed = list.some((text) => text.split(',').some((part) => part.trim().startsWith(':')))
  return { keys, meaningful: keys.length > 0, ...(isUnnamed ? { unnamed: true } : {}) }
}

/** Numbers the items of a sort list from 0, and skips items that contain no sort key. */
const numbered = (items: readonly (readonly SortKey[])[]): readonly SortKey[] =>
  items.filter((keys) => keys.length > 0).flatMap((keys, item) => keys.map((key) => ({ ...key, item })))

/**
 * Parses one key of a `sort` text, between two commas, such as `a.b:desc:ignored`. A text without a name before the
 * colon contains no sort key.
 */
function textKey(part: string, depth: number): readonly SortKey[] {
  const [field = '', order] = part.split(':')
  if (field.trim() === '') return []
  const text: SortOrder = order === undefined ? { kind: 'none' } : { kind: 'text', text: order }
  const path = field.split('.').map((name, at) => (at === 0 ? name : name.trimStart()))
  return [{ path, order: text, form: 'text', item: 0, depth }]
}

/**
 * Parses a `sort` list of objects, which map names to sort orders. A list in place of a sort order does not count as
 * an order.
 */
function objects(list: readonly Raw[]): SortSyntax {
  const items = list.map((one): readonly SortKey[] => {
    if (isMap(one)) return mapKeys(one, [])
    return isList(one) ? listedKeys(one) : []
  })
  return { keys: numbered(items), meaningful: list.some(carriesOrder) }
}

/**
 * Returns the sort keys in a list inside a `sort` list. If the inner list contains no name, the result is one invalid
 * key for its first item that is not blank.
 */
function listedKeys(list: readonly Raw[]): readonly SortKey[] {
  const { keys, idle = [], mixed } = parseSort(list)
  const names = (mixed ? [positionKey] : [...keys, ...idle]).map(listed)
  const stranger = list.find((one) => !isText(one) || one.trim() !== '')
  if (names.length > 0 || stranger === undefined) return names
  const order: SortOrder = isText(stranger) ? { kind: 'listed' } : { kind: 'other', names: null }
  return [{ path: [], order, form: 'object', item: 0, depth: 1 }]
}

/**
 * Marks a sort key as an item of an inner list, so that the check does not read it as a sort order. The sort key that
 * stands for a mixed list stays unchanged.
 */
const listed = (key: SortKey): SortKey =>
  key.form === 'object' && key.order.kind === 'none'
    ? key
    : { ...key, order: { kind: 'listed' }, depth: key.depth + 1 }

function mapKeys(map: RawMap, above: readonly string[]): readonly SortKey[] {
  return Object.entries(map).flatMap(([key, value]): readonly SortKey[] => {
    const path = [...above, key]
    return isMap(value)
      ? mapKeys(value, path)
      : [{ path, order: orderIn(value), form: 'object', item: 0, depth: 1 }]
  })
}

function orderIn(value: Exclude<Raw, RawMap>): SortOrder {
  if (isText(value)) return { kind: 'text', text: value }
  return { kind: 'other', names: value === null ? null : parseSort(value).keys }
}

/**
 * Returns whether the value of `sort` contains a sort order or an attribute name. The queries `sort[]`, `sort=,` and
 * `sort[a][]=b` contain neither a sort order nor an attribute name.
 */
function carriesOrder(raw: Raw): boolean {
  if (isText(raw)) return raw.split(',').some((part) => (part.split(':')[0] ?? '').trim() !== '')
  if (!isMap(raw)) return false
  return Object.values(raw).some((value) =>
    isText(value) ? value !== '' : isMap(value) && carriesOrder(value),
  )
}

/**
 * Reads a sort key that leads through a relation. In a sort key, a colon after a relation means a dot: `author:name`
 * means `author.name`, unless the text after the colon is a sort order. A sort key in the object form stays
 * unchanged.
 */
export function throughRelation(key: SortKey): SortKey {
  const { path, order, form } = key
  if (form !== 'text' || order.kind !== 'text' || /^(asc|desc)$/i.test(order.text)) return key
  return { ...key, path: order.text === '' ? path : [...path, order.text], order: { kind: 'none' } }
}

/** Returns whether the text of an order contains nothing but blanks and commas. */
export const isBlankOrder = (text: string): boolean => text.split(',').every((part) => part.trim() === '')

/**
 * Parses the value of `sort[author]=a,b.c` as attribute names of the linked type. In the value of `sort[author]`, a
 * colon separates names like a dot. Returns null if the value of `sort[author]` contains no name.
 */
export function namesInOrder(text: string): readonly SortKey[] | null {
  if (isBlankOrder(text)) return null
  const parts = text.split(',').map((part) => part.trim())
  const items = parts.map((part): readonly SortKey[] => {
    const [first = '', ...rest] = part.split(/[.:]/)
    const path = [first, ...rest.filter((name) => name !== '')]
    return first === '' ? [] : [{ path, order: { kind: 'none' }, form: 'text', item: 0, depth: 1 }]
  })
  return numbered(items)
}

/** Returns whether a sort key has a valid order. A missing sort order is valid, and means ascending. */
export const isFollowed = ({ order, form }: SortKey): boolean =>
  order.kind === 'none' || (order.kind === 'text' && (form === 'text' || order.text.trim() !== ''))

/**
 * Returns whether a number follows the name of a sort key in the text form, as in `a.0`. A number after the name of a
 * sort key is a position in a list and not part of the key.
 */
export const isPosition = ({ form }: SortKey, behind: readonly string[]): boolean =>
  form === 'text' && behind.some((name) => /^\d+$/.test(name))
