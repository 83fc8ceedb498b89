/** The tables of the built-in types, and their columns that matter for answers. */

import { BUILT_IN } from '../../reference/schema/builtin.ts'
import type { Json } from '../../util/json.ts'
import { at, type DatabaseModel, modelOf, textAt } from './model.ts'

/** The file name of built-in schemas in notes. */
export const BUILT_IN_FILE = '(built in)'

const TABLES: Readonly<Record<string, string>> = {
  'plugin::upload.file': 'files',
  'plugin::users-permissions.user': 'up_users',
  'plugin::users-permissions.role': 'up_roles',
  'admin::user': 'admin_users',
}

/** The schema in the format of a file, with its table. */
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

/** The file stem of a type in a dataset. */
export const stemOf = (uid: string): string => uid.replace('::', '-').replaceAll('.', '-')
