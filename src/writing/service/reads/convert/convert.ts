/** Converts the parameters of the document service to parameters of the query engine. */
import type { Model } from '../../../../reference/schema/schema.ts'
import { type JsonObject, member } from '../../../../util/json.ts'
import { given } from '../parameters.ts'
import type { ServicePlace } from '../place.ts'
import { convertFields } from './fields.ts'
import { convertFilters } from './filters.ts'
import { convertPage } from './page.ts'
import { convertPopulate } from './populate.ts'
import { convertSort } from './sort.ts'

/** The names of the parameters that `convertParams` converts. Other parameters stay unchanged. */
const READ: ReadonlySet<string> = new Set([
  '_q',
  'sort',
  'filters',
  'fields',
  'populate',
  'page',
  'pageSize',
  'start',
  'limit',
  'status',
])

/** Converts the parameters of one level of a document service call. @throws ServiceFault */
export function convertParams(params: JsonObject, model: Model | undefined, place: ServicePlace): JsonObject {
  const others = Object.fromEntries(Object.entries(params).filter(([name]) => !READ.has(name)))
  const [search, filters] = [given(params, '_q'), given(params, 'filters')]
  const [fields, populate] = [given(params, 'fields'), given(params, 'populate')]
  const orderBy = convertSort(member(params, 'sort'))
  const where = filters === undefined ? undefined : convertFilters(filters, model, place)
  const select = fields === undefined ? undefined : convertFields(fields, model, true)
  return {
    ...others,
    ...(search === undefined ? {} : { _q: search }),
    ...(orderBy === undefined ? {} : { orderBy }),
    ...(where === undefined ? {} : { where }),
    ...(select === undefined ? {} : { select }),
    ...(populate === undefined ? {} : { populate: convertPopulate(populate, model, place) }),
    ...convertPage(params),
  }
}
