/** Tests that a running server is read only with GET requests, and that the dataset gives the same answers. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { type ContentApi, createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { serve } from '../../src/server/http/serve.ts'
import { graphOf as graphOfSource, openSource } from '../../src/sources/index.ts'
import { type LiveOptions, openLive } from '../../src/sources/live/open.ts'
import { noteText } from '../../src/sources/note.ts'
import type { Source } from '../../src/sources/source.ts'
import { asDecoded } from '../../src/util/url/percent.ts'
import { graphOf } from '../support/datasets.ts'
import { readRecordings } from '../support/recordings.ts'
import { type Handler, json, type Running, running, serverOf } from './running.ts'
import { sample } from './sample.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const quick: LiveOptions = { backoff: 1, timeout: 5_000 }

async function start(last: Handler, first?: Handler): Promise<Running> {
  const server = await running(last, first)
  ends.push(server.stop)
  return server
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'populace-live-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const folderOf = (dataset: string): string =>
  fileURLToPath(
    new URL(`../../fixtures/${dataset === 'guide' ? 'guide' : `${dataset}/dataset`}`, import.meta.url),
  )

const apiOf = (source: Source): ContentApi =>
  createReferenceApi(graphOfSource(source), {
    profile: 'strapi-5.54-sqlite',
    ...(source.roleOfToken === undefined ? {} : { roleOfToken: source.roleOfToken }),
  })

const original = (graph: Graph): ContentApi => createReferenceApi(graph, { profile: 'strapi-5.54-sqlite' })

/** The pattern of requests whose results depend on private values or on types without a route. */
const LOST =
  /hush|internalNote|aPrivate|aPassword|_q=|aBiginteger|secretScore|hiddenAuthor|\/api\/(users|upload)/

/** Returns recorded requests of a caller and of the public role. */
function requestsFor(token: string, caller: string): readonly { url: string; token: string | undefined }[] {
  const all = readRecordings().filter(
    ({ method = 'GET', auth }) => method === 'GET' && (auth === 'none' || auth === caller),
  )
  const plain = all.filter(({ path }) => !LOST.test(asDecoded(path)))
  return sample(plain, 300, 5).map(({ path, auth }, index) => ({
    url: path,
    token: auth === caller || index % 2 === 1 ? token : undefined,
  }))
}

/** Returns the requests to which the two APIs give different answers. */
function differences(
  ours: ContentApi,
  theirs: ContentApi,
  requests: readonly { url: string; token: string | undefined }[],
): readonly string[] {
  return requests.flatMap(({ url, token }) => {
    const request = { url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }
    const [own, other] = [ours.answer(request), theirs.answer(request)]
    return own.status === other.status && own.body === other.body ? [] : [`${token ?? 'none'} ${url}`]
  })
}

describe('a dataset that is read from a server', () => {
  test('a dataset read from a server with the content-type builder gives the recorded answers to 300 requests', async () => {
    const graph = graphOf('strapi-5.54')
    const server = await start(serverOf(graph, 'tokenFull'))
    const source = await openLive(server.url, { ...quick, token: 'tokenFull' })
    const requests = requestsFor('tokenFull', 'tokenFull')
    expect(requests).toHaveLength(300)
    expect(new Set(requests.map(({ token }) => token)).size).toBe(2)
    expect(differences(apiOf(source), original(graph), requests)).toEqual([])
    expect(new Set(server.asked.map(({ method }) => method))).toEqual(new Set(['GET']))
    expect(server.asked.length).toBeLessThan(200)
    expect(source.notes.map(noteText).join('\n')).toMatch(/kitchensink: \d+ rows have a biginteger beyond/)
  })

  test.each(['guide', 'strapi-5.54'])(
    'a dataset read from a mock of %s, with schemas from a folder, gives the same answers as the mock',
    async (dataset) => {
      const graph = graphOf(dataset)
      const token = dataset === 'guide' ? 'editor-token' : 'tokenReadOnly'
      const lines: string[] = []
      const mock = await serve(original(graph), { port: 0, log: ({ method }) => lines.push(method) })
      ends.push(mock.stop)
      const source = await openLive(`${mock.url}/api`, { ...quick, token, project: folderOf(dataset) })
      // The mock has no endpoint for all files, which would be needed for the order of file uses.
      const recorded =
        dataset === 'guide' ? [] : requestsFor(token, token).filter(({ url }) => !url.includes('related'))
      const own = [...graph.schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
      const queries = [
        'populate=*',
        'populate=*&status=draft',
        'populate=*&locale=fr&sort=id:desc',
        'pagination[pageSize]=1000',
      ]
      const lists = own.flatMap(({ kind, singularName, pluralName }) =>
        queries.map((query) => ({
          url: `/api/${kind === 'singleType' ? singularName : pluralName}?${query}`,
          token,
        })),
      )
      expect(lists.length).toBeGreaterThan(30)
      expect(differences(apiOf(source), original(graph), [...recorded, ...lists])).toEqual([])
      expect(new Set(lines)).toEqual(new Set(['GET']))
      expect(source.notes.map(noteText).join('\n')).toContain(
        'REST does not show private attributes and passwords',
      )
    },
  )

  test('a dataset read from a server has a note on what the token may not see, and does not contain the token', async () => {
    const graph = graphOf('guide')
    const server = await start(serverOf(graph, 'none'))
    const source = await openSource(server.url, {
      env: {},
      live: { token: 'reader-token', project: folderOf('guide') },
    })
    const notes = source.notes.map(noteText).join('\n')
    expect(notes).toContain('api::ledger.ledger: the caller may not read this type (403)')
    expect(notes).toContain('the permission api::ledger.ledger.find')
    expect(notes).toContain('REST does not show roles')
    expect(
      graphOfSource(source)
        .tables.get('api::ledger.ledger')
        ?.rows.every(({ values }) => values['name'] === undefined),
    ).toBe(true)
    expect(
      graphOfSource(source).access.roles.get('public')?.permissions.has('api::article.article.findOne'),
    ).toBe(true)
    expect([...(graphOfSource(source).access.roles.get('token')?.permissions ?? [])].sort()).toEqual([
      'api::article.article.find',
      'api::category.category.find',
    ])
    expect(source.roleOfToken?.('reader-token')).toBe('token')
    expect(JSON.stringify(source.files)).not.toContain('reader-token')
    expect(notes).not.toContain('reader-token')
  })

  test('a dataset read from a server has the same default and maximum page sizes as the server', async () => {
    const server = await start(serverOf(graphOf('strapi-5.54'), 'tokenFull'))
    const source = await openLive(server.url, { ...quick, token: 'tokenFull' })
    expect(graphOfSource(source).settings).toEqual(graphOf('strapi-5.54').settings)
  })
})

describe('reading that is interrupted', () => {
  test('interrupted reading continues where it stopped, only with the same token, which is never written', async () => {
    const graph = graphOf('guide')
    let left = 72
    const server = await start(serverOf(graph, 'admin-token'), (_request, response) => {
      if (left-- > 0) return false
      response.destroy()
      return true
    })
    const partial = join(newFolder(), 'out.partial')
    const options = { ...quick, token: 'admin-token', partial }
    await expect(openLive(server.url, options)).rejects.toThrow(/GET http.*(socket|closed|terminated)/i)
    const before = server.asked.length
    left = Infinity
    const source = await openLive(server.url, options)
    const after = server.asked.length
    const whole = await openLive(server.url, { ...quick, token: 'admin-token' })
    expect(source.files).toEqual(whole.files)
    const asked = server.asked.map(({ url, token }) => `${token} ${url}`)
    const isPage = (one: string): boolean => one.includes('sort=id')
    const [first, again] = [asked.slice(0, 72).filter(isPage), asked.slice(before, after).filter(isPage)]
    expect(first.length).toBeGreaterThan(2)
    expect(again.length).toBeGreaterThan(2)
    expect(source.notes.map(noteText)[0]).toMatch(
      /out\.partial: \d+ answers come from an earlier run .* remove the folder/,
    )
    expect(again.filter((one) => first.includes(one))).toEqual([])
    for (const name of readdirSync(partial))
      expect(readFileSync(join(partial, name), 'utf8')).not.toContain('admin-token')
    await expect(openLive(server.url, { ...options, token: 'editor-token' })).rejects.toThrow(
      'answers to another token',
    )
    const other = await start(serverOf(graph, 'admin-token'))
    await expect(openLive(other.url, options)).rejects.toThrow('answers of another server')
  })
})

describe('a proxy that requires a header', () => {
  const open = { 'x-pass': 'open-sesame' }
  const behindProxy = () =>
    start(
      serverOf(graphOf('guide'), 'admin-token'),
      (request, response) => request.headers['x-pass'] !== 'open-sesame' && json(response, 401, {}),
    )

  test('a proxy gets the required header with every request, with or without a token', async () => {
    const server = await behindProxy()
    const source = await openLive(server.url, { ...quick, token: 'admin-token', headers: open })
    expect(graphOfSource(source).tables.get('api::article.article')?.rows.length).toBeGreaterThan(5)
    expect(server.asked.filter(({ token }) => token === undefined)).not.toEqual([])
    expect(JSON.stringify(source.files)).not.toContain('open-sesame')
  })

  test('a proxy refuses a run without the header, and the next run may use the same partial folder', async () => {
    const server = await behindProxy()
    const partial = join(newFolder(), 'out.partial')
    await expect(openLive(server.url, { ...quick, partial })).rejects.toThrow(
      'the server or its proxy requires credentials (401)',
    )
    const options = { ...quick, token: 'admin-token', partial }
    await openLive(server.url, { ...options, headers: open })
    for (const name of readdirSync(partial))
      expect(readFileSync(join(partial, name), 'utf8')).not.toContain('open-sesame')
    await expect(openLive(server.url, { ...options, headers: { 'x-pass': 'other' } })).rejects.toThrow(
      'answers to another token or other headers',
    )
  })

  test('a request cannot have both a token and another header `authorization`', async () => {
    const options = { token: 'admin-token', headers: { authorization: 'Basic YTpi' } }
    await expect(openLive('http://localhost:1', options)).rejects.toThrow('expected one of them')
  })
})

test('an unusable answer of a server is not stored in the partial folder', async () => {
  let isSick = true
  const server = await start(
    guide(),
    (_request, response, url) => isSick && isList(url) && json(response, 200, {}),
  )
  const partial = join(newFolder(), 'out.partial')
  await expect(read(server, { partial })).rejects.toThrow('an answer without entries')
  isSick = false
  const source = await read(server, { partial })
  expect(graphOfSource(source).tables.get('api::article.article')?.rows.length).toBeGreaterThan(5)
})

const guide = () => serverOf(graphOf('guide'), 'admin-token')
const read = (server: Running, options: LiveOptions = {}): Promise<Source> =>
  openLive(server.url, { ...quick, token: 'admin-token', ...options })
const isList = (url: string): boolean => url.startsWith('/api/articles?status')

describe('faulty servers', () => {
  test.each<[string, Handler, RegExp]>([
    [
      'HTML in the middle',
      (_request, response, url) => {
        if (!isList(url)) return false
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
        return true
      },
      /expected JSON, found text\/html/,
    ],
    [
      'invalid JSON with the content type of JSON',
      (_request, response, url) => {
        if (!isList(url)) return false
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[')
        return true
      },
      /not JSON at 1:\d+/,
    ],
    [
      'an answer without entries',
      (_request, response, url) => isList(url) && json(response, 200, {}),
      /an answer without entries/,
    ],
    [
      'entries that are none',
      (_request, response, url) => isList(url) && json(response, 200, { data: [1] }),
      /not an entry/,
    ],
    [
      'entries as Strapi 4 has them',
      (_request, response, url) => isList(url) && json(response, 200, { data: [{ id: 1, attributes: {} }] }),
      /an answer of Strapi 4/,
    ],
    [
      'the same page for every request',
      (_request, response, url) =>
        isList(url) &&
        json(response, 200, { data: [{ id: 7, documentId: 'x' }], meta: { pagination: { total: 90 } } }),
      /in the order of their ids, after 7, found 7/,
    ],
    ['a server that only fails', (_request, response) => json(response, 500, {}), /status 500/],
    [
      'a server that answers 429 too often',
      (_request, response) => {
        response.writeHead(429, { 'retry-after': '7200' }).end()
        return true
      },
      /status 429; the server asks for a pause of 7200 seconds/,
    ],
    [
      'a token that nobody knows',
      (_request, response) => json(response, 401, {}),
      /the server does not know the token \(401\)/,
    ],
    [
      'a redirect that leads to itself',
      (_request, response, url) => {
        response.writeHead(302, { location: url }).end()
        return true
      },
      /more than 5 redirects in a row/,
    ],
    [
      'a list whose second page is refused',
      (_request, response, url) => isList(url) && json(response, 418, { error: { message: 'I\u001b[2J' } }),
      /found 418 I\\u001b\[2J/,
    ],
  ])('%s', async (_name, first, expected) => {
    await expect(read(await start(guide(), first))).rejects.toThrow(expected)
  })

  test('a body that never ends is stopped by the timeout', async () => {
    const server = await start(guide(), (_request, response, url) => {
      if (!isList(url)) return false
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[')
      return true
    })
    await expect(read(server, { timeout: 50 })).rejects.toThrow('no complete answer within 50 ms')
  })

  test('a body without an end is stopped at the size limit', async () => {
    const server = await start(guide(), (_request, response, url) => {
      if (!isList(url)) return false
      response.writeHead(200, { 'content-type': 'application/json' })
      const piece = ' '.repeat(1 << 20)
      const more = (): void => {
        if (response.destroyed) return
        if (response.write(piece)) setImmediate(more)
        else response.once('drain', more)
      }
      more()
      return true
    })
    await expect(read(server, { timeout: 30_000 })).rejects.toThrow(/a body of more than \d+ bytes/)
  })

  test('a redirect to another host is not followed, so that the host gets no token', async () => {
    const other = await start(() => false)
    const server = await start(guide(), (_request, response, url) => {
      response.writeHead(307, { location: `${other.url}${url}` }).end()
      return true
    })
    await expect(read(server)).rejects.toThrow(`a redirect to ${other.url}, which was not followed`)
    expect(other.asked).toEqual([])
  })

  test('a GET request to a server is repeated if the server is busy or has disconnected', async () => {
    const seen = new Set<string>()
    const server = await start(guide(), (_request, response, url) => {
      const isFirst = !seen.has(url)
      seen.add(url)
      if (!isFirst) return false
      if (seen.size % 3 === 0) response.writeHead(429, { 'retry-after': '0' }).end()
      else if (seen.size % 3 === 1) response.writeHead(503).end()
      else response.destroy()
      return true
    })
    const source = await read(server)
    const plain = await read(await start(guide()))
    expect(source.files).toEqual(plain.files)
  })

  test('a redirect on the same server is followed', async () => {
    const server = await start(
      (request, response, url) => (url.startsWith('/at') ? guide()(request, response, url.slice(3)) : false),
      (_request, response, url) => {
        if (url.startsWith('/at')) return false
        response.writeHead(308, { location: `/at${url}` }).end()
        return true
      },
    )
    const source = await read(server)
    expect(graphOfSource(source).tables.get('api::article.article')?.rows.length).toBeGreaterThan(5)
  })

  test('a wrong total in the lists of a server neither stops the reading nor makes it endless', async () => {
    const lie = (total: number): Handler => {
      const last = guide()
      const api = original(graphOf('guide'))
      return (request, response, url) => {
        if (!isList(url)) return last(request, response, url)
        const body = JSON.parse(api.answer({ url, headers: { authorization: 'Bearer admin-token' } }).body)
        return json(response, 200, { ...body, meta: { pagination: { ...body.meta.pagination, total } } })
      }
    }
    const plain = await read(await start(guide()))
    for (const total of [0, 1, 1_000_000]) {
      const source = await read(await start(lie(total)))
      expect(source.files.entries).toEqual(plain.files.entries)
      const notes = source.notes.map(noteText).join('\n')
      expect(notes.includes('more entries than it lists')).toBe(total === 1_000_000)
    }
  })

  test('a missing entry to which other entries link is omitted with a note', async () => {
    const gone = graphOf('guide').tables.get('api::author.author')?.rows[0]?.documentId ?? ''
    const api = original(graphOf('guide'))
    const server = await start(guide(), (_request, response, url) => {
      if (!url.startsWith('/api/authors?status')) return false
      const body = JSON.parse(api.answer({ url, headers: { authorization: 'Bearer admin-token' } }).body)
      const data = body.data.filter(({ documentId }: { documentId: string }) => documentId !== gone)
      return json(response, 200, { ...body, data })
    })
    const source = await read(server)
    expect(source.notes.map(noteText).join('\n')).toMatch(
      /api::author\.author: \d+ links? leads? to entries that the list does not show/,
    )
    expect(JSON.stringify(source.files.entries)).not.toContain(gone)
  })

  test('attributes whose populate makes the server answer 500 are omitted with a note', async () => {
    const server = await start(
      guide(),
      (_request, response, url) => url.includes('populate[cover]') && json(response, 500, {}),
    )
    const source = await read(server)
    const notes = source.notes.map(noteText)
    const says = 'the server answers 500 if a request populates cover, so cover is missing'
    expect(notes).toContain(`api::article.article: ${says}`)
    expect(notes.filter((note) => note.includes('fails (500)')).every((note) => note.endsWith(says))).toBe(
      true,
    )
    const rows = graphOfSource(source).tables.get('api::article.article')?.rows ?? []
    expect(rows.some(({ links }) => (links['author'] ?? []).length > 0)).toBe(true)
  })

  test('attributes that the server refuses to populate are omitted with a note', async () => {
    const server = await start(guide(), (_request, response, url) => {
      const isRefused = url.startsWith('/api/articles?status') && url.includes('populate[author]')
      const details = { key: 'author', path: 'author', source: 'query', param: 'populate' }
      return (
        isRefused &&
        json(response, 400, { data: null, error: { status: 400, message: 'Invalid key author', details } })
      )
    })
    const source = await read(server)
    expect(source.notes.map(noteText)).toContain(
      'api::article.article: author is invisible to this caller and therefore missing',
    )
  })

  test.each(['ftp://example.org', 'http://user:secret@example.org', 'http://example.org/?a=1'])(
    '%s is not a server',
    async (url) => {
      await expect(openLive(url, quick)).rejects.toThrow('expected the URL of a server')
      await expect(openLive(url, quick)).rejects.not.toThrow('secret')
    },
  )

  test('without schemas, the error names an option that provides them', async () => {
    const server = await start(guide())
    await expect(openLive(server.url, quick)).rejects.toThrow(
      /a caller without a token may not read the content types .*--project DIR/,
    )
  })
})
