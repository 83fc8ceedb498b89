/**
 * Tests linked entries in unspecified order: the check accepts any order of links if the profile's database specifies
 * no order.
 */
import { describe, expect, test } from 'vitest'
import { compareAnswers } from '../../src/oracle/compare/equality.ts'
import { createRenaming } from '../../src/oracle/compare/renaming.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { LinkKind } from '../../src/reference/strapi/databases/database.ts'
import { profile } from '../../src/reference/strapi/profile.ts'
import { isList, isObject, type Json, parseJson } from '../../src/util/json.ts'
import { graphOf } from '../support/datasets.ts'

const graph = graphOf('strapi-5.54')
const type = graph.schema.contentTypes.get('api::article.article')
const url =
  '/api/articles?locale=fr&fields=title&populate[localizations][fields]=locale&populate[tags][fields]=name'
const body =
  parseJson(createReferenceApi(graph, { profile: 'strapi-5.54-postgres' }).answer({ url }).body) ?? null

/** Returns a response body in which the linked entries of an attribute are in reverse order. */
function turned(value: Json, name: string): Json {
  if (!isObject(value) || !isList(value['data'])) return value
  const data = value['data'].map((entry) => {
    const linked = isObject(entry) ? entry[name] : null
    return isObject(entry) && isList(linked) ? { ...entry, [name]: linked.toReversed() } : entry
  })
  return { ...value, data }
}

function differs(found: Json, loose: readonly LinkKind[]): boolean {
  const equality = {
    ids: 'exact',
    times: 'exact',
    schema: graph.schema,
    renaming: createRenaming(),
    loose,
  } as const
  const answer = (of: Json) => ({ status: 200, headers: {}, body: of })
  return compareAnswers(answer(body), answer(found), { type, errors: 'exact' }, equality).difference !== null
}

describe('reversed localizations', () => {
  const found = turned(body, 'localizations')

  test('reversed localizations are a difference if the order of links counts', () => {
    expect(differs(body, [])).toBe(false)
    expect(differs(found, [])).toBe(true)
  })

  test('reversed localizations are equal under the PostgreSQL profile, but not under the SQLite profile', () => {
    expect(differs(found, profile('strapi-5.54-postgres').database.loose)).toBe(false)
    expect(differs(found, profile('strapi-5.54-sqlite').database.loose)).toBe(true)
  })

  test('reversed tags and another locale are differences under the PostgreSQL profile too', () => {
    const { loose } = profile('strapi-5.54-postgres').database
    expect(differs(turned(body, 'tags'), loose)).toBe(true)
    expect(differs(JSON.parse(JSON.stringify(found).replace('"locale":"en"', '"locale":"de"')), loose)).toBe(
      true,
    )
  })
})
