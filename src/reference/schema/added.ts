/** Adds the attributes that Strapi itself adds to every content type. */
import type { Attribute, ContentType, ScalarAttribute } from './schema.ts'
import { ADMIN_USER_UID } from './schema.ts'

/**
 * Returns the attributes that Strapi adds to a content type, in Strapi's order, after the attributes of the schema
 * file.
 */
export function addedAttributes(
  type: Pick<ContentType, 'uid' | 'localized' | 'populateCreatorFields'>,
  privateNames: ReadonlySet<string>,
): readonly Attribute[] {
  const hidesCreators = !type.populateCreatorFields
  const added: readonly Attribute[] = [
    scalar('createdAt', 'datetime', false),
    scalar('updatedAt', 'datetime', false),
    scalar('publishedAt', 'datetime', false),
    creator('createdBy', hidesCreators),
    creator('updatedBy', hidesCreators),
    scalar('locale', 'string', !type.localized),
    {
      kind: 'relation',
      name: 'localizations',
      private: !type.localized,
      many: true,
      target: type.uid,
      inverse: null,
      via: 'localizations',
    },
  ]
  return added.map((attribute) =>
    privateNames.has(attribute.name) ? { ...attribute, private: true } : attribute,
  )
}

/** The attribute names that the schema file of a content type must not use. */
export const ADDED_NAMES: ReadonlySet<string> = new Set(
  addedAttributes({ uid: '', localized: false, populateCreatorFields: false }, new Set()).map(
    ({ name }) => name,
  ),
)

function scalar(name: string, type: 'datetime' | 'string', isPrivate: boolean): ScalarAttribute {
  return { kind: 'scalar', name, private: isPrivate, type, enum: [], default: null, searchable: true }
}

function creator(name: string, isPrivate: boolean): Attribute {
  const target = ADMIN_USER_UID
  return { kind: 'relation', name, private: isPrivate, many: false, target, inverse: null, via: 'creator' }
}
