/** `@refinedev/strapi-v4`: the data provider of Refine, and its helper for logins. */
import { AuthHelper, DataProvider } from '@refinedev/strapi-v4'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from './support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const provider = () => DataProvider(`${server.url}/api`)

test('getList: pages, filters within each other, more than one sorter, populate', async () => {
  const { data, total } = await provider().getList({
    resource: 'articles',
    pagination: { currentPage: 1, pageSize: 2, mode: 'server' },
    filters: [
      {
        operator: 'or',
        value: [
          { field: 'topic', operator: 'eq', value: 'recipe' },
          { field: 'author.name', operator: 'startswith', value: 'Ana' },
        ],
      },
    ],
    sorters: [
      { field: 'views', order: 'desc' },
      { field: 'title', order: 'asc' },
    ],
    meta: { populate: ['author'], fields: ['title', 'views'] },
  })
  expect(data).toMatchObject([
    { title: 'Bread at Dawn', author: { name: 'Ana Ruiz' } },
    { title: 'Soup Season' },
  ])
  expect(total).toBeGreaterThan(2)
})

test('getList of a language', async () => {
  const { data, total } = await provider().getList({ resource: 'articles', meta: { locale: 'fr' } })
  expect(data).toHaveLength(3)
  expect(total).toBe(3)
})

test('getMany by the ids of rows', async () => {
  const { data } = await provider().getMany({ resource: 'restaurants', ids: [1, 4] })
  expect(data).toMatchObject([{ name: 'Biscotte' }, { name: 'Ñandú' }])
})

test('getOne, with brackets as they are', async () => {
  const { data } = await provider().getOne({
    resource: 'articles',
    id: 'articlebread000000000001',
    meta: { populate: { author: { fields: ['name'] } } },
  })
  expect(data).toMatchObject({ title: 'Bread at Dawn', author: { name: 'Ana Ruiz' } })
})

test('custom, and a single type by it', async () => {
  const { data } = await provider().custom({ url: `${server.url}/api/homepage`, method: 'get' })
  expect(data).toMatchObject({ data: { title: 'Crumb & Cup' } })
})

test('what may not be written is an error of its own kind', async () => {
  const created = provider().create({ resource: 'articles', variables: { title: 'New' } })
  await expect(created).rejects.toMatchObject({ statusCode: 403 })
})

test('a login, and who that is', async () => {
  await fetch(`${server.url}/api/auth/local/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'cyd', email: 'cyd@mail.example', password: 'quite secret' }),
  })
  const helper = AuthHelper(`${server.url}/api`)
  const { data } = await helper.login('cyd@mail.example', 'quite secret')
  expect(data.user).toMatchObject({ username: 'cyd' })
  const me = await helper.me(data.jwt)
  expect(me.data).toMatchObject({ username: 'cyd', email: 'cyd@mail.example' })
})
