/** Tests `strapi-sdk-js`: queries, and users who register, log in and stay logged in. */
import Strapi, { type StrapiError } from 'strapi-sdk-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

test('`find` reads a list, and `findOne` an entry', async () => {
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

test('the client reads a locale, and accepts populate as a list', async () => {
  const found = await sdk().find<Article>('articles', { locale: 'fr', populate: ['author'], sort: 'title' })
  expect(found.data.map(({ title }) => title)).toEqual([
    "Le pain de l'aube",
    'Marché de minuit',
    'Saison des soupes',
  ])
})

test('`request` reads a single type', async () => {
  const homepage = await sdk().request<{ data: { title: string } }>('get', '/homepage')
  expect(homepage.data.title).toBe('Crumb & Cup')
})

test('an API error rejects with the error body of the server', async () => {
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

/** The client stores a token only in browsers, as a cookie; in Node the test passes it as a header. */
const withToken = (jwt: string): Strapi =>
  new Strapi({
    url: server.url,
    prefix: '/api',
    axiosOptions: { headers: { Authorization: `Bearer ${jwt}` } },
  })

test('the client registers a user, reads the current user, changes the password and logs in', async () => {
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

describe('writing', () => {
  let own: Server
  beforeAll(async () => {
    own = await startServer()
  })
  afterAll(() => own.stop())

  const writer = (): Strapi =>
    new Strapi({
      url: own.url,
      prefix: '/api',
      axiosOptions: { headers: { Authorization: 'Bearer admin-token' } },
    })

  test('the client creates, updates and deletes entries, and selects fields of the answers', async () => {
    const strapi = writer()
    const author = { connect: ['authorana000000000000001'] }
    const created = await strapi.create<Article>(
      'articles',
      { title: 'Rye', author },
      { fields: ['title'], populate: { author: { fields: ['name'] } } },
    )
    expect(created.data).toMatchObject({ title: 'Rye', author: { name: 'Ana Ruiz' } })
    const { documentId } = created.data
    const updated = await strapi.update<Article>('articles', documentId, {
      title: 'Rye, Again',
      author: null,
    })
    expect(updated.data).toMatchObject({ documentId, title: 'Rye, Again' })
    const read = await strapi.findOne<Article>('articles', documentId, { populate: ['author'] })
    expect(read.data).toMatchObject({ title: 'Rye, Again', author: null })
    await strapi.delete('articles', documentId)
    await expect(strapi.findOne('articles', documentId)).rejects.toMatchObject({ error: { status: 404 } })
  })

  test('`request` updates a single type in another locale', async () => {
    const data = { data: { intro: 'Ouvert' } }
    const answer = await writer().request<{ readonly data: unknown }>('put', '/homepage', {
      params: { locale: 'fr' },
      data,
    })
    expect(answer.data).toMatchObject({ intro: 'Ouvert', locale: 'fr' })
  })

  test('an API error rejects with the error body of the server', async () => {
    await expect(writer().create('articles', { nope: 1 })).rejects.toMatchObject({
      error: { status: 400, message: 'Invalid key nope', details: { source: 'body' } },
    })
    await expect(writer().update('articles', 'nobody', {})).rejects.toMatchObject({ error: { status: 404 } })
    const stranger = new Strapi({ url: own.url, prefix: '/api' })
    await expect(stranger.create('articles', { title: 'x' })).rejects.toMatchObject({
      error: { status: 403, name: 'ForbiddenError' },
    })
  })

  test('`request` uploads a form, because the client has no method for files', async () => {
    const form = new FormData()
    form.append('files', new Blob(['plain'], { type: 'text/plain' }), 'note.txt')
    form.append('fileInfo', JSON.stringify({ caption: 'A note' }))
    // The client's axios cannot encode a form in Node, so a `Response` encodes the form.
    const sent = new Response(form)
    const [file] = await writer().request<readonly { readonly url: string }[]>('post', '/upload', {
      data: Buffer.from(await sent.arrayBuffer()),
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    })
    expect(file).toMatchObject({ name: 'note.txt', caption: 'A note', mime: 'text/plain', size: 0.01 })
    const stored = await fetch(`${own.url}${file?.url}`)
    expect(await stored.text()).toBe('plain')
  })
})
