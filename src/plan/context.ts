/** What every part of the plan needs to know, and how it refuses. */
import type { Locales, Role, Settings } from '../graph/graph.ts'
import { invariant } from '../invariant.ts'
import type { PopulateSyntax } from '../parse/syntax.ts'
import type { QuirkId } from '../profile/quirks.ts'
import type { Report } from '../refusal.ts'
import type { Cite } from '../rules.ts'
import type { Attribute, Model, Schema, Uid } from '../schema/schema.ts'
import { ADMIN_USER_UID } from '../schema/schema.ts'
import type { Populated, RowFilter, Status } from './plan.ts'

export interface PlanContext {
  readonly schema: Schema
  readonly settings: Settings
  readonly locales: Locales
  readonly role: Role
  /** Whether the profile follows the real server in this. */
  readonly has: (quirk: QuirkId) => boolean
  readonly cite: Cite
}

/** The context of one place in the query: the rows it sees, and where its refusals go. */
export interface PlaceContext extends PlanContext {
  /** The way down: plans the `populate` of the next level. */
  readonly populate: (syntax: PopulateSyntax, level: Level, context: PlaceContext) => readonly Populated[]
  /** The rows that a populated relation shows; the whole query has one status. */
  readonly rows: RowFilter
  readonly status: Status
  readonly report: Report
  /** Names the parameter in error details; `populate` for everything inside a populate. */
  readonly param: string | null
}

/** One level of populate: the model whose attributes it names, and how messages call the place. */
export interface Level {
  readonly model: Model
  /** The attribute names down to here, dotted; null at the root. */
  readonly path: string | null
  /** The same with every `populate` and `on` in between. */
  readonly raw: string | null
  /** Under an attribute's own `populate`; comma lists and blanks are then part of the name. */
  readonly nested: boolean
}

/** `find` on a type, by name, by kind of action, or by everything. */
export function may(role: Role, uid: Uid, action: 'find' | 'findOne'): boolean {
  const { permissions } = role
  return permissions.has('*') || permissions.has(`*.${action}`) || permissions.has(`${uid}.${action}`)
}

/** The model a content type or component uid stands for; undefined for an unknown uid. */
export function modelOf(schema: Schema, uid: string): Model | undefined {
  return schema.contentTypes.get(uid) ?? schema.components.get(uid)
}

/** The model of an attribute's values; undefined where each value names its own (zones, morph relations). */
export function targetOf(schema: Schema, attribute: Attribute): Model | undefined {
  const uid = targetUid(attribute)
  if (uid === undefined) return undefined
  const model = modelOf(schema, uid)
  invariant(model !== undefined, `the schema has ${uid}`)
  return model
}

function targetUid(attribute: Attribute): Uid | undefined {
  switch (attribute.kind) {
    case 'relation':
    case 'morphBy':
      return attribute.target
    case 'media':
      return 'plugin::upload.file'
    case 'component':
      return attribute.component
    case 'morphTo':
    case 'zone':
    case 'scalar':
      return undefined
  }
}

/** Whether the role may see what an attribute links to. Media, components and public creators need no permission. */
export function mayFollow(context: PlanContext, attribute: Attribute): boolean {
  switch (attribute.kind) {
    case 'relation':
      if (attribute.via === 'creator' && attribute.target === ADMIN_USER_UID) return !attribute.private
      return may(context.role, attribute.target, 'find')
    case 'morphBy':
      return may(context.role, attribute.target, 'find')
    case 'morphTo':
    case 'media':
    case 'component':
    case 'zone':
    case 'scalar':
      return true
  }
}

/** `a` under `b` is `b.a`: how error messages name a place. */
export const join = (above: string | null, name: string): string =>
  above === null ? name : `${above}.${name}`
