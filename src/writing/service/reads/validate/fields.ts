/** Validates the names in `fields` of the document service. */
import type { Model } from '../../../../reference/schema/schema.ts'
import { isList, type Json } from '../../../../util/json.ts'
import { invalidKey } from '../../fault.ts'

/** Checks that each name belongs to a scalar attribute. @throws ServiceFault */
export function validateFields(fields: Json, model: Model | undefined): void {
  for (const name of namesOf(fields)) {
    const attribute = model?.attributes.get(name)
    const isScalar = name === 'id' || name === 'documentId' || attribute?.kind === 'scalar'
    if (!isScalar) throw invalidKey(name, attribute === undefined ? null : name)
  }
}

/**
 * Checks `fields` of a populated attribute. Private attributes and passwords are invalid below a populated attribute.
 * @throws ServiceFault
 */
export function validateOpenFields(fields: Json, model: Model | undefined): void {
  validateFields(fields, model)
  const attributes = namesOf(fields).flatMap((name) => model?.attributes.get(name) ?? [])
  const closed =
    attributes.find((attribute) => attribute.private) ??
    attributes.find((attribute) => attribute.kind === 'scalar' && attribute.type === 'password')
  if (closed !== undefined) throw invalidKey(closed.name, closed.name)
}

/** Returns the names in a text or a list of texts; empty for other values. */
function namesOf(fields: Json): readonly string[] {
  if (isList(fields)) return fields.every((item) => typeof item === 'string') ? fields.flatMap(namesOf) : []
  if (typeof fields !== 'string' || fields === '*') return []
  return fields.split(',').flatMap((name) => (name === '*' ? [] : [name.trim()]))
}
