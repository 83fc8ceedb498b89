/** Converts `fields` to `select`. In `select`, the columns `id` and `documentId` come first. */
import type { Model } from '../../../../reference/schema/schema.ts'
import { isList, type Json } from '../../../../util/json.ts'
import { validationFault } from '../../fault.ts'

/** Returns the columns that `fields` selects; undefined for all columns. @throws ServiceFault */
export function convertFields(
  fields: Json,
  model: Model | undefined,
  isRoot: boolean,
): readonly string[] | undefined {
  if (isRoot && fields === '*') return undefined
  const ids = model?.modelType === 'contentType' ? ['id', 'documentId'] : ['id']
  if (typeof fields === 'string')
    return [...new Set([...ids, ...fields.split(',').map((name) => name.trim())])]
  if (!isList(fields) || !fields.every((item) => typeof item === 'string'))
    throw validationFault('Invalid fields parameter. Expected a string or an array of strings')
  return [...new Set([...ids, ...fields.flatMap((item) => convertFields(item, model, false) ?? [])])]
}
