/** Tests the report of a check, known failures, replays and frozen cases. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answeredSuite,
  type CheckOptions,
  check,
  checkCase,
  checkTarget,
  datasetFolder,
  FORMAT_NAMES,
  freeze,
  KnownFailuresError,
  loadSuite,
  type Report,
  readKnownFailures,
  reloader,
  serverTarget,
  terminalReport,
  tokensOf,
  writeKnownFailures,
  writeReport,
} from '../../src/oracle/index.ts'
import { expandFile } from '../../src/oracle/suite/expand.ts'
import { onWire, withTokens } from '../../src/oracle/target/wire.ts'
import { type ApiRequest, createReferenceApi } from '../../src/reference/api.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import { readFolder } from '../../src/reference/load/files/folder.ts'
import { SEED } from '../support/seed.ts'
import { api, graph, isPassed, PATIENT, some, suite } from './conforming.ts'
import { everyObject, isEntry } from './faulty.ts'

const dir = mkdtempSync(join(tmpdir(), 'populace-'))
afterAll(() => rmSync(dir, { recursive: true }))

const wrong = createReferenceApi(graph, { profile: 'documented,like=sqlite,+count-ignored' }).answer
/** The suite cases that the faulty server fails, and a sample of the suite. */
const cases = suite.filter((one) => some.includes(one) || !isPassed(one, wrong))
const options: CheckOptions = { graph, suite: cases, seed: SEED, runs: 250, ...PATIENT }
let report: Report

beforeAll(async () => {
  report = await check(wrong, options)
})

describe('a report', () => {
  test('a report lists each cause once, with the quirk, the suite cases and an example of the cause', () => {
    expect(report.verdict).toBe('different')
    expect(report.causes.map(({ key }) => key).sort()).toEqual(['count-ignored', 'like=sqlite'])
    const [first] = report.causes
    expect(first?.count).toBeGreaterThan(1)
    expect(report.causes.every(({ example }) => example.sent.url.startsWith('/api/'))).toBe(true)
  })

  test('the matrix of a report counts every suite case', () => {
    const inMatrix = report.matrix.reduce((sum, { columns: { MUST, SHOULD, MAY } }) => {
      const all = [MUST, SHOULD, MAY].map(
        ({ passed, failed, known, skipped }) => passed + failed + known + skipped,
      )
      return sum + all.reduce((total, count) => total + count, 0)
    }, 0)
    expect(inMatrix).toBe(cases.length)
  })

  test('a report can be written in every format', () => {
    const texts = new Map(FORMAT_NAMES.map((format) => [format, writeReport(format, report)]))
    expect(JSON.parse(texts.get('json') ?? '').causes.length).toBe(2)
    expect(JSON.parse(texts.get('badge') ?? '')).toMatchObject({ schemaVersion: 1, color: 'yellow' })
    const junit = texts.get('junit') ?? ''
    expect(junit.match(/<testcase /g)?.length).toBe(Number(/tests="(\d+)"/.exec(junit)?.[1]))
    expect(junit.match(/<failure /g)?.length).toBe(Number(/failures="(\d+)"/.exec(junit)?.[1]))
    const tap = texts.get('tap') ?? ''
    expect(tap.match(/^(not )?ok /gm)?.length).toBe(Number(/^1\.\.(\d+)$/m.exec(tap)?.[1]))
    expect(texts.get('markdown')).toMatch(/answers as SQLite does \(like\)/)
    const html = texts.get('html') ?? ''
    expect(html).toMatch(/<table class="diff">/)
    expect(html).not.toMatch(/src=/)
    expect(html).not.toMatch(/href=(?!"http:\/\/127\.0\.0\.1:1337\/_populace#)/)
    expect(terminalReport(report)).toMatch(
      /answers as SQLite does \(like\): the upper and lower case forms of the letters A to Z/,
    )
  })

  test('a report names the misread part of the request that explains a cause', async () => {
    const { answer } = createReferenceApi(graph)
    const misreading = (request: ApiRequest) =>
      answer({ ...request, url: request.url.replaceAll('+', '%2B') })
    const text = terminalReport(
      await check(misreading, { ...options, suite, runs: 0, only: 'query.encoding' }),
    )
    expect(text).toContain('misread   plus is not a blank')
  })

  test('a report is reproducible', async () => {
    const again = await check(wrong, options)
    const timeless = (one: Report) => ({
      ...one,
      milliseconds: 0,
      cases: one.cases.map((line) => ({ ...line, milliseconds: 0 })),
    })
    expect(timeless(again)).toEqual(timeless(report))
  })

  test('a report contains options that replay a single finding', async () => {
    const found = await check(wrong, { ...options, suite: false, runs: 1000, bail: true })
    const example = found.causes[0]?.example
    const replay = example?.origin.part === 'generated' ? example.origin.replay : ''
    expect(replay).not.toBe('')
    let asked = 0
    const again = await check(
      (request) => {
        asked++
        return wrong(request)
      },
      { ...options, ids: 'exact', times: 'exact', replays: [replay] },
    )
    expect(asked).toBe(1)
    expect(again.causes[0]?.example.request).toEqual(example?.request)
    expect((await check(api.answer, { ...options, replays: [replay] })).verdict).toBe('conformant')
  })

  test('a report can freeze a finding as a case, which the reference passes and the server fails', async () => {
    const found = await check(wrong, { ...options, suite: false, runs: 1000, causes: 2 })
    const file = join(dir, 'found.json')
    freeze(file, found)
    freeze(file, found)
    const cases = expandFile(JSON.parse(readFileSync(file, 'utf8')))
    expect(cases.length).toBe(found.causes.length)
    expect(cases.length).toBeGreaterThan(0)
    for (const one of cases) {
      const { token } = one.request
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const right = api.answer({ ...one.request, headers })
      const other = wrong({ ...one.request, headers })
      expect(checkCase(one, { status: right.status, body: JSON.parse(right.body) })).toBeNull()
      expect(checkCase(one, { status: other.status, body: JSON.parse(other.body) })).not.toBeNull()
    }
  })
})

test('freezing writes the generated dataset to a folder in which the suite finds it', async () => {
  const found = await check(wrong, { ...options, suite: false, runs: 1000, bail: true })
  const { files } = readFolder(datasetFolder('corners'))
  const causes = found.causes.map((cause) => ({ ...cause, example: { ...cause.example, files } }))
  const file = join(dir, 'cases', 'filters', 'found.json')
  mkdirSync(dirname(file), { recursive: true })
  freeze(file, { ...found, causes })
  const names = loadSuite(join(dir, 'cases')).map(({ dataset }) => dataset)
  expect(names.length).toBe(causes.length)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(readFolder(datasetFolder(name, dir)).files).toEqual(files)
})

describe('known failures', () => {
  test('known failures do not fail the next run, unless a known failure passes', async () => {
    const file = join(dir, 'known.json')
    writeKnownFailures(file, [], report.causes)
    const known = readKnownFailures(file)
    const next = await check(wrong, { ...options, known })
    expect(next.verdict).toBe('conformant')
    expect(next.counts.known).toBeGreaterThan(1)
    const gone = await check(api.answer, { ...options, known })
    expect(gone.verdict).toBe('different')
    expect(gone.unexpectedPasses.length).toBe(known.length)
  })

  test('each known failure in a file needs a case or rule, and a reason', () => {
    const file = join(dir, 'faulty.json')
    for (const text of ['', '{}', '[{"case":"a"}]', '[{"case":"a","reason":" "}]', '[{"reason":"b"}]']) {
      writeFileSync(file, text)
      expect(() => readKnownFailures(file), text).toThrow(KnownFailuresError)
    }
  })
})

describe('a target that can load data', () => {
  test('a target that can load data receives generated datasets, and the check shrinks the dataset and the request', async () => {
    const fault = everyObject(
      'ids as text',
      'The server wrongly answers the ids of entries as texts.',
      (object) => (isEntry(object) ? { ...object, id: String(object.id) } : object),
    )
    const report = await check(api.answer, {
      graph,
      seed: SEED,
      suite: false,
      runs: 500,
      causes: 1,
      ...PATIENT,
      reload: async (files) => {
        const built = buildGraph(files)
        if ('faults' in built) throw new Error('a generated dataset is faulty')
        return serverTarget(fault.server(built.graph), PATIENT)
      },
    })
    const [{ example } = {}] = report.causes
    const rows = Object.values(example?.files?.entries ?? {}).flat()
    expect(rows.length).toBe(1)
    expect(example?.request.url).toMatch(/^[\w/]+$/)
  })

  test('a command after `--reload` loads a dataset into the target, and receives the path of the dataset folder', async () => {
    const target = serverTarget(api.answer, PATIENT)
    const files = { contentTypes: {}, entries: { a: [{ id: 1 }] } }
    const check = `sh -c 'grep -q id "$1/entries/a.json"' sh`
    expect(await reloader(check, () => target)(files)).toBe(target)
    await expect(reloader('test -f', () => target)(files)).rejects.toThrow(/ended with 1/)
    await expect(reloader('http://127.0.0.1:9/load', () => target)(files)).rejects.toThrow()
  })

  test('a target that can load data is reported if it cannot load a dataset', async () => {
    const target = serverTarget(api.answer, PATIENT)
    const reload = (): Promise<never> => Promise.reject(new Error('no room'))
    const report = await checkTarget(target, { graph, suite: false, runs: 100, reload })
    expect(report.verdict).toBe('broken')
    expect(report.notices.join()).toMatch(/no room/)
  })
})

describe('laws', () => {
  test('the check of live laws passes the reference, and fails a server that breaks a law', async () => {
    const laws = { ...options, suite: false, runs: 1, laws: true } as const
    expect(
      (await check(api.answer, laws)).laws.filter(
        ({ outcome }) => outcome !== 'passed' && outcome !== 'skipped',
      ),
    ).toEqual([])
    const backwards = await check((request) => {
      const response = api.answer(request)
      const body = JSON.parse(response.body || 'null')
      if (!Array.isArray(body?.data)) return response
      return { ...response, body: JSON.stringify({ ...body, data: body.data.toReversed() }) }
    }, laws)
    expect(backwards.laws.filter(({ outcome }) => outcome === 'failed').length).toBeGreaterThan(0)
    expect(backwards.verdict).toBe('different')
  })
})

describe('a sent request', () => {
  test('a sent request is a valid HTTP message', () => {
    const { url, headers } = onWire({
      url: 'http://host/api/x?a=é ü\ud800#f',
      headers: { Host: 'h', 'X-A': ' b ', bad: 'a\nb' },
    })
    expect(url).toBe('/api/x?a=%C3%A9%20%C3%BC%EF%BF%BD')
    expect(headers).toEqual({ 'x-a': 'b' })
  })

  test('a sent request has a token of the target in place of a dataset token, given by token or by role', async () => {
    expect([...tokensOf(['reader=r', 'admin-token=a'], graph.access)]).toEqual([
      ['reader-token', 'r'],
      ['admin-token', 'a'],
    ])
    expect(() => tokensOf(['nobody-here=x'], graph.access)).toThrow(RangeError)
    const seen = new Set<string | undefined>()
    const tokens = tokensOf(['reader=r', 'editor=e', 'admin=a', 'nobody=n'], graph.access)
    const back = new Map([...tokens].map(([name, value]) => [value, name]))
    const report = await check(
      (request) => {
        seen.add(request.headers?.authorization)
        return api.answer(withTokens(onWire(request), back))
      },
      { ...options, runs: 100, tokens },
    )
    expect(report.verdict).toBe('conformant')
    expect(
      [...seen].filter((text) => /^[Bb]earer\s+(reader|editor|admin|nobody)-token$/.test(text ?? '')),
    ).toEqual([])
  })

  test('without the option `methods`, the check sends no request that writes', async () => {
    const reading = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND']
    const writing = suite.filter(({ request }) => !reading.includes(request.method))
    expect(writing.length).toBeGreaterThan(0)
    const methods = new Set<string>()
    await check(
      (request) => {
        methods.add(request.method ?? '')
        return api.answer(request)
      },
      { ...options, suite: [...some, ...writing] },
    )
    expect(methods.size).toBeGreaterThan(0)
    expect([...methods].filter((method) => !reading.includes(method))).toEqual([])
  })
})

describe('the suite as a file', () => {
  test('the records of the suite conform to its JSON schema', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../fixtures/suite.schema.json', import.meta.url), 'utf8'),
    )
    const validate = new Ajv2020({ allErrors: true }).compile(schema)
    let cases = 0
    for (const line of answeredSuite(suite.slice(0, 200))) {
      if (line.record === 'case') cases++
      expect(validate(JSON.parse(JSON.stringify(line))), JSON.stringify(validate.errors)).toBe(true)
    }
    expect(cases).toBe(Math.min(200, suite.length))
  })
})
