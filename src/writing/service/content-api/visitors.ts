/**
 * The visitors of the sanitizers. A visitor decides for each key of a query or entry whether the value stays, is
 * removed or is replaced.
 */
import { isOperator } from '../../../reference/operators/operators.ts'
import { isPopulatable, isWithheld } from '../../../reference/schema/target.ts'
import { closedRelation, type Seen } from './closed.ts'
import { isEmptyTree, KEEP, type Outcome, removeIf, setTo, type Visit, type Visitor } from './walk.ts'

const IDS = ['id', 'documentId']

export const isId = (key: string): boolean => IDS.includes(key)

const isMissing = ({ key, attribute }: Visit): boolean => attribute === undefined && !isId(key)
const isZone = ({ attribute }: Visit): boolean => attribute?.kind === 'zone'
const isMorphTo = ({ attribute }: Visit): boolean => attribute?.kind === 'morphTo'
const isPassword = ({ attribute }: Visit): boolean =>
  attribute?.kind === 'scalar' && attribute.type === 'password'
const isPrivate = ({ attribute }: Visit): boolean => attribute?.private === true

const removing =
  (isRemoved: (visit: Visit) => boolean): Visitor =>
  (visit) =>
    removeIf(isRemoved(visit))

/** The visitors for `filters`, in order. The sanitizer walks over `filters` once for each visitor. */
export const FILTER_VISITORS: readonly Visitor[] = [
  removing((visit) => isMissing(visit) && !isOperator(visit.key)),
  removing(isZone),
  removing(isMorphTo),
  removing(isPassword),
  removing(isPrivate),
  removing(({ value }) => isEmptyTree(value)),
]

/**
 * The visitors for `sort`, in order. The last visitor removes relations and components for which no sort key is left.
 */
export const SORT_VISITORS: readonly Visitor[] = [
  removing(isMissing),
  removing(isZone),
  removing(isMorphTo),
  removing(isPrivate),
  removing(isPassword),
  removing(
    ({ key, attribute, value }) =>
      !isId(key) &&
      attribute?.kind !== 'scalar' &&
      (value === undefined ||
        value === null ||
        value === '' ||
        typeof value === 'number' ||
        typeof value === 'boolean' ||
        isEmptyTree(value)),
  ),
]

export const FIELD_VISITORS: readonly Visitor[] = [
  removing((visit) => !isId(visit.key) && visit.attribute?.kind !== 'scalar'),
  removing(isPrivate),
  removing(isPassword),
]

/** The visitor that replaces `*` in a populate by the names of all attributes that can be populated. */
export const expandWildcard: Visitor = ({ key, value, model }) => {
  if (key !== '' || value !== '*' || model === undefined) return KEEP
  const names = [...model.attributes.values()].filter(isPopulatable).map(({ name }) => [name, true])
  return setTo(Object.fromEntries(names))
}

export const removePrivate: Visitor = removing(isPrivate)

/**
 * Returns a visitor that removes the attributes that no answer may contain. With `seen`, the visitor also removes
 * relations to types that the caller may not find.
 */
export const outputVisitor =
  (seen: Seen | undefined): Visitor =>
  (visit): Outcome => {
    const { attribute, model } = visit
    if (isPassword(visit) || isPrivate(visit)) return removeIf(true)
    if (attribute !== undefined && model !== undefined && isWithheld(model, attribute)) return removeIf(true)
    return seen === undefined ? KEEP : closedRelation(visit, seen)
  }

const OPERATIONS = ['connect', 'disconnect', 'set', 'options']

/** The visitor that removes keys that are neither attributes nor keywords such as `connect`. */
export const removeUnknown: Visitor = ({ key, attribute, path, model, parent }) => {
  if (attribute !== undefined) return KEEP
  if (path === null) return removeIf(!isId(key))
  const kind = parent?.kind
  const isLink = kind === 'relation' || kind === 'morphTo' || kind === 'morphBy'
  const isKnown =
    (kind === 'morphTo' && key === '__type') ||
    (kind === 'zone' && model?.modelType === 'component' && key === '__component') ||
    ((isLink || kind === 'media') && OPERATIONS.includes(key)) ||
    ((isLink || kind === 'media' || kind === 'component' || kind === 'zone') && isId(key))
  return removeIf(!isKnown)
}
