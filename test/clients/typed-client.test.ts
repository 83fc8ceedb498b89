/**
 * Tests `strapi-typed-client`: its command generates a client from the server's schemas, and the client sends requests.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from './support/server.ts'

type Entry = Readonly<Record<string, unknown>>

interface Collection {
  readonly find: (query?: object) => Promise<readonly Entry[]>
  readonly findOne: (documentId: string, query?: object) => Promise<Entry | null>
}

interface Client {
  readonly articles: Collection
  readonly homepage: { readonly find: (query?: object) => Promise<Entry> }
  readonly upload: { readonly find: (query?: object) => Promise<readonly Entry[]> }
  readonly authentication: {
    readonly register: (data: object) => Promise<{ readonly jwt: string }>
    readonly login: (data: object) => Promise<{ readonly jwt: string }>
    readonly me: () => Promise<Entry>
  }
  readonly setToken: (token: string) => void
  readonly validateSchema: () => Promise<object>
}

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const program = folder('node_modules/strapi-typed-client/dist/cli/index.js')
const run = (...words: readonly string[]) => promisify(execFile)(process.execPath, [program, ...words])

let server: Server
let output: string
let client: Client
let Client: new (options: { readonly baseURL: string; readonly token?: string }) => Client
beforeAll(async () => {
  server = await startServer()
  output = mkdtempSync(folder('node_modules/.typed-'))
  await run('generate', '--url', server.url, '--output', output)
  ;({ StrapiClient: Client } = await import(pathToFileURL(join(output, 'index.js')).href))
  client = new Client({ baseURL: server.url })
})
afterAll(async () => {
  await server.stop()
  rmSync(output, { recursive: true, force: true })
})

test('the generated types of the typed client match the dataset', () => {
  const types = readFileSync(join(output, 'types.d.ts'), 'utf8')
  expect(types).toMatch(/interface Article\b[^}]*title: string/)
  expect(types).toContain("topic: 'news' | 'recipe' | 'portrait'")
  // The types omit private attributes.
  expect(types).not.toContain('editorNote')
})

test('the command `check` reports that the generated output is up to date', async () => {
  const { stdout } = await run('check', '--url', server.url, '--output', output)
  expect(stdout).toContain('in sync')
})

test('the typed client reads a list, an entry and a single type', async () => {
  const found = await client.articles.find({
    filters: { title: { $startsWith: 'Bread' } },
    populate: { author: { fields: ['name'] }, blocks: true },
    sort: ['title:asc'],
  })
  expect(found).toMatchObject([{ title: 'Bread at Dawn', author: { name: 'Ana Ruiz' } }])
  const one = await client.articles.findOne('articlebread000000000001', { locale: 'fr' })
  expect(one).toMatchObject({ title: "Le pain de l'aube" })
  await expect(client.articles.findOne('nosuchdocument')).rejects.toMatchObject({
    name: 'StrapiError',
    status: 404,
  })
  expect(await client.homepage.find({ populate: { lead: true } })).toMatchObject({ title: 'Crumb & Cup' })
})

test('the typed client reads uploaded files with an API token', async () => {
  const admin = new Client({ baseURL: server.url, token: 'admin-token' })
  const found = await admin.upload.find({ sort: ['name:asc'] })
  expect(found.map(({ name }) => name)).toContain('bread.jpg')
})

test('the typed client registers a user, logs in, and reads the current user', async () => {
  const own = new Client({ baseURL: server.url })
  await own.authentication.register({ username: 'gus', email: 'gus@mail.example', password: 'quite secret' })
  const { jwt } = await own.authentication.login({ identifier: 'gus', password: 'quite secret' })
  own.setToken(jwt)
  expect(await own.authentication.me()).toMatchObject({ username: 'gus' })
  // `validateSchema` requests a path that does not match its plugin's name, so it fails on every server.
  expect(await own.validateSchema()).toMatchObject({ error: 'Failed to fetch remote schema: 404' })
})
