/** What every part of the plan needs to know, and how it refuses. */
import type { Locales, Role, Settings } from '../graph/graph.ts'
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
