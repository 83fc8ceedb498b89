/** Chooses the combinations of status and locale in which the entries of a content type are read. */
import type { Attribute, ContentType, Schema } from '../../reference/schema/schema.ts'
import type { TypeRoute } from './access.ts'

/**
 * Returns the query parameters for reading a content type: one text for each combination of a status and a locale.
 * The status `draft` is included only if drafts may differ from published entries.
 */
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
 * Returns whether a content type, or a component in it, has a relation to a content type with drafts. A morphTo
 * relation counts as a relation to a type with drafts, because it may lead to any content type.
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
