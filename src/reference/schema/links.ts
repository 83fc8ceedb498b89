/** Checks the references of attributes to other types and components. */
import { type AttributeDraft, RELATION_KINDS } from './attribute.ts'
import { at, expectedName, type Place, type Report, shown } from './fault.ts'
import type { MorphByAttribute, RelationAttribute, Uid } from './schema.ts'

/** A set of names, possibly the set of all names. */
export type Names = Pick<ReadonlySet<string>, 'has'>

/**
 * The set of all names. `EVERY_NAME` stands for the names in a file that cannot be read, so that every name counts as
 * known.
 */
export const EVERY_NAME: Names = { has: () => true }

/** A content type or component whose references to other types are not checked yet. */
export interface ModelDraft {
  readonly uid: Uid
  readonly attributes: ReadonlyMap<string, AttributeDraft>
  /** The names of the attributes of the type whose faults are already reported. */
  readonly unreadable: Names
}

/** All content types and components by uid. */
export interface Drafts {
  readonly contentTypes: ReadonlyMap<Uid, ModelDraft>
  readonly components: ReadonlyMap<Uid, ModelDraft>
}

/**
 * Returns whether the types that an attribute refers to exist, and whether the other side of a relation refers back.
 * The function reports a fault if a type does not exist or the other side does not refer back.
 */
export function isLinked(draft: AttributeDraft, owner: ModelDraft, drafts: Drafts, report: Report): boolean {
  const { attribute, place } = draft
  switch (attribute.kind) {
    case 'scalar':
    case 'media':
    case 'morphTo':
      return true
    case 'component':
      return isKnown('component', attribute.component, drafts.components, at(place, 'component'), report)
    case 'zone': {
      const known = attribute.components.map((uid, index) =>
        isKnown('component', uid, drafts.components, at(at(place, 'components'), index), report),
      )
      return known.every(Boolean)
    }
    case 'morphBy':
      return isMorphBy(attribute, place, drafts, report)
    case 'relation':
      return (
        isKnown('content type', attribute.target, drafts.contentTypes, at(place, 'target'), report) &&
        pointsBack(draft, attribute, owner, drafts, report)
      )
  }
}

function isKnown(
  what: 'content type' | 'component',
  uid: Uid,
  known: ReadonlyMap<Uid, ModelDraft>,
  place: Place,
  report: Report,
): boolean {
  if (known.has(uid)) return true
  const expected = expectedName(`a ${what} of this dataset`, uid, known.keys())
  const sought = [what === 'component' ? 'components/' : 'content-types/']
  report(place, { message: `unknown ${what}`, expected, found: shown(uid), sought, missing: uid })
  return false
}

function isMorphBy(
  { target, by }: MorphByAttribute,
  place: Place,
  { contentTypes }: Drafts,
  report: Report,
): boolean {
  if (!isKnown('content type', target, contentTypes, at(place, 'target'), report)) return false
  const kind = contentTypes.get(target)?.attributes.get(by)?.attribute.kind
  if (kind === 'morphTo') return true
  if (contentTypes.get(target)?.unreadable.has(by)) return false
  const expected = `a morphToOne or morphToMany of ${target}`
  report(at(place, 'morphBy'), {
    message: 'morphBy names no morphTo',
    expected,
    found: foundAttribute(by, kind),
  })
  return false
}

/**
 * Returns whether the two sides of a relation name each other and have mirrored kinds. One side of a two-sided
 * relation has `inversedBy`, and the other side has `mappedBy`.
 */
function pointsBack(
  { side, place }: AttributeDraft,
  { name, target, inverse }: RelationAttribute,
  owner: ModelDraft,
  { contentTypes }: Drafts,
  report: Report,
): boolean {
  if (side === null || inverse === null) return true
  const other = contentTypes.get(target)?.attributes.get(inverse)
  const back = other?.attribute
  const opposite = side.key === 'inversedBy' ? 'mappedBy' : 'inversedBy'
  const kind = RELATION_KINDS[side.kind]
  const agrees =
    back?.kind === 'relation' &&
    back.target === owner.uid &&
    back.inverse === name &&
    other?.side?.key === opposite &&
    other.side.kind === kind
  if (agrees) return true
  const here = `${owner.uid} ${name}`
  if (contentTypes.get(target)?.unreadable.has(inverse)) return false
  if (back?.kind === 'relation' && isReportedThere(back, `${target} ${inverse}`, here, contentTypes))
    return false
  const expected = `a ${kind} of ${target} to ${owner.uid} with ${opposite} ${shown(name)}`
  report(at(place, side.key), {
    message: 'the other side does not point back',
    expected,
    found: foundAttribute(inverse, other?.side?.kind ?? back?.kind),
  })
  return false
}

/**
 * Returns whether the check of the other side reports the fault of the relation, so that this side does not report it
 * a second time.
 */
function isReportedThere(
  { target, inverse }: RelationAttribute,
  there: string,
  here: string,
  contentTypes: Drafts['contentTypes'],
): boolean {
  const named = contentTypes.get(target)
  if (named === undefined) return true
  if (inverse === null) return false
  if (`${target} ${inverse}` === here) return there < here
  return !named.attributes.has(inverse) && !named.unreadable.has(inverse)
}

const foundAttribute = (name: string, kind: string | undefined): string =>
  kind === undefined ? `no attribute ${shown(name)}` : `${shown(name)}, a ${kind}`
