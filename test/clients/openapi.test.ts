/**
 * Tests the OpenAPI document in published tools: `openapi-typescript` generates types, `openapi-fetch` requests the
 * server with them, and `@stoplight/prism-cli` mocks the document.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { loadDataset } from 'populace'
import { openapiOf } from 'populace/openapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REFUSED } from '../search/types/compile.ts'
import { guide, type Server, startServer } from './support/server.ts'

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const output = mkdtempSync(folder('node_modules/.openapi-'))
const document = JSON.stringify(openapiOf(loadDataset(guide)))

let server: Server
beforeAll(async () => {
  server = await startServer()
  writeFileSync(join(output, 'openapi.json'), document)
  const source = astToString(await openapiTS(JSON.parse(document)))
  writeFileSync(join(output, 'paths.ts'), source)
  writeFileSync(join(output, 'client.ts'), CLIENT)
  symlinkSync(folder('node_modules'), join(output, 'node_modules'))
})
afterAll(async () => {
  await server.stop()
  rmSync(output, { recursive: true, force: true })
})

/** The source of a client that compiles without casts and without checks of relation types. */
const CLIENT = `
import createClient from 'openapi-fetch'
import qs from 'qs'
import type { paths } from './paths.ts'

export async function ask(origin: string): Promise<readonly string[]> {
  const { GET, POST } = createClient<paths>({
    baseUrl: \`\${origin}/api\`,
    headers: { authorization: 'Bearer admin-token' },
    querySerializer: (query) => qs.stringify(query, { encodeValuesOnly: true }),
  })
  const { data: list } = await GET('/restaurants', {
    params: {
      query: {
        fields: ['name'],
        populate: { owner: { fields: ['name'] }, categories: { populate: { restaurants: true } } },
        filters: { name: { $eq: 'Biscotte' }, owner: { name: { $startsWith: 'Chlo' } } },
      },
    },
  })
  const [first] = list?.data ?? []
  const owner: string | null | undefined = first?.owner?.name
  const beside: readonly string[] = (first?.categories ?? [])
    .flatMap((category) => category.restaurants ?? [])
    .flatMap((restaurant) => restaurant.name ?? [])
  ${REFUSED}
  void first?.nope
  ${REFUSED}
  void GET('/restaurants', { params: { query: { fields: ['nope'] } } }).catch(() => undefined)
  const { data: made } = await POST('/reviews', { body: { data: { title: 'Queue', score: 4 } } })
  const { error } = await GET('/articles/{documentId}', { params: { path: { documentId: 'none' } } })
  return [owner ?? '', String(beside.includes('Biscotte')), made?.data.title ?? '', error?.error.name ?? '']
}
`

test('a client with the generated types compiles without casts', async () => {
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022', '--module', 'preserve']
  const program = folder('node_modules/typescript/bin/tsc')
  const words = [program, ...options, '--esModuleInterop', '--allowImportingTsExtensions', 'client.ts']
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: output }).catch(
    (error: { readonly stdout: string }) => error,
  )
  expect(stdout).toBe('')
})

test('a client with the generated types reads the expected values from the server', async () => {
  const { ask } = await import(pathToFileURL(join(output, 'client.ts')).href)
  expect(await ask(server.url)).toEqual(['Chloé Petit', 'true', 'Queue', 'NotFoundError'])
})

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** Returns a promise that resolves when the process has printed the text. */
const says = (child: ChildProcess, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => chunk.includes(text) && resolve())
    child.once('exit', () => reject(new Error(`The process ended before it printed ${text}`)))
  })

test('Prism serves the examples of the OpenAPI document', async () => {
  const port = await freePort()
  const program = folder('node_modules/@stoplight/prism-cli/dist/index.js')
  const words = [program, 'mock', join(output, 'openapi.json'), '--port', String(port)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    await says(child, 'Prism is listening')
    const answer = await fetch(`http://127.0.0.1:${port}/articles?populate[author][fields][0]=name`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ data: [{ title: expect.any(String), author: {} }] })
    const wrong = await fetch(`http://127.0.0.1:${port}/articles?status=nope`)
    expect(wrong.status).toBe(400)
  } finally {
    child.kill()
  }
})
