/** Tests options and exit codes of the commands, each in its own process. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../support/datasets.ts'
import { main, populace } from './populace.ts'

describe('populace get', () => {
  test('populace get prints the error with which a plugin of the mock server answers', async () => {
    const { code, out } = await populace('get', '/api/users')
    expect([code, JSON.parse(out)]).toMatchObject([1, { error: { status: 403 } }])
  })

  test('populace get exits with 1 when the answer is an error', async () => {
    const { code, out } = await populace('get', '/api/restaurants?fields=nope')
    expect(JSON.parse(out)).toMatchObject({ error: { status: 400, message: 'Invalid key nope' } })
    expect(code).toBe(1)
  })

  test('populace get accepts a dataset, a token and a profile', async () => {
    const url = '/api/secrets?fields='
    const args = ['--token', 'tokenFull', '--profile', 'strapi-5.54-sqlite']
    const { out } = await populace('get', url, '--data', datasetFolder('strapi-5.54'), ...args)
    expect(JSON.parse(out)).toMatchObject({ error: { status: 500 } })
    // Only the dataset, the token and the profile together give the status 500.
    const graph = graphOf('strapi-5.54')
    const headers = { authorization: 'Bearer tokenFull' }
    const real = createReferenceApi(graph, { profile: 'strapi-5.54-sqlite' })
    expect(createReferenceApi(graphOf('guide')).answer({ url, headers }).status).not.toBe(500)
    expect(createReferenceApi(graph).answer({ url, headers }).status).toBe(400)
    expect(real.answer({ url }).status).toBe(403)
    expect(real.answer({ url, headers }).status).toBe(500)
  })

  test('`--evaluator semantics` gives the same answer, and rejects a profile of a real server', async () => {
    const args = ['get', '/api/articles?populate=author&sort=title:desc']
    const [plan, semantics] = await Promise.all([
      populace(...args),
      populace(...args, '--evaluator', 'semantics'),
    ])
    expect(semantics).toEqual(plan)
    const { code, err } = await populace(...args, '--evaluator', 'semantics', '--profile', 'guide')
    expect([code, err.split('\n').at(-2)]).toEqual([
      2,
      'The evaluator semantics answers by the profile documented only, found guide',
    ])
  })

  test('populace get rejects an unknown profile and suggests the nearest names', async () => {
    const { code, err } = await populace('get', '/api/restaurants', '--profile', 'documented,+ne-array-o')
    expect(err).toMatch(/Unknown quirk "ne-array-o"\. Nearest: ne-array-or/)
    expect(code).toBe(2)
  })
})

describe('populace validate', () => {
  const broken = mkdtempSync(join(tmpdir(), 'populace-'))
  afterAll(() => rmSync(broken, { recursive: true }))
  cpSync(datasetFolder('guide'), broken, { recursive: true })
  writeFileSync(join(broken, 'entries', 'category.json'), '[{"name": 5}, {"nope": 1, "name": "x"}]')

  test('populace validate reports no faults in a valid dataset', async () => {
    expect(await populace('validate', datasetFolder('guide'))).toMatchObject({ code: 0, out: /^No faults/ })
  })

  test('`serve` does not start on a faulty dataset', async () => {
    expect((await populace('serve', broken, '--port', '0')).code).toBe(1)
  })
})

describe('populace types and populace openapi', () => {
  const folder = mkdtempSync(join(tmpdir(), 'populace-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('populace types and openapi print to standard output, and `--role` omits types that the role may not find', async () => {
    const real = datasetFolder('strapi-5.54')
    const { out, code } = await populace(
      'openapi',
      real,
      '--role',
      'public',
      '--server',
      'http://localhost:1337',
    )
    expect(code).toBe(0)
    const { servers, paths } = JSON.parse(out)
    expect(servers).toEqual([{ url: 'http://localhost:1337/api' }])
    expect(Object.keys(paths)).toContain('/articles/{documentId}')
    expect(Object.keys(paths)).not.toContain('/secrets')
  })

  test('populace types and populace openapi write no file if the source has faults', async () => {
    const faulty = join(folder, 'faulty')
    cpSync(datasetFolder('corners'), faulty, { recursive: true })
    writeFileSync(join(faulty, 'locales.json'), '{}')
    const file = join(folder, 'none.ts')
    expect(await populace('types', faulty, '--out', file)).toMatchObject({ code: 1, out: '' })
    expect(readdirSync(folder)).not.toContain('none.ts')
  })
})

describe('populace quirks', () => {
  test('populace quirks prints the table of quirks, as text and as JSON', async () => {
    expect((await populace('quirks')).out).toContain('ne-array-or')
    expect(JSON.parse((await populace('quirks', '--json')).out)).toHaveProperty('ne-array-or.evidence')
  })
})

describe('populace serve', () => {
  test('populace serve prints its address and its types, answers, logs, and stops at a signal', async () => {
    const child = spawn(process.execPath, [main, 'serve', '--port', '0'])
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk))
    // The process may exit before its streams end; `close` follows all output.
    const ended = new Promise((resolve) => child.once('close', resolve))
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', () => {
        const found = /at (http:\/\/127\.0\.0\.1:\d+)/.exec(out)?.[1]
        if (found !== undefined) resolve(found)
      })
      child.once('close', () => reject(new Error(`It ended before it listened: ${out}`)))
    })
    const answer = await fetch(`${url}/api/restaurants?populate=*`)
    expect(answer.status).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(out).toContain('/api/restaurants')
    expect(out).toMatch(/GET \/api\/restaurants\?populate=\* 200 \d+\.\d ms/)
  })
})
