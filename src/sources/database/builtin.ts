/** Makes the models of the built-in content types, with the names of their database tables. */

import { BUILT_IN } from '../../reference/schema/builtin.ts'
import type { Json } from '../../util/json.ts'
import { at, type DatabaseModel, modelOf, textAt } from './model.ts'

/** The file name of a built-in schema in notes for the user. */
export const BUILT_IN_FILE = '(built in)'

const TABLES: Readonly<Record<string, string>> = {
  'plugin::upload.file': 'files',
  'plugin::users-permissions.user': 'up_users',
  'plugin::users-permissions.role': 'up_roles',
  'admin::user': 'admin_users',
}

/** Returns the models of the built-in content types, without the types that the project defines itself. */
export function builtInModels(own: ReadonlyMap<string, DatabaseModel>): readonly DatabaseModel[] {
  return BUILT_IN.flatMap((json): readonly DatabaseModel[] => {
    const uid = textAt(json, ['uid']) ?? ''
    const collectionName = TABLES[uid]
    if (collectionName === undefined || own.has(uid)) return []
    const name = textAt(json, ['info', 'singularName']) ?? ''
    const schema: Json = { collectionName, attributes: at(json, ['attributes']) ?? {} }
    return [modelOf({ uid, stem: stemOf(uid), name, file: BUILT_IN_FILE, json: schema })]
  })
}

/** Returns the name of a content type's files in a dataset, without the file extension. */
export const stemOf = (uid: string): string => uid.replace('::', '-').replaceAll('.', '-')
