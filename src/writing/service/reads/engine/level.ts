/** Plans one level of an engine query: its conditions, order, columns and pagination. */
import { parseQuery } from '../../../../reference/parse/query.ts'
import type { Condition, Search } from '../../../../reference/plan/plan.ts'
import { planSearch } from '../../../../reference/plan/window.ts'
import type { Model } from '../../../../reference/schema/schema.ts'
import { plainSelection } from '../../../../reference/strapi/plan/selection.ts'
import type { Json, JsonObject } from '../../../../util/json.ts'
import { typeFault } from '../../fault.ts'
import { given } from '../parameters.ts'
import type { LevelReading, ReadLevel, ServicePlace } from '../place.ts'
import { Aliases } from './aliases.ts'
import { allColumns, planSelect } from './columns.ts'
import { planOrder } from './order.ts'
import { planCut } from './page.ts'
import { planPopulate } from './populate.ts'
import { planEngineFilters, planWhere } from './where.ts'

/**
 * Plans one level of a query. The function reads the parameters in the order of the real server, so that it finds the
 * same error first.
 * @throws ServiceFault
 */
export function planLevel(
  params: JsonObject,
  model: Model,
  reading: LevelReading,
  place: ServicePlace,
): ReadLevel {
  const cut = planCut(params)
  const wanted = given(params, 'where')
  const aliases = new Aliases(reading.isJoined)
  const order = planOrder(given(params, 'orderBy'), model, place, aliases)
  const where = bothOf(planWhere(wanted, model, place, aliases), planEngineFilters(model, place, aliases))
  const selected = planSelect(given(params, 'select'), model)
  const populate = planPopulate(given(params, 'populate'), model, selected.isRestricted, place)
  const isDistinct = (reading.isJoined || joins(where)) && !order.isDeep
  const isTotal = cut.isPaged && reading.isFirst !== true
  const lead = isDistinct ? [...order.columns, ...(isTotal ? ['id'] : [])] : []
  const named = [...new Set([...lead, ...selected.columns, ...populate.adds, ...reading.adds])]
  const columns = named.length === 0 ? allColumns(model) : named
  const scalars = columns.filter((name) => name !== 'id' && name !== 'documentId')
  const selection = plainSelection({ model, scalars, populate: populate.items }, place)
  return {
    where,
    order,
    select: { ...selection, columns },
    search: searchOf(given(params, '_q'), model, place),
    cut,
    isRestricted: selected.isRestricted,
    isDistinct: isDistinct && !columns.includes('id'),
  }
}

const bothOf = (where: Condition, filters: Condition): Condition =>
  filters.kind === 'all' && filters.of.length === 0 ? where : { kind: 'all', of: [where, filters] }

/** Returns whether a condition makes the database join tables of linked rows. */
export function joins(condition: Condition): boolean {
  switch (condition.kind) {
    case 'test':
      return false
    case 'some':
      return true
    case 'not':
      return joins(condition.of)
    case 'all':
    case 'any':
      return condition.of.some(joins)
  }
}

const NO_QUERY = parseQuery({})

function searchOf(text: Json | undefined, model: Model, place: ServicePlace): Search | null {
  if (text === undefined || text === '' || text === 0 || text === false) return null
  if (typeof text !== 'string') throw typeFault('query.split is not a function')
  if (model.modelType !== 'contentType') return null
  const has: ServicePlace['has'] = (departure) => departure === 'search-private' || place.has(departure)
  return planSearch({ ...NO_QUERY, search: text }, model, { ...place, has })
}
