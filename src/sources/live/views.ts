/** Chooses the views (status and locale) in which the entries of a type are read. */
import type { Attribute, ContentType, Schema } from '../../reference/schema/schema.ts'
import type { TypeRoute } from './access.ts'

/** Returns the query parameters of the views in order: each status whose entries or links differ, in each locale. */
export function viewsOf(
  { type, kind }: TypeRoute,
  schema: Schema,
  locales: readonly string[],
): readonly string[] {
  if (kind === 'bare list') return ['']
  const statuses =
    type.draftAndPublish || leadsToDrafts(type, schema) ? ['published', 'draft'] : ['published']
  const views = statuses.map((status) => `&status=${status}`)
  return type.localized && locales.length > 0
    ? views.flatMap((view) => locales.map((locale) => `${view}&locale=${encodeURIComponent(locale)}`))
    : views
}

/**
 * Returns whether a type, or a component in it, has a relation to a type with drafts. A morphTo relation counts too,
 * because it may lead to any type.
 */
function leadsToDrafts(type: ContentType, { contentTypes, components }: Schema): boolean {
  const seen = new Set<string>()
  const waiting: { readonly attributes: ReadonlyMap<string, Attribute> }[] = [type]
  for (let model = waiting.pop(); model !== undefined; model = waiting.pop()) {
    for (const attribute of model.attributes.values()) {
      if (attribute.kind === 'morphTo') return true
      const target =
        attribute.kind === 'relation' || attribute.kind === 'morphBy' ? attribute.target : undefined
      if (contentTypes.get(target ?? '')?.draftAndPublish === true) return true
      const inner =
        attribute.kind === 'component'
          ? [attribute.component]
          : attribute.kind === 'zone'
            ? attribute.components
            : []
      for (const uid of inner) {
        const component = components.get(uid)
        if (component !== undefined && !seen.has(uid)) waiting.push(component)
        seen.add(uid)
      }
    }
  }
  return false
}
