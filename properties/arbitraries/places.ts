/** The relations, media and components through which a generated filter or sort can reach further attributes. */
import type { Role } from '../../src/reference/graph/graph.ts'
import type { Model, PopulatableAttribute } from '../../src/reference/schema/schema.ts'
import { isOpenTo } from '../../src/semantics/access.ts'
import { populatable } from '../../src/semantics/model.ts'

/** Returns the attributes of a model that a filter or a sort of a role may follow. */
export const passages = (model: Model, role: Role): readonly PopulatableAttribute[] =>
  populatable(model).filter(
    (attribute) => attribute.kind !== 'zone' && attribute.kind !== 'morphTo' && isOpenTo(attribute, role),
  )
