/**
 * Tests the composables of `@nuxtjs/strapi` for Strapi 5. The test replaces `#imports` with its configuration, cookies
 * and state, and `$fetch`; the code runs as on the server.
 */
import { ofetch } from 'ofetch'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bundled } from './support/bundled.ts'
import { type Server, startServer } from './support/server.ts'

interface Ref<Value> {
  value: Value
}
type Entry = Readonly<Record<string, unknown>>

interface Composables {
  readonly useStrapi: () => {
    readonly find: (type: string, params?: object) => Promise<{ data: Entry[]; meta: object }>
    readonly findOne: (type: string, id?: string, params?: object) => Promise<{ data: Entry }>
  }
  readonly useStrapiAuth: () => {
    readonly register: (data: object) => Promise<{ user: Ref<Entry>; jwt: string }>
    readonly login: (data: object) => Promise<{ user: Ref<Entry>; jwt: string }>
    readonly logout: () => void
    readonly changePassword: (data: object) => Promise<void>
    readonly fetchUser: () => Promise<Ref<Entry | null>>
    readonly forgotPassword: (data: object) => Promise<void>
    readonly getProviderAuthenticationUrl: (provider: string) => string
  }
  readonly useStrapiToken: () => Ref<string | null>
  readonly useStrapiMedia: (path: string) => string
}

const runtime = '@nuxtjs/strapi/dist/runtime'
const FOLDER = `./node_modules/${runtime}`

async function composables(url: string): Promise<Composables> {
  const strapi = {
    url,
    prefix: '/api',
    version: 'v5',
    cookie: {},
    cookieName: 'strapi_jwt',
    auth: { populate: 'role' },
  }
  return bundled<Composables>({
    entry: `
      export { useStrapi } from '${FOLDER}/composables-v5/useStrapi.js'
      export { useStrapiAuth } from '${FOLDER}/composables/useStrapiAuth.js'
      export { useStrapiToken } from '${FOLDER}/composables/useStrapiToken.js'
      export { useStrapiMedia } from '${FOLDER}/composables/useStrapiMedia.js'`,
    virtual: {
      '#imports': `
        import { ref } from 'vue'
        export { useStrapiClient } from '${FOLDER}/composables/useStrapiClient.js'
        const strapi = ${JSON.stringify(strapi)}
        const app = { hooks: { callHook: () => undefined } }
        const states = new Map()
        const kept = (name) => states.get(name) ?? states.set(name, ref(null)).get(name)
        export const useRuntimeConfig = () => ({ strapi, public: { strapi } })
        export const useNuxtApp = () => app
        export const useCookie = (name) => kept('cookie ' + name)
        export const useState = (name) => kept(name)`,
    },
    define: { 'import.meta.server': 'true' },
  })
}

let server: Server
let nuxt: Composables
beforeAll(async () => {
  vi.stubGlobal('$fetch', ofetch)
  server = await startServer()
  nuxt = await composables(server.url)
})
afterAll(() => server.stop())

test('`find` sends filters with unencoded brackets', async () => {
  const { data, meta } = await nuxt.useStrapi().find('articles', {
    filters: { $or: [{ topic: 'recipe' }, { title: { $startsWith: '100%' } }] },
    sort: ['views:desc', 'id:asc'],
    fields: ['title'],
    populate: { author: { fields: ['name'] } },
    pagination: { page: 1, pageSize: 2 },
  })
  expect(data.map(({ title }) => title)).toEqual(['Soup Season', 'soup season'])
  expect(meta).toEqual({ pagination: { page: 1, pageSize: 2, pageCount: 2, total: 3 } })
})

test('`findOne` reads an entry of a collection, a single type and a locale', async () => {
  const { findOne } = nuxt.useStrapi()
  const one = await findOne('articles', 'articlebread000000000001', { populate: '*', locale: 'fr' })
  expect(one.data).toMatchObject({ title: "Le pain de l'aube", cover: { name: 'bread.jpg' } })
  const homepage = await findOne('homepage', undefined, { populate: ['lead'] })
  expect(homepage.data).toMatchObject({ title: 'Crumb & Cup', lead: { title: 'Bread at Dawn' } })
})

test('an API error rejects with the error body of the server', async () => {
  const found = nuxt.useStrapi().find('articles', { sort: 'nope' })
  await expect(found).rejects.toMatchObject({ error: { status: 400, message: 'Invalid key nope' } })
})

test('media', async () => {
  const answer = await fetch(nuxt.useStrapiMedia('/uploads/bread_1.jpg'))
  expect(answer.headers.get('content-type')).toBe('image/png')
})

test('a client registers a user, logs out and in, reads the current user, and changes the password', async () => {
  const auth = nuxt.useStrapiAuth()
  const token = nuxt.useStrapiToken()
  const email = 'eve@mail.example'
  const { user } = await auth.register({ username: 'eve', email, password: 'first secret' })
  expect(user.value).toMatchObject({ username: 'eve', email })
  auth.logout()
  expect(token.value).toBeNull()
  const { jwt } = await auth.login({ identifier: 'eve', password: 'first secret' })
  expect(token.value).toBe(jwt)
  expect((await auth.fetchUser()).value).toMatchObject({ username: 'eve' })
  await auth.changePassword({
    currentPassword: 'first secret',
    password: 'second secret',
    passwordConfirmation: 'second secret',
  })
  const wrong = auth.login({ identifier: email, password: 'first secret' })
  await expect(wrong).rejects.toMatchObject({ error: { message: 'Invalid identifier or password' } })
  await auth.login({ identifier: email, password: 'second secret' })
  await auth.forgotPassword({ email })
  expect(auth.getProviderAuthenticationUrl('github')).toBe(`${server.url}/api/connect/github`)
})
