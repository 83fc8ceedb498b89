/** Tests `@refinedev/strapi-v4`: the data provider of Refine, and its helper for logins. */
import { AuthHelper, axiosInstance, DataProvider } from '@refinedev/strapi-v4'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Server, startServer } from './support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Made {
  readonly data: { readonly documentId: string }
}

const provider = () => DataProvider(`${server.url}/api`)

test('getList supports pages, nested filters, several sorters and populate', async () => {
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

test('getList returns the entries of a locale', async () => {
  const { data, total } = await provider().getList({ resource: 'articles', meta: { locale: 'fr' } })
  expect(data).toHaveLength(3)
  expect(total).toBe(3)
})

test('getMany reads entries by their numeric ids', async () => {
  const { data } = await provider().getMany({ resource: 'restaurants', ids: [1, 4] })
  expect(data).toMatchObject([{ name: 'Biscotte' }, { name: 'Ñandú' }])
})

test('getOne sends populate with unencoded brackets', async () => {
  const { data } = await provider().getOne({
    resource: 'articles',
    id: 'articlebread000000000001',
    meta: { populate: { author: { fields: ['name'] } } },
  })
  expect(data).toMatchObject({ title: 'Bread at Dawn', author: { name: 'Ana Ruiz' } })
})

test('`custom` reads a single type', async () => {
  const { data } = await provider().custom({ url: `${server.url}/api/homepage`, method: 'get' })
  expect(data).toMatchObject({ data: { title: 'Crumb & Cup' } })
})

test('a forbidden write through the data provider rejects with the status code 403', async () => {
  const created = provider().create({ resource: 'articles', variables: { title: 'New' } })
  await expect(created).rejects.toMatchObject({ statusCode: 403 })
})

test('the helper of the provider logs in, and reads the current user', async () => {
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

describe('writing', () => {
  let own: Server
  beforeAll(async () => {
    own = await startServer()
  })
  afterAll(() => own.stop())

  const axios = axiosInstance.create({ headers: { authorization: 'Bearer admin-token' } })
  const writer = () => DataProvider(`${own.url}/api`, axios)

  test('create, update and deleteOne succeed', async () => {
    const variables = { title: 'Worth the queue', score: 5, restaurant: 'restaurantbiscotte000001' }
    const { data: created } = await writer().create({ resource: 'reviews', variables })
    expect(created.data).toMatchObject({ title: 'Worth the queue', score: 5 })
    const id = String(created.data.documentId)
    const { data: updated } = await writer().update({ resource: 'reviews', id, variables: { score: 4 } })
    expect(updated.data).toMatchObject({ documentId: id, title: 'Worth the queue', score: 4 })
    const read = await writer().getOne({ resource: 'reviews', id, meta: { populate: ['restaurant'] } })
    expect(read.data).toMatchObject({ score: 4, restaurant: { name: 'Biscotte' } })
    await writer().deleteOne({ resource: 'reviews', id })
    await expect(writer().getOne({ resource: 'reviews', id })).rejects.toMatchObject({
      response: { status: 404 },
    })
  })

  test('createMany, updateMany and deleteMany succeed', async () => {
    const { data: made } = await writer().createMany({
      resource: 'reviews',
      variables: [{ title: 'Bread' }, { title: 'Wine' }],
    })
    const ids = made.map(({ data }: Made) => data.documentId)
    const { data: changed } = await writer().updateMany({
      resource: 'reviews',
      ids,
      variables: { title: 'Both' },
    })
    expect(changed).toMatchObject([{ data: { title: 'Both' } }, { data: { title: 'Both' } }])
    await writer().deleteMany({ resource: 'reviews', ids })
    const { total } = await writer().getList({
      resource: 'reviews',
      filters: [{ field: 'title', operator: 'eq', value: 'Both' }],
    })
    expect(total).toBe(0)
  })

  test('the data provider lists validation errors by field, so that a form can show them', async () => {
    const variables = { name: 'Deep', stars: 'many' }
    await expect(writer().create({ resource: 'restaurants', variables })).rejects.toMatchObject({
      statusCode: 400,
      errors: { stars: [expect.stringContaining('must be a `number` type')] },
    })
  })

  test('`custom` uploads a form, because the provider has no method for files', async () => {
    const form = new FormData()
    form.append('files', new Blob(['plain'], { type: 'text/plain' }), 'note.txt')
    const sent = new Response(form)
    const { data } = await writer().custom({
      url: `${own.url}/api/upload`,
      method: 'post',
      payload: Buffer.from(await sent.arrayBuffer()),
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    })
    expect(data).toMatchObject([{ name: 'note.txt', mime: 'text/plain' }])
  })
})
