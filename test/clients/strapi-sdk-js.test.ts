/** `strapi-sdk-js`: queries, and users who register, log in and stay so. */
import Strapi, { type StrapiError } from 'strapi-sdk-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from './support/server.ts'

interface Article extends Record<string, unknown> {
  readonly title: string
  readonly author?: { readonly name: string }
}

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const sdk = (): Strapi => new Strapi({ url: server.url, prefix: '/api' })

test('lists and one', async () => {
  const strapi = sdk()
  const found = await strapi.find<Article>('articles', {
    fields: ['title'],
    filters: { categories: { name: { $eq: 'Bakery' } } },
    populate: { author: { fields: ['name'] } },
    sort: ['title:desc'],
    pagination: { page: 1, pageSize: 1 },
  })
  expect(found.data.map(({ title }) => title)).toEqual(['Bread at Dawn'])
  expect(found.data[0]?.author).toMatchObject({ name: 'Ana Ruiz' })
  expect(found.meta.pagination).toMatchObject({ page: 1, pageSize: 1 })
  const one = await strapi.findOne<Article>('articles', 'articlebread000000000001', { populate: '*' })
  expect(one.data).toMatchObject({ title: 'Bread at Dawn', cover: { url: '/uploads/bread_1.jpg' } })
})

test('languages, and populate as a list', async () => {
  const found = await sdk().find<Article>('articles', { locale: 'fr', populate: ['author'], sort: 'title' })
  expect(found.data.map(({ title }) => title)).toEqual([
    "Le pain de l'aube",
    'Marché de minuit',
    'Saison des soupes',
  ])
})

test('a single type', async () => {
  const homepage = await sdk().request<{ data: { title: string } }>('get', '/homepage')
  expect(homepage.data.title).toBe('Crumb & Cup')
})

test('a fault is the body of the server', async () => {
  const fault: StrapiError['error'] = {
    status: 400,
    name: 'ValidationError',
    message: 'Invalid key nope',
    details: { key: 'nope', path: null, source: 'query', param: 'sort' },
  }
  await expect(sdk().find('articles', { sort: 'nope' })).rejects.toMatchObject({
    error: { status: fault.status, name: fault.name, message: fault.message },
  })
})

/** It keeps a token in a page alone, in a cookie; elsewhere it is a header that it is given. */
const withToken = (jwt: string): Strapi =>
  new Strapi({
    url: server.url,
    prefix: '/api',
    axiosOptions: { headers: { Authorization: `Bearer ${jwt}` } },
  })

test('registering, who I am, a new password, logging in', async () => {
  const email = 'bob@mail.example'
  const registered = await sdk().register({ username: 'bob', email, password: 'first secret' })
  expect(registered.user).toMatchObject({ username: 'bob' })
  const bob = withToken(registered.jwt)
  expect(await bob.fetchUser()).toMatchObject({ email })
  const changed = await bob.changePassword({
    currentPassword: 'first secret',
    password: 'second secret',
    passwordConfirmation: 'second secret',
  })
  expect(changed.user).toMatchObject({ username: 'bob' })
  await expect(sdk().login({ identifier: 'bob', password: 'first secret' })).rejects.toMatchObject({
    error: { status: 400, message: 'Invalid identifier or password' },
  })
  const { user, jwt } = await sdk().login({ identifier: email, password: 'second secret' })
  expect(user).toMatchObject({ username: 'bob' })
  expect(await withToken(jwt).fetchUser()).toMatchObject({ email })
  expect(await sdk().fetchUser()).toBeNull()
})
