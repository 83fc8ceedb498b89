/**
 * Tests `gatsby-source-strapi`: calls `sourceNodes` with actions, cache, ids and digests like Gatsby's.
 * `gatsby-source-filesystem` also downloads the files.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, site, startServer } from './support/server.ts'

interface Node extends Record<string, unknown> {
  readonly id: string
  readonly internal: { readonly type: string; owner?: string }
}

interface Plugin {
  readonly sourceNodes: (gatsby: object, options: object) => Promise<void>
}

const { sourceNodes }: Plugin = createRequire(import.meta.url)('gatsby-source-strapi/gatsby-node')

let server: Server
let directory: string
const before = process.cwd()
beforeAll(async () => {
  server = await startServer(site)
  directory = mkdtempSync(join(tmpdir(), 'populace-gatsby-'))
  // The plugin writes a cache to the working directory.
  process.chdir(directory)
})
afterAll(async () => {
  process.chdir(before)
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
})

const digest = (value: unknown): string => createHash('md5').update(JSON.stringify(value)).digest('hex')

/** Returns the part of Gatsby's API that a source plugin uses. */
function gatsby() {
  const nodes = new Map<string, Node>()
  const cached = new Map<string, unknown>()
  const logged: string[] = []
  const cache = {
    directory,
    get: async (key: string) => cached.get(key),
    set: async (key: string, value: unknown) => void cached.set(key, value),
  }
  const createNode = async (node: Node): Promise<void> => {
    nodes.set(node.id, { ...node, internal: { ...node.internal, owner: 'gatsby-source-strapi' } })
  }
  const deleteNode = ({ id }: Node): void => void nodes.delete(id)
  const api = {
    actions: { createNode, deleteNode, touchNode: () => undefined },
    createContentDigest: digest,
    createNodeId: digest,
    reporter: {
      info: (line: string) => void logged.push(line),
      panic: (line: string, error: unknown) => {
        throw new Error(line, { cause: error })
      },
    },
    getCache: () => cache,
    store: {},
    cache,
    getNodes: () => [...nodes.values()],
    getNode: (id: string) => nodes.get(id),
  }
  const ofType = (type: string): readonly Node[] =>
    [...nodes.values()].filter(({ internal }) => internal.type === type)
  return { api, logged, nodes, ofType }
}

const options = (more: object = {}) => ({
  apiURL: server.url,
  accessToken: 'builder-token',
  collectionTypes: [
    {
      singularName: 'post',
      queryLimit: 2,
      queryParams: { populate: { writer: true, cover: true, seo: true, blocks: { populate: '*' } } },
    },
    'writer',
  ],
  singleTypes: ['imprint'],
  ...more,
})

test('the Gatsby plugin sources nodes of every type, page by page, with the files of media and of Markdown', async () => {
  const { api, ofType, logged } = gatsby()
  await sourceNodes(api, options())
  expect(ofType('STRAPI_POST').map(({ title }) => title)).toEqual(['First', 'Second', 'Third'])
  expect(ofType('STRAPI_WRITER').map(({ name }) => name)).toEqual(expect.arrayContaining(['Ana', 'Bob']))
  expect(ofType('STRAPI_IMPRINT')).toMatchObject([{ address: '1 Mill Lane' }])
  expect(ofType('STRAPI__COMPONENT_SHARED_SEO')).toMatchObject([{ metaTitle: 'The first' }])
  expect(ofType('STRAPI__COMPONENT_BLOCKS_QUOTE')).toMatchObject([{ text: 'Salt is a clock.' }])
  expect(ofType('STRAPI_POST_FACTS_JSONNODE')).toMatchObject([{ loaves: 3 }])
  expect(ofType('STRAPI__MEDIA')).toMatchObject([{ name: 'crumb.png', width: 64 }])
  expect(logged.some((line) => line.includes('page 2'))).toBe(true)
  const [file] = ofType('File')
  const bytes = readFileSync(String(file?.['absolutePath']))
  expect([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
    'PNG',
    64,
    48,
  ])
  const [first] = ofType('STRAPI_POST')
  expect(first?.['body']).toMatchObject({
    medias: [{ alternativeText: 'crumb', src: '/uploads/crumb_1.png' }],
  })
})

test('a second run of the Gatsby plugin without new or updated entries leaves the same nodes', async () => {
  const { api, ofType, nodes } = gatsby()
  await sourceNodes(api, options({ skipFileDownloads: true }))
  const before = nodes.size
  await sourceNodes(api, options({ skipFileDownloads: true }))
  expect(nodes.size).toBe(before)
  expect(ofType('STRAPI_POST')).toHaveLength(3)
})

test('without a token, the Gatsby plugin fails at its request for the schemas', async () => {
  const { api } = gatsby()
  const sourced = sourceNodes(api, options({ accessToken: undefined }))
  await expect(sourced).rejects.toMatchObject({ response: { status: 403 } })
})
