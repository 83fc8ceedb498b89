import type { SortKey, SortOrder, SortSyntax } from './syntax.ts'
import { isMap, isText, type Raw, type RawMap } from './url.ts'

const none: SortSyntax = { keys: [], meaningful: false }

/** `sort=a,b.c:desc`, lists of such texts, `sort[a]=desc`, `sort[b][c]=desc`, lists of such maps → keys in order. */
export function parseSort(raw: Raw | undefined): SortSyntax {
  if (raw === undefined || raw === null) return none
  if (isText(raw)) return texts([raw])
  if (isMap(raw)) return maps([raw])
  if (!raw.some(carriesOrder)) return none
  if (raw.every(isText)) return texts(raw.filter(isText))
  if (raw.every((item) => typeof item === 'object' && item !== null)) return maps(raw.filter(isMap))
  // A mixed list is read by its positions, and no attribute is called "0".
  return { keys: [{ path: ['0'], order: { kind: 'none' }, form: 'object' }], meaningful: true }
}

function texts(list: readonly string[]): SortSyntax {
  const keys = list.flatMap((text) => text.split(',')).flatMap((part) => textKey(part.trim()))
  return { keys, meaningful: keys.length > 0 }
}

/** `a.b:desc:ignored`; a part without a name before the colon is no key. */
function textKey(part: string): SortKey[] {
  const [field = '', order] = part.split(':')
  if (field.trim() === '') return []
  const text: SortOrder = order === undefined ? { kind: 'none' } : { kind: 'text', text: order }
  const path = field.split('.').map((name, at) => (at === 0 ? name : name.trimStart()))
  return [{ path, order: text, form: 'text' }]
}

function maps(list: readonly RawMap[]): SortSyntax {
  return { keys: list.flatMap((map) => mapKeys(map, [])), meaningful: list.some(carriesOrder) }
}

function mapKeys(map: RawMap, above: readonly string[]): SortKey[] {
  return Object.entries(map).flatMap(([key, value]): SortKey[] => {
    const path = [...above, key]
    if (isMap(value)) return mapKeys(value, path)
    if (isText(value)) return [{ path, order: { kind: 'text', text: value }, form: 'object' }]
    return [{ path, order: { kind: 'other', names: parseSort(value).keys }, form: 'object' }]
  })
}

/** Whether anything in it names an order or a field; `sort[]`, `sort=,` and `sort[a][]=b` do not. */
function carriesOrder(raw: Raw): boolean {
  if (isText(raw)) return raw.split(',').some((part) => (part.split(':')[0] ?? '').trim() !== '')
  if (!isMap(raw)) return false
  return Object.values(raw).some((value) =>
    isText(value) ? value !== '' : isMap(value) && carriesOrder(value),
  )
}

/**
 * Behind a relation a colon is as good as a dot: `author:name` is `author.name`, and only an order ends the path. The
 * object form has no colons.
 */
export function throughRelation(key: SortKey): SortKey {
  const { path, order, form } = key
  if (form !== 'text' || order.kind !== 'text' || /^(asc|desc)$/i.test(order.text)) return key
  return { path: order.text === '' ? path : [...path, order.text], order: { kind: 'none' }, form }
}
