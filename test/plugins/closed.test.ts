/** Tests Strapi's own types, which no role may find. */
import { expect, test } from 'vitest'
import { createContentApi } from '../../src/core.ts'
import { buildGraph } from '../../src/reference/load/build.ts'

const graphFor = (permissions: readonly string[]) => {
  const built = buildGraph({
    contentTypes: {
      page: {
        kind: 'collectionType',
        info: { singularName: 'page', pluralName: 'pages' },
        attributes: { cover: { type: 'media', multiple: false } },
      },
    },
    entries: { page: [{ id: 1, cover: 1 }] },
    media: [{ id: 1, name: 'a.png' }],
    access: { publicRole: 'public', roles: { public: { permissions } } },
  })
  if (!('graph' in built)) throw new Error(JSON.stringify(built.faults))
  return built.graph
}

const URL =
  '/api/pages?fields=id&populate[cover][fields]=id&populate[cover][populate][related][on][plugin::upload.folder]=true'

// A real 5.54.0 also omits `related`, even for a role with every `find` permission that an administrator can grant.
test.each(['plan', 'semantics'] as const)('"*.find" does not permit to find folders, in %s', (evaluator) => {
  const coverFor = (permissions: readonly string[]): unknown =>
    JSON.parse(createContentApi(graphFor(permissions), { evaluator }).answer({ url: URL }).body).data[0].cover
  expect(coverFor(['*.find'])).not.toHaveProperty('related')
  expect(coverFor(['*'])).toHaveProperty('related', [])
})
