/** Detects the REST settings of a server with requests for empty lists. */
import { isObject, type Json, member } from '../../util/json.ts'
import { at } from '../database/model.ts'
import type { AccessFound } from './access.ts'
import type { Client } from './client.ts'

/** A page size that exceeds every limit, so that the server answers with its configured maximum. */
const MANY = 1_000_000_000

/**
 * Detects the content of `settings.json`. If neither the caller nor the public role may list a collection type, the
 * result contains only the API prefix.
 */
export async function settingsOf(
  { get }: Client,
  prefix: string,
  { routes, listed }: AccessFound,
): Promise<Json> {
  const route = routes.find(({ kind, type }) => kind === 'collection' && listed.has(type.uid))
  if (route === undefined) return { rest: { prefix } }
  const none = `${route.path}?filters[id][$lt]=0`
  const [usual, most, strange] = [
    await get(none, route.as),
    await get(`${none}&pagination[pageSize]=${MANY}`, route.as),
    await get(`${none}&populaceAsks=1`, route.as),
  ]
  const [defaultLimit, maxLimit] = [sizeIn(usual.json), sizeIn(most.json)]
  return {
    rest: {
      prefix,
      ...(defaultLimit === undefined ? {} : { defaultLimit }),
      ...(maxLimit === undefined || maxLimit === MANY ? {} : { maxLimit }),
      withCount: at(usual.json, ['meta', 'pagination', 'total']) !== undefined,
      strictParams: strange.status === 400,
    },
  }
}

function sizeIn(json: Json | undefined): number | undefined {
  const page = at(json, ['meta', 'pagination'])
  const size = isObject(page) ? member(page, 'pageSize') : undefined
  return typeof size === 'number' && Number.isSafeInteger(size) && size > 0 ? size : undefined
}
