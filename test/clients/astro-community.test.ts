/** Tests `strapi-community-astro-loader`: calls `load` with a context like Astro's. */
import { strapiLoader } from 'strapi-community-astro-loader'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { load, loaderContext } from './support/astro.ts'
import { type Server, startServer } from './support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('the loader of Astro loads every page of a collection, with a populated relation', async () => {
  const loader = strapiLoader({
    contentType: 'restaurant',
    clientConfig: { baseURL: `${server.url}/api` },
    params: { populate: { owner: { fields: ['name'] } }, sort: 'id' },
    pageSize: 3,
  })
  const context = loaderContext()
  const { kept } = context
  await load(loader, context)
  expect([...kept.values()].map(({ data }) => data['name'])).toEqual([
    'Biscotte',
    'biscotte',
    'Le Café',
    'Ñandú',
    '100% Grill',
    '1000 Grills',
    'tapas_bar',
    'tapas-bar',
    '🍜 Noodle Nook',
    '',
  ])
  expect(kept.get('restaurantbiscotte000001')?.data['owner']).toMatchObject({ name: 'Chloé Petit' })
})

test('the loader of Astro accepts another plural name and a locale, and loads a cached entry', async () => {
  const loader = strapiLoader({
    contentType: 'category',
    pluralContentType: 'categories',
    clientConfig: { baseURL: `${server.url}/api`, auth: 'reader-token' },
    cacheDurationInMs: 60_000,
  })
  const context = loaderContext()
  const { kept } = context
  await load(loader, context)
  expect(kept.size).toBe(6)
  kept.clear()
  await load(loader, context)
  expect(kept.size).toBe(0)
  const french = loaderContext()
  const inFrench = strapiLoader({
    contentType: 'article',
    clientConfig: { baseURL: `${server.url}/api` },
    params: { locale: 'fr' },
  })
  await load(inFrench, french)
  expect(french.kept.get('articlebread000000000001')?.data['title']).toBe("Le pain de l'aube")
})
