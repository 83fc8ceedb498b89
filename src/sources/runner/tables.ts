/** A function that returns the database table name (`collectionName`) of a content type or component. */
import type { DatasetFiles } from '../../reference/load/files/files.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { objectAt, textAt } from '../../util/json.ts'

export type CollectionNames = (uid: Uid) => string

/** The table names of Strapi's built-in types, which have no schema file in the project. */
const BUILT_IN: Readonly<Record<Uid, string>> = {
  'plugin::upload.file': 'files',
  'plugin::upload.folder': 'upload_folders',
  'plugin::users-permissions.user': 'up_users',
  'plugin::users-permissions.role': 'up_roles',
  'plugin::users-permissions.permission': 'up_permissions',
  'plugin::i18n.locale': 'i18n_locale',
  'admin::user': 'admin_users',
  'admin::role': 'admin_roles',
}

/**
 * Returns the table name of a built-in content type. For a content type that is not built in, the function returns
 * the uid.
 */
export const tableOfBuiltIn = (uid: Uid): string => BUILT_IN[uid] ?? uid

export function collectionNames({ contentTypes, components = {} }: DatasetFiles): CollectionNames {
  const names = new Map(Object.entries(BUILT_IN))
  for (const json of Object.values(contentTypes)) {
    const name = textAt(objectAt(json, 'info'), 'singularName') ?? ''
    names.set(textAt(json, 'uid') ?? `api::${name}.${name}`, textAt(json, 'collectionName') ?? name)
  }
  for (const [stem, json] of Object.entries(components))
    names.set(stem.replace('/', '.'), textAt(json, 'collectionName') ?? stem)
  return (uid) => names.get(uid) ?? uid
}
