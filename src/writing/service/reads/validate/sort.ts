/** Validates the names in `sort` of the document service. */
import type { Attribute, Model } from '../../../../reference/schema/schema.ts'
import { targetOf } from '../../../../reference/schema/target.ts'
import { isList, isObject, type Json } from '../../../../util/json.ts'
import { invalidKey } from '../../fault.ts'
import { hasSort } from '../convert/sort.ts'
import type { ServicePlace } from '../place.ts'
import { noKind } from './filters.ts'

interface SortWalk {
  readonly place: ServicePlace
  readonly visit: (visited: { key: string; attribute: Attribute | undefined; path: string | null }) => void
}

/** Checks that all names in `sort` are known; then refuses zones, and then morph relations. @throws ServiceFault */
export function validateSort(sort: Json, model: Model | undefined, place: ServicePlace): void {
  const draftAndPublish = model?.modelType === 'contentType' && model.draftAndPublish
  const isKnown: SortWalk['visit'] = ({ key, attribute, path }) => {
    const isNamed = key === 'id' || key === 'documentId' || (key === 'status' && draftAndPublish)
    if (attribute === undefined && !isNamed) throw invalidKey(key, path)
  }
  for (const visit of [isKnown, noKind('zone'), noKind('morphTo')])
    visitSort(sort, model, null, { visit, place })
}

function visitSort(
  sort: Json | undefined,
  model: Model | undefined,
  above: string | null,
  walk: SortWalk,
): void {
  if (isList(sort)) return visitList(sort, model, above, walk)
  if (typeof sort === 'string') {
    const parts = sort.split(',')
    if (parts.length > 1) for (const part of parts) visitSort(part.trim(), model, above, walk)
    else visitText(sort.trim(), model, above, walk)
    return
  }
  if (isObject(sort))
    for (const [key, value] of Object.entries(sort)) visitKey(key, value, model, above, walk)
}

/**
 * Checks a sort that is a list of texts or a list of objects. If the items are neither all texts nor all objects, the
 * indexes of the list count as names.
 */
function visitList(
  sort: readonly Json[],
  model: Model | undefined,
  above: string | null,
  walk: SortWalk,
): void {
  if (!hasSort(sort)) return
  const isAlike =
    sort.every((item) => typeof item === 'string') ||
    sort.every((item) => typeof item === 'object' && item !== null)
  for (const [at, item] of sort.entries())
    if (isAlike) visitSort(item, model, above, walk)
    else visitKey(String(at), item, model, above, walk)
}

/** Checks a sort text such as `author.name:desc`: first `author`, then the rest below `author`. */
function visitText(text: string, model: Model | undefined, above: string | null, walk: SortWalk): void {
  const [root = '', ...rest] = text.split('.').flatMap((part) => part.split(':'))
  if (root === '') return
  visitKey(root, rest.length === 0 ? undefined : rest.reduce(joined, ''), model, above, walk)
}

function joined(text: string, part: string): string {
  if (part === '') return text
  if (text === '') return part
  return ['asc', 'desc'].includes(part.toLowerCase()) ? `${text}:${part}` : `${text}.${part}`
}

function visitKey(
  key: string,
  value: Json | undefined,
  model: Model | undefined,
  above: string | null,
  walk: SortWalk,
): void {
  const attribute = model?.attributes.get(key)
  const path = attribute === undefined ? above : above === null ? key : `${above}.${key}`
  walk.visit({ key, attribute, path })
  switch (attribute?.kind) {
    case 'relation':
    case 'media':
    case 'component':
      return visitSort(value, targetOf(walk.place.schema, attribute), path, walk)
    default:
  }
}
