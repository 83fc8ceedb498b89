/** The constraints of Strapi's built-in types, which the schema files of a dataset omit. */
import { USER_UID } from '../../../reference/schema/schema.ts'
import type { Limits, WriteModel } from '../../model.ts'

const USER_LIMITS: Readonly<Record<string, Partial<Limits>>> = {
  username: { minLength: 3, unique: true, required: true },
  email: { minLength: 6, required: true },
  password: { minLength: 6 },
}

/** Returns a model together with the constraints that Strapi defines for a built-in type. */
export function withBuiltinLimits(model: WriteModel): WriteModel {
  if (model.uid !== USER_UID) return model
  const attributes = [...model.attributes].map(
    ([name, written]) => [name, { ...written, ...USER_LIMITS[name] }] as const,
  )
  return { ...model, attributes: new Map(attributes) }
}
