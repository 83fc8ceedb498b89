/** Explains the attributes that the plan excludes from every entry at one path of the answer. */
import { findableTypes, isOpen, type Viewer } from '../../reference/access.ts'
import { isList, type RawMap } from '../../reference/parse/url.ts'
import type { Populated, Selection } from '../../reference/plan/plan.ts'
import type { RuleId } from '../../reference/rules.ts'
import {
  type Attribute,
  type ContentType,
  type PopulatableAttribute,
  USER_UID,
} from '../../reference/schema/schema.ts'
import { isAnswerable, isPopulatable, isWithheld, modelOf, targetOf } from '../../reference/schema/target.ts'
import { type ExplainContext, requestChange } from '../explain-context.ts'
import type { Absent, Change, Reason } from '../explanation.ts'
import { isMixed, modelAt, type Way } from '../place.ts'
import { absentEverywhere, lacks } from '../sentences.ts'
import { kindsListed, type ListedKind, withField, withKind, withPopulated } from '../written.ts'

export interface Cause {
  readonly reason: Reason
  readonly says: string
  readonly rule: RuleId | null
  readonly change: Change | null
}

/** Returns the attributes that no entry at one path of the answer can show, regardless of the links of the entries. */
export function absentOf(
  selection: Selection,
  way: Way,
  entries: number,
  explained: ExplainContext,
): readonly Absent[] {
  const planned = new Map(selection.populate.map((item) => [item.attribute.name, item]))
  return attributesKnown(selection, explained).flatMap((attribute) => {
    const cause = causeOf(attribute, planned.get(attribute.name), selection, way, explained)
    return cause === null ? [] : [absentEverywhere(attribute, cause.reason, entries, cause)]
  })
}

/**
 * Returns the attributes of a model that an explanation may name. Leaves out the private attributes, unless the
 * explanation is for a developer.
 */
export const attributesKnown = (
  { model }: Pick<Selection, 'model'>,
  { isDeveloper }: Pick<ExplainContext, 'isDeveloper'>,
): readonly Attribute[] =>
  [...model.attributes.values()].filter((attribute) => isDeveloper || !attribute.private)

/** Returns the reason why no entry can show an attribute; null if an entry may show the attribute. */
export function causeOf(
  attribute: Attribute,
  item: Populated | undefined,
  selection: Selection,
  way: Way,
  explained: ExplainContext,
): Cause | null {
  if (attribute.private) return PRIVATE
  if (!isPopulatable(attribute)) {
    if (!isAnswerable(attribute)) return PASSWORD
    return selection.scalars.includes(attribute.name)
      ? null
      : notInFields(attribute.name, selection, way, explained)
  }
  if (isWithheld(selection.model, attribute)) return NEVER
  if (!isOpen(attribute, explained.context)) return closed(attribute, explained.context)
  if (item === undefined) return notPopulated(attribute, selection, way, explained)
  return item.asReal?.alwaysEmpty === true ? PROFILE : null
}

const PRIVATE: Cause = {
  reason: 'private',
  says: 'it is private, and no answer shows private attributes',
  rule: 'fields.private',
  change: null,
}
const NEVER: Cause = {
  reason: 'never-answered',
  says: 'no request can show such a value',
  rule: null,
  change: null,
}
/** The reason why a password is absent. No answer contains a password, even if the attribute is not private. */
const PASSWORD: Cause = { ...NEVER, says: 'it is a password, and no answer shows passwords' }
const PROFILE: Cause = {
  reason: 'profile',
  says: 'servers of this profile return an empty attribute for such a request',
  rule: null,
  change: null,
}

function notInFields(name: string, { asRead }: Selection, way: Way, explained: ExplainContext): Cause {
  const { query, context } = explained
  const last = way.steps.at(-1)
  if (asRead === 'bare' && last !== undefined) {
    const above: Way = { root: way.root, steps: way.steps.slice(0, -1) }
    const kind = withKind(query, above, last.attribute, modelAt(way), context)
    return {
      reason: 'kind',
      says: `on does not list its type ${last.model.uid}`,
      rule: 'populate.on',
      change: requestChange(explained, kind, 'populate'),
    }
  }
  const parameter = way.steps.length === 0 ? 'fields' : 'populate'
  return {
    reason: 'fields',
    says: 'fields does not name it',
    rule: way.steps.length === 0 ? 'fields.restricts' : 'fields.nested',
    change: requestChange(explained, withField(query, way, name, context), parameter),
  }
}

function closed(attribute: PopulatableAttribute, viewer: Viewer): Cause {
  const target = targetOf(viewer.schema, attribute) ?? modelOf(viewer.schema, firstType(viewer))
  const { name } = viewer.role
  return {
    reason: 'role',
    says: target === undefined ? `the role ${name} may find none of its target types` : lacks(name, target),
    rule: 'populate.permission',
    change: target === undefined ? null : { kind: 'permission', role: name, action: `${target.uid}.find` },
  }
}

/**
 * Returns an example of a type that a request can name in `on` of a morph relation. The example is a type that the
 * role may find, or else a content type of the project, or else the type of users.
 */
const firstType = (viewer: Viewer): string =>
  findableTypes(viewer)[0] ??
  [...viewer.schema.contentTypes.keys()].find((uid) => uid.startsWith('api::')) ??
  USER_UID

function notPopulated(
  attribute: PopulatableAttribute,
  selection: Selection,
  way: Way,
  explained: ExplainContext,
): Cause {
  const { query, context } = explained
  const kinds = attribute.kind === 'morphTo' ? kindsListed(query, way, attribute) : undefined
  if (kinds !== undefined) return noKind(kinds, attribute, way, explained)
  const last = way.steps.at(-1)
  if (selection.asRead === 'bare' && last !== undefined && isMixed(last.attribute))
    return notInFields(attribute.name, selection, way, explained)
  return {
    reason: 'not-populated',
    says: 'populate does not name it',
    rule: ruleOfLevel(query, way),
    change: requestChange(explained, withPopulated(query, way, attribute, context), 'populate'),
  }
}

/**
 * Returns the reason why a morph relation is absent, if `on` lists only types that the relation cannot show. A morph
 * relation cannot show components, types with the value `false` in `on`, or types that the role may not find.
 */
function noKind(
  kinds: readonly ListedKind[],
  attribute: PopulatableAttribute,
  way: Way,
  explained: ExplainContext,
): Cause {
  const { query, context } = explained
  const { schema, role } = context
  const findable = findableTypes(context)
  const typesOf = (listed: readonly ListedKind[]): readonly ContentType[] =>
    listed.flatMap(({ uid }) => schema.contentTypes.get(uid) ?? [])
  const [closedType] = typesOf(kinds.filter(({ isShown }) => isShown))
  if (closedType !== undefined)
    return {
      reason: 'role',
      says: lacks(role.name, closedType),
      rule: 'populate.permission',
      change: { kind: 'permission', role: role.name, action: `${closedType.uid}.find` },
    }
  const excluded = typesOf(kinds)
  const open = excluded.find(({ uid }) => findable.includes(uid))
  return {
    reason: 'kind',
    says: excluded.length === 0 ? 'on lists no content type' : 'on excludes each content type that it lists',
    rule: 'populate.on',
    change:
      open === undefined
        ? null
        : requestChange(explained, withKind(query, way, attribute, open, context), 'populate'),
  }
}

/** Returns the rule that explains why an attribute at the end of a path is not populated. */
function ruleOfLevel({ populate }: RawMap, { steps }: Way): RuleId {
  if (steps.length === 0) return populate === undefined ? 'populate.without' : 'populate.adds'
  const isAll = populate === '*' || (isList(populate) && populate.length === 1 && populate[0] === '*')
  return isAll ? 'populate.all.depth' : 'populate.explicit'
}
