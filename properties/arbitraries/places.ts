/** The attributes that a request may go through at a place of a schema. */
import type { Role } from '../../src/reference/graph/graph.ts'
import type { Model, PopulatableAttribute } from '../../src/reference/schema/schema.ts'
import { isOpenTo } from '../../src/semantics/access.ts'
import { populatable } from '../../src/semantics/model.ts'

/** Attributes that a filter or a sort of a role may go through. */
export const passages = (model: Model, role: Role): readonly PopulatableAttribute[] =>
  populatable(model).filter(
    (attribute) => attribute.kind !== 'zone' && attribute.kind !== 'morphTo' && isOpenTo(attribute, role),
  )
