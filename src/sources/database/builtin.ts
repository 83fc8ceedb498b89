/** The tables of the types that every Strapi has, and what of them is read. */

import { BUILT_IN } from '../../reference/schema/builtin.ts'
import type { Json } from '../../util/json.ts'
import { at, type DatabaseModel, modelOf, textAt } from './model.ts'

/** Where the schemas of these stand, for notes: nowhere that anybody could change. */
export const BUILT_IN_FILE = '(built in)'

const TABLES: Readonly<Record<string, string>> = {
  'plugin::upload.file': 'files',
  'plugin::users-permissions.user': 'up_users',
  'plugin::users-permissions.role': 'up_roles',
  'admin::user': 'admin_users',
}

/** As a schema file says it, with its table. */
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

/** The stem of the files of a type in a dataset. */
export const stemOf = (uid: string): string => uid.replace('::', '-').replaceAll('.', '-')
