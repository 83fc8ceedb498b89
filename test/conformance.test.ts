/**
 * Tests that every case of the suite gets its expected answer, and follows every rule that it names. The tests also
 * check that the case files match their JSON schema.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import {
  caseFiles,
  checkCase,
  FIXTURES,
  loadSuite,
  type SuiteAnswer,
  type SuiteCase,
} from '../src/oracle/suite/suite.ts'
import { type ApiResponse, type ContentApi, createReferenceApi } from '../src/reference/api.ts'
import { isOfGuide, type RuleId } from '../src/reference/rules.ts'
import { graphOf } from './support/datasets.ts'

const suite = loadSuite()

/** The API of a dataset under a profile; a test can read the rules that its answers cited. */
interface ApiSession {
  readonly answer: ContentApi['answer']
  /** Returns the rules that the API's answers have cited since the last call of `takeCited`. */
  readonly takeCited: () => ReadonlySet<RuleId>
}

function newSession(dataset: string, profile: string): ApiSession {
  let cited = new Set<RuleId>()
  const cite = (rule: RuleId): void => void cited.add(rule)
  const { answer } = createReferenceApi(graphOf(dataset), { profile, cite })
  const takeCited = (): ReadonlySet<RuleId> => {
    const taken = cited
    cited = new Set()
    return taken
  }
  return { answer, takeCited }
}

const known = new Map<string, ApiSession>()

function sessionOf({ dataset, profile = 'documented' }: SuiteCase): ApiSession {
  const key = JSON.stringify([dataset, profile])
  const asked = known.get(key) ?? newSession(dataset, profile)
  known.set(key, asked)
  return asked
}

/** Returns the answer in the format of a case, and the rules that it followed. */
function answerOf(one: SuiteCase): { answer: SuiteAnswer; cited: ReadonlySet<RuleId> } {
  const { answer, takeCited } = sessionOf(one)
  const { method, url, headers, token } = one.request
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  takeCited()
  const response = answer({ method, url, headers: { ...headers, ...authorization } })
  return { answer: { ...response, body: bodyOf(response) }, cited: takeCited() }
}

function bodyOf({ headers, body }: ApiResponse): SuiteAnswer['body'] {
  return headers['content-type']?.startsWith('application/json') && body !== '' ? JSON.parse(body) : body
}

/** Returns the first tag of a case, by which the cases are grouped. */
function folderOf({ tags }: SuiteCase): string {
  return tags[0] ?? ''
}

describe.each([...new Set(suite.map(folderOf))])('%s', (folder) => {
  test.each(suite.filter((one) => folderOf(one) === folder))('$id', (one) => {
    const { answer, cited } = answerOf(one)
    const { dataset, rules, request } = one
    expect({ dataset, rules, url: request.url, difference: checkCase(one, answer) }).toEqual({
      dataset,
      rules,
      url: request.url,
      difference: null,
    })
    expect(
      one.rules.filter((rule) => !cited.has(rule)),
      'the case names rules that its answer does not follow',
    ).toEqual([])
  })
})

describe('the suite', () => {
  test('the suite has at least 600 cases', () => {
    expect(suite.length).toBeGreaterThanOrEqual(600)
  })

  test('the suite gives each case a unique id', () => {
    const ids = suite.map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  test('the suite contains each request only once', () => {
    const seen = new Map<string, string>()
    const again = suite.flatMap(({ id, dataset, profile, request }) => {
      const key = JSON.stringify([dataset, profile, request])
      const first = seen.get(key)
      seen.set(key, first ?? id)
      return first === undefined ? [] : [`${id} asks what ${first} asks`]
    })
    expect(again).toEqual([])
  })

  test('the suite gives the level MUST exactly to cases with a rule of the guide', () => {
    const must = suite.filter(({ level }) => level === 'MUST')
    expect(must.filter(({ rules }) => !rules.some(isOfGuide)).map(({ id }) => id)).toEqual([])
  })

  test('the suite gives the level MAY exactly to cases with several correct answers', () => {
    expect(
      suite.filter((one) => 'anyOf' in one.expect !== (one.level === 'MAY')).map(({ id }) => id),
    ).toEqual([])
  })

  test('each check of several correct answers compares one value, as the page about the suite says', () => {
    const checks = suite.flatMap(({ expect: expected }) =>
      'anyOf' in expected ? expected.anyOf.flatMap((one) => one.checks) : [],
    )
    expect(checks.length).toBeGreaterThan(5)
    expect(checks.filter((check) => !('equals' in check) || check.at.includes('*'))).toEqual([])
  })

  test('the suite matches its JSON schema', () => {
    const schema = JSON.parse(readFileSync(join(FIXTURES, 'case.schema.json'), 'utf8'))
    const validate = new Ajv2020({ allErrors: true, strict: true }).compile(schema)
    const dir = join(FIXTURES, 'cases')
    const faults = caseFiles(dir).flatMap((path) => {
      validate(JSON.parse(readFileSync(join(dir, path), 'utf8')))
      return (validate.errors ?? []).map((error) => `${path}${error.instancePath} ${error.message}`)
    })
    expect(faults).toEqual([])
    expect(caseFiles(dir).length).toBeGreaterThan(0)
  })
})
