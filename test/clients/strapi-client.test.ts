/** Tests `@strapi/client`, the official client. */
import { strapi } from '@strapi/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Server, startServer } from './support/server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const client = (auth?: string) =>
  strapi({ baseURL: `${server.url}/api`, ...(auth === undefined ? {} : { auth }) })
const named = (entries: readonly Readonly<Record<string, unknown>>[], name = 'title'): unknown[] =>
  entries.map((entry) => entry[name])

test('the client reads a list with filters, sort, fields and pages', async () => {
  const articles = client().collection('articles')
  const found = await articles.find({
    filters: {
      $or: [{ topic: { $eq: 'recipe' } }, { views: { $gte: 100 } }],
      author: { id: { $notNull: true } },
    },
    sort: ['views:desc', 'title:asc'],
    fields: ['title', 'views'],
    pagination: { page: 1, pageSize: 2 },
  })
  expect(named(found.data)).toEqual(['Bread at Dawn', 'Soup Season'])
  expect(found.meta.pagination).toEqual({ page: 1, pageSize: 2, pageCount: 2, total: 3 })
  expect(Object.keys(found.data[0] ?? {})).toEqual(['id', 'documentId', 'title', 'views'])
})

test('the client reads by offset, by status and by locale', async () => {
  const articles = client().collection('articles')
  const offset = await articles.find({ sort: 'title', pagination: { start: 1, limit: 2 } })
  expect(named(offset.data)).toEqual(['Bread at Dawn', 'Coffee, Slowly'])
  const drafts = await articles.find({ status: 'draft', filters: { title: { $contains: 'Very' } } })
  expect(named(drafts.data)).toEqual(['Coffee, Very Slowly'])
  const french = await articles.findOne('articlebread000000000001', { locale: 'fr' })
  expect(french.data['title']).toBe("Le pain de l'aube")
})

test('the client populates relations, components and the component types of a dynamic zone', async () => {
  const { data } = await client()
    .collection('articles')
    .findOne('articlebread000000000001', {
      fields: ['title'],
      populate: {
        author: { fields: ['name'], populate: { avatar: { fields: ['url'] } } },
        seo: true,
        blocks: { on: { 'blocks.hero': { fields: ['heading'], populate: ['image'] } } },
      },
    })
  expect(data).toMatchObject({
    title: 'Bread at Dawn',
    author: { name: 'Ana Ruiz', avatar: { url: '/uploads/portrait_5.jpg' } },
    seo: { metaTitle: 'Bread' },
    blocks: [{ __component: 'blocks.hero', heading: '04:00', image: { name: 'bread.jpg' } }],
  })
  expect(data['blocks']).toHaveLength(1)
})

test('`populate[]`, which the client sends for an empty list, is refused, as by a real server', async () => {
  const found = client().collection('articles').find({ populate: [] })
  await expect(found).rejects.toMatchObject({ name: 'HTTPBadRequestError' })
})

test('single types', async () => {
  const { data } = await client()
    .single('homepage')
    .find({ populate: { lead: { fields: ['title'] } } })
  expect(data).toMatchObject({ title: 'Crumb & Cup', lead: { title: 'Bread at Dawn' } })
})

test('the client throws each kind of API error as an error of its own class', async () => {
  const articles = client().collection('articles')
  await expect(articles.findOne('nosuchdocument')).rejects.toMatchObject({ name: 'HTTPNotFoundError' })
  await expect(articles.find({ fields: ['nope'] })).rejects.toMatchObject({ name: 'HTTPBadRequestError' })
  await expect(client('nobody-token').collection('articles').find()).rejects.toMatchObject({
    name: 'HTTPForbiddenError',
  })
})

test('the client reads files', async () => {
  const { files } = client('admin-token')
  const found = await files.find({ filters: { mime: { $contains: 'jpeg' } }, sort: 'name' })
  expect(found.map(({ name }) => name)).toEqual(['bread.jpg', 'portrait.jpg'])
  expect(await files.findOne(1)).toMatchObject({ url: '/uploads/bread_1.jpg', width: 1200 })
  await expect(files.findOne(99)).rejects.toMatchObject({ name: 'FileNotFoundError' })
})

test('the client registers, finds and counts users of the plugin users-permissions', async () => {
  const registered = await fetch(`${server.url}/api/auth/local/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ana', email: 'ana@mail.example', password: 'quite secret' }),
  })
  expect(registered.status).toBe(200)
  const { jwt }: { readonly jwt: string } = await registered.json()
  const users = client('admin-token').collection('users')
  expect(await users.find()).toMatchObject([{ username: 'ana', email: 'ana@mail.example' }])
  expect(await users.findOne(1)).toMatchObject({ username: 'ana' })
  const me = await client(jwt).fetch('users/me')
  expect(await me.json()).toMatchObject({ username: 'ana' })
})

test('`fetch` of the client accepts any path of the API', async () => {
  const answer = await client('admin-token').fetch('i18n/locales')
  expect(await answer.json()).toMatchObject([{ code: 'en', isDefault: true }, { code: 'fr' }])
})

test('an unknown token is refused if the dataset lists tokens', async () => {
  const production = client('0123456789abcdef')
  await expect(production.collection('ledgers').find()).rejects.toThrow()
  const editor = client('editor-token')
  expect((await editor.collection('ledgers').find()).data).toHaveLength(3)
})

/** The bytes of a picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('writing', () => {
  let own: Server
  beforeAll(async () => {
    own = await startServer()
  })
  afterAll(() => own.stop())

  const writer = (auth: string | undefined = 'admin-token') =>
    strapi({ baseURL: `${own.url}/api`, ...(auth === '' ? {} : { auth }) })

  test('the client creates, updates and deletes a document with relations', async () => {
    const reviews = writer().collection('reviews')
    const created = await reviews.create(
      { title: 'Worth the queue', score: 5, restaurant: { connect: ['restaurantbiscotte000001'] } },
      { populate: { restaurant: { fields: ['name'] } } },
    )
    expect(created.data).toMatchObject({ title: 'Worth the queue', restaurant: { name: 'Biscotte' } })
    const { documentId } = created.data
    const updated = await reviews.update(documentId, { score: 4 })
    expect(updated.data).toMatchObject({ documentId, title: 'Worth the queue', score: 4 })
    const found = await reviews.find({ filters: { title: { $startsWith: 'Worth' } } })
    expect(named(found.data)).toEqual(['Worth the queue'])
    await reviews.delete(documentId)
    await expect(reviews.findOne(documentId)).rejects.toMatchObject({ name: 'HTTPNotFoundError' })
  })

  test('the client creates a draft, publishes it later, and adds a locale', async () => {
    const articles = writer().collection('articles')
    const { data } = await articles.create({ title: 'Rye' }, { status: 'draft' })
    await expect(articles.findOne(data.documentId)).rejects.toMatchObject({ name: 'HTTPNotFoundError' })
    await articles.update(data.documentId, {}, { status: 'published' })
    expect((await articles.findOne(data.documentId)).data['title']).toBe('Rye')
    const french = await articles.update(data.documentId, { title: 'Seigle' }, { locale: 'fr' })
    expect(french.data).toMatchObject({ title: 'Seigle', locale: 'fr' })
    expect((await articles.findOne(data.documentId)).data['title']).toBe('Rye')
  })

  test('single types', async () => {
    const about = writer().single('homepage')
    expect((await about.update({ intro: 'Open all night' })).data).toMatchObject({ intro: 'Open all night' })
    expect((await about.find()).data['intro']).toBe('Open all night')
    await about.delete()
    await expect(about.find()).rejects.toMatchObject({ name: 'HTTPNotFoundError' })
  })

  test('the client throws each kind of API error as an error of its own class', async () => {
    const reviews = writer().collection('reviews')
    await expect(reviews.create({ stars: 5 })).rejects.toMatchObject({ name: 'HTTPBadRequestError' })
    await expect(reviews.update('nosuchdocument', {})).rejects.toMatchObject({ name: 'HTTPNotFoundError' })
    const stranger = writer('').collection('reviews')
    await expect(stranger.create({ title: 'x' })).rejects.toMatchObject({ name: 'HTTPForbiddenError' })
  })

  test('the client uploads files from a blob and from a buffer, edits and deletes them', async () => {
    const { files } = writer()
    const fileInfo = { name: 'pixel', alternativeText: 'A pixel', caption: 'One' }
    const [blob] = await files.upload(new Blob([PIXEL], { type: 'image/png' }), { fileInfo })
    expect(blob).toMatchObject({ alternativeText: 'A pixel', mime: 'image/png', width: 1, height: 1 })
    const options = { filename: 'dot.png', mimetype: 'image/png' }
    const [buffer] = await files.upload(PIXEL, options)
    expect(buffer).toMatchObject({ name: 'dot.png', ext: '.png', width: 1 })
    const id = buffer?.id ?? 0
    const sent = await fetch(`${own.url}${buffer?.url}`)
    const bytes = Buffer.from(await sent.arrayBuffer())
    // If sharp is installed, the server compresses pictures, so only the signature is compared.
    expect([sent.status, bytes.subarray(1, 4).toString()]).toEqual([200, 'PNG'])
    expect(Math.round(bytes.length / 10) / 100).toBe(buffer?.size)
    const { data } = await writer()
      .collection('restaurants')
      .update('restaurantbiscotte000001', { cover: id }, { populate: 'cover' })
    expect(data['cover']).toMatchObject({ id, name: 'dot.png' })
    expect(await files.update(id, { alternativeText: 'A dot' })).toMatchObject({ alternativeText: 'A dot' })
    expect(await files.delete(id)).toMatchObject({ id })
    await expect(files.findOne(id)).rejects.toMatchObject({ name: 'FileNotFoundError' })
  })

  test('the client creates, updates and deletes users, whose bodies have no `data` wrapper', async () => {
    const users = writer().collection('users')
    const ada = { username: 'ada', email: 'ada@mail.example', password: 'quite secret', role: 1 }
    const made = Object(await users.create(ada))
    expect(made).toMatchObject({ username: 'ada' })
    expect(await users.update(String(made.id), { username: 'ada l' })).toMatchObject({ username: 'ada l' })
    await users.delete(String(made.id))
    expect(await users.find()).toEqual([])
  })
})
