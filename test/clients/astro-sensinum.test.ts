/**
 * Tests `@sensinum/astro-strapi-loader`: schemas from the content-type builder, and entries that match them. The test
 * replaces `defineCollection` of `astro:content` and the context of `load`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Context, load, loaderContext } from './support/astro.ts'
import { bundled } from './support/bundled.ts'
import { type Server, site, startServer } from './support/server.ts'

interface Collection {
  readonly loader: { readonly load: (context: Context['given']) => Promise<void> }
  readonly schema: { readonly parse: (data: unknown) => Record<string, unknown>; readonly shape: object }
}

interface Loader {
  readonly generateCollections: (
    options: { readonly url: string; readonly token?: string; readonly strict?: boolean },
    collections?: readonly { readonly name: string; readonly query?: object }[],
  ) => Promise<Readonly<Record<string, Collection>>>
}

let server: Server
let loader: Loader
beforeAll(async () => {
  server = await startServer(site)
  loader = await bundled<Loader>({
    entry: `export * from '@sensinum/astro-strapi-loader'`,
    virtual: { 'astro:content': 'export const defineCollection = (collection) => collection' },
    external: ['qs'],
  })
})
afterAll(() => server.stop())

test('the package generates a collection for each type of the project', async () => {
  const collections = await loader.generateCollections({ url: server.url, token: 'builder-token' })
  expect(Object.keys(collections).sort()).toEqual(['imprint', 'posts', 'writers'])
  expect(Object.keys(collections['posts']?.schema.shape ?? {})).toEqual(
    expect.arrayContaining(['title', 'body', 'kind', 'facts', 'cover', 'writer', 'seo', 'blocks']),
  )
})

test('the loader package loads entries that match the schemas of the server', async () => {
  const query = { populate: { writer: true, cover: true, seo: true, blocks: { populate: '*' } }, sort: 'id' }
  const asked = [
    { name: 'posts', query },
    { name: 'imprint', query: { populate: ['writer'] } },
  ]
  const collections = await loader.generateCollections(
    { url: server.url, token: 'builder-token', strict: true },
    asked,
  )
  const loaded = await Promise.all(
    asked.map(async ({ name }) => {
      const { schema, loader: own } = collections[name] ?? { schema: undefined, loader: undefined }
      const context = loaderContext((data) => ({ ...schema?.parse(data) }))
      if (own !== undefined) await load(own, context)
      return [...context.kept.values()].map(({ data }) => data)
    }),
  )
  expect(loaded[0]).toMatchObject([
    {
      title: 'First',
      facts: { loaves: 3 },
      cover: { url: '/uploads/crumb_1.png' },
      writer: { name: 'Ana' },
      seo: { metaTitle: 'The first' },
      blocks: [{ __component: 'blocks.quote', text: 'Salt is a clock.' }],
    },
    { title: 'Second' },
    { title: 'Third', writer: { name: 'Bob' } },
  ])
  expect(loaded[1]).toMatchObject([{ address: '1 Mill Lane', writer: { name: 'Ana' } }])
})

test('the package reports an error to a caller without permission for the schemas', async () => {
  const asked = loader.generateCollections({ url: server.url })
  await expect(asked).rejects.toThrow('Failed to fetch from Strapi: Forbidden')
})
