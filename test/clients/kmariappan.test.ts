/** Tests `@kmariappan/strapi-client-js`: chained queries, and logins. */
import { createClient } from '@kmariappan/strapi-client-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from './support/server.ts'

interface Article {
  readonly title: string
  readonly topic: string
  readonly views: number
  readonly author: { readonly name: string }
}

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const client = () => createClient({ url: `${server.url}/api` })

test('the client reads a list with filters, sort and pages', async () => {
  const { data, meta, error } = await client()
    .from<Article>('articles')
    .select(['title', 'views'])
    .equalTo('topic', 'recipe')
    .greaterThan('views', 5)
    .sortBy([{ field: 'views', order: 'desc' }])
    .paginate(1, 1)
    .get()
  expect(error).toBeUndefined()
  expect(data).toMatchObject([{ title: 'Soup Season', views: 40 }])
  expect(meta?.pagination).toEqual({ page: 1, pageSize: 1, pageCount: 2, total: 2 })
})

test('the client filters through relations, by ranges and by locales', async () => {
  const byAuthor = await client()
    .from<Article>('articles')
    .select()
    .filterDeep('author.name', 'contains', 'Ana')
    .get()
  expect(byAuthor.data?.map(({ title }) => title)).toContain('Bread at Dawn')
  const between = await client().from<Article>('articles').select(['title']).between('views', [30, 50]).get()
  expect(between.data?.map(({ title }) => title)).toEqual(['Coffee, Slowly', 'Soup Season'])
  const french = await client().from<Article>('articles').select().setLocale('fr').get()
  expect(french.data).toHaveLength(3)
})

test('the client populates all relations, one relation with fields, or dotted paths', async () => {
  const articles = () =>
    client().from<Article>('articles').select(['title']).equalTo('title', 'Bread at Dawn')
  const all = await articles().populate().get()
  expect(all.data).toMatchObject([{ author: { name: 'Ana Ruiz' }, seo: { metaTitle: 'Bread' } }])
  const one = await articles().populateWith<Article['author']>('author', ['name'], true).get()
  expect(one.data).toMatchObject([
    { author: { name: 'Ana Ruiz', avatar: { url: '/uploads/portrait_5.jpg' } } },
  ])
  const deep = await articles()
    .populateDeep([{ path: 'author', fields: ['name'], children: [{ key: 'avatar', fields: ['url'] }] }])
    .get()
  expect(deep.data).toMatchObject([{ author: { avatar: { url: '/uploads/portrait_5.jpg' } } }])
})

test('the empty `populate` that populateWith sends for one level is refused, as by a real server', async () => {
  const { data, error } = await client()
    .from<Article>('articles')
    .select(['title'])
    .populateWith<Article['author']>('author', ['name'])
    .get()
  expect(data).toBeNull()
  expect(error).toMatchObject({ status: 400, name: 'ValidationError', message: 'Invalid key  at author' })
})

test('the client returns an API error instead of throwing it', async () => {
  const { data, error } = await client().from<Article & { nope: string }>('articles').select(['nope']).get()
  expect(data).toBeNull()
  expect(error).toMatchObject({ status: 400, name: 'ValidationError', message: 'Invalid key nope' })
})

test('the client reads users with an API token', async () => {
  const admin = createClient({ url: `${server.url}/api`, apiToken: 'admin-token' })
  const { data } = await admin.from<{ readonly username: string }>('users').select().get()
  expect(Array.isArray(data)).toBe(true)
})

test('a client signs up, signs in, and reads the current user', async () => {
  const auth = client().auth
  const up = await auth.signUp({ username: 'dan', email: 'dan@mail.example', password: 'quite secret' })
  expect(up.data?.user).toMatchObject({ username: 'dan' })
  const signedIn = await auth.signIn({ email: 'dan@mail.example', password: 'quite secret' })
  expect(signedIn.data?.jwt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  // The client stores a session only in browsers, so in Node the test passes the token to the next client.
  const me = await createClient({ url: `${server.url}/api`, apiToken: signedIn.data?.jwt ?? '' }).auth.getMe()
  expect(me.data).toMatchObject({ username: 'dan' })
})
