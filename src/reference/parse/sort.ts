import type { SortKey, SortOrder, SortSyntax } from './syntax.ts'
import { isList, isMap, isText, type Raw, type RawMap } from './url.ts'

const none: SortSyntax = { keys: [], meaningful: false }

/** `sort=a,b.c:desc`, lists of such texts, `sort[a]=desc`, `sort[b][c]=desc`, lists of such maps → keys in order. */
export function parseSort(raw: Raw | undefined): SortSyntax {
  if (raw === undefined || raw === null) return none
  if (isText(raw)) return texts([raw])
  if (isMap(raw)) return objects([raw])
  const areTexts = raw.every(isText)
  const areObjects = raw.every((item) => typeof item === 'object' && item !== null)
  const nested = areObjects && raw.some(isList) ? ({ nested: true } as const) : {}
  if (!raw.some(carriesOrder))
    return areTexts || areObjects ? { ...none, ...nested } : { ...none, mixed: true }
  if (areTexts) return texts(raw.filter(isText))
  if (areObjects) return { ...objects(raw), ...nested }
  // The keys of a mixed list are its positions, and no attribute is called "0".
  return {
    keys: [{ path: ['0'], order: { kind: 'none' }, form: 'object', item: 0, depth: 1 }],
    meaningful: true,
  }
}

function texts(list: readonly string[]): SortSyntax {
  const items = list.flatMap((text) => {
    const parts = text.split(',')
    return parts.map((part) => textKey(part.trim(), parts.length > 1 ? 2 : 1))
  })
  const keys = numbered(items)
  const isUnnamed = list.some((text) => text.split(',').some((part) => part.trim().startsWith(':')))
  return { keys, meaningful: keys.length > 0, ...(isUnnamed ? { unnamed: true } : {}) }
}

/** Numbers the items of a list of keys from 0. Items without a key do not count. */
const numbered = (items: readonly (readonly SortKey[])[]): readonly SortKey[] =>
  items.filter((keys) => keys.length > 0).flatMap((keys, item) => keys.map((key) => ({ ...key, item })))

/** Parses `a.b:desc:ignored`. A part without a name before the colon is not a key. */
function textKey(part: string, depth: number): readonly SortKey[] {
  const [field = '', order] = part.split(':')
  if (field.trim() === '') return []
  const text: SortOrder = order === undefined ? { kind: 'none' } : { kind: 'text', text: order }
  const path = field.split('.').map((name, at) => (at === 0 ? name : name.trimStart()))
  return [{ path, order: text, form: 'text', item: 0, depth }]
}

/** Parses objects of orders. Lists among them are not orders. */
function objects(list: readonly Raw[]): SortSyntax {
  const items = list.map((one): readonly SortKey[] => {
    if (isMap(one)) return mapKeys(one, [])
    return isList(one) ? listedKeys(one) : []
  })
  return { keys: numbered(items), meaningful: list.some(carriesOrder) }
}

/** The names in a list, or the first item that is neither a name nor blank. */
function listedKeys(list: readonly Raw[]): readonly SortKey[] {
  const names = parseSort(list).keys.map(listed)
  const stranger = list.find((one) => !isText(one) || one.trim() !== '')
  if (names.length > 0 || stranger === undefined) return names
  const order: SortOrder = isText(stranger) ? { kind: 'listed' } : { kind: 'other', names: null }
  return [{ path: [], order, form: 'object', item: 0, depth: 1 }]
}

/** The rest of a list that mixes texts and objects is not a name. The check reaches it at once. */
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

/** Whether the sort names an order or a field. `sort[]`, `sort=,` and `sort[a][]=b` do not. */
function carriesOrder(raw: Raw): boolean {
  if (isText(raw)) return raw.split(',').some((part) => (part.split(':')[0] ?? '').trim() !== '')
  if (!isMap(raw)) return false
  return Object.values(raw).some((value) =>
    isText(value) ? value !== '' : isMap(value) && carriesOrder(value),
  )
}

/**
 * Reads a key through a relation. In it, a colon means a dot: `author:name` is `author.name`, and only an order ends the
 * path. The object form has no colons.
 */
export function throughRelation(key: SortKey): SortKey {
  const { path, order, form } = key
  if (form !== 'text' || order.kind !== 'text' || /^(asc|desc)$/i.test(order.text)) return key
  return { ...key, path: order.text === '' ? path : [...path, order.text], order: { kind: 'none' } }
}

/**
 * The order of a relation, `[author]=a,b.c`: names of linked entries, with a colon in the meaning of a dot; null if it is
 * blank.
 */
export function namesInOrder(text: string): readonly SortKey[] | null {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.every((part) => part === '')) return null
  const items = parts.map((part): readonly SortKey[] => {
    const [first = '', ...rest] = part.split(/[.:]/)
    const path = [first, ...rest.filter((name) => name !== '')]
    return first === '' ? [] : [{ path, order: { kind: 'none' }, form: 'text', item: 0, depth: 1 }]
  })
  return numbered(items)
}

/** Whether a key has a valid order. No order is ascending. */
export const isFollowed = ({ order, form }: SortKey): boolean =>
  order.kind === 'none' || (order.kind === 'text' && (form === 'text' || order.text.trim() !== ''))

/** Whether a number follows the name in the text form. It is a position in a list, and no sort key. */
export const isPosition = ({ form }: SortKey, behind: readonly string[]): boolean =>
  form === 'text' && behind.some((name) => /^\d+$/.test(name))
