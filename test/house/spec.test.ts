/** Tests that every source of the specification exists and shows its rule. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FIXTURES } from '../../src/oracle/suite/suite.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { isOfGuide, RULES, type RuleId, type SourceKind } from '../../src/reference/rules.ts'
import { isDecision } from '../../src/reference/strapi/databases/database.ts'
import { isQuirkId } from '../../src/reference/strapi/quirks.ts'
import { MESSAGES, messageOf } from '../../src/tools/site/messages.ts'
import {
  CHAPTERS,
  proseOf,
  referencesIn,
  RULE_IDS as ruleIds,
  rulesOf,
  statementsOf,
} from '../../src/tools/site/model/spec-pages.ts'
import { graph, isAsRecorded, readRecordings } from '../support/recordings.ts'
import { evidence, pageNames, readPage, SPEC, suite, writtenPage } from '../support/spec.ts'

if (process.env.POPULACE_UPDATE === '1')
  for (const name of pageNames) writeFileSync(join(SPEC, `${name}.md`), writtenPage(name))

const pages = pageNames.map((name) => ({ name, text: readPage(name) }))
const statements = statementsOf(readPage('guide'))
const caseOf = new Map(suite.map((one) => [one.id, one]))

/** Returns each rule that has a source of the given kind, with each source of that kind. */
const sourced = (kind: SourceKind): readonly (readonly [RuleId, string])[] =>
  ruleIds.flatMap((rule) => {
    const { source } = RULES[rule]
    return source.kind === kind ? source.ids.map((id) => [rule, id] as const) : []
  })

/** The rules for requests that the guide forbids without showing the error. */
const OUTCOME_NOT_SHOWN: readonly RuleId[] = ['populate.forms', 'populate.no-pagination', 'limit.pagination']

describe('a source', () => {
  test('every rule has a source', () => {
    expect(ruleIds.length).toBeGreaterThan(150)
    expect(ruleIds.filter((rule) => RULES[rule].source.ids.length === 0)).toEqual([])
  })

  test('each source of a rule in the guide is an existing statement, and each statement is the source of a rule', () => {
    const ids = statements.map(({ id }) => id)
    const named = sourced('guide').map(([, id]) => id)
    expect(named.filter((id) => !ids.includes(id))).toEqual([])
    expect(ids.filter((id) => !named.includes(id))).toEqual([])
  })

  test('a rule from the guide has a MUST case, unless the guide does not show the outcome', () => {
    const must = new Set(suite.filter(({ level }) => level === 'MUST').flatMap(({ rules }) => rules))
    expect(ruleIds.filter((rule) => isOfGuide(rule) && !must.has(rule))).toEqual(OUTCOME_NOT_SHOWN)
  })

  test('if the source of a rule is a recording, the reference gives the recorded answer and follows the rule', () => {
    const recordings = new Map(readRecordings().map((recording) => [recording.id, recording]))
    const cited = new Set<RuleId>()
    const api = createReferenceApi(graph, { cite: (rule) => cited.add(rule) })
    const strays = sourced('recordings').filter(([rule, id]) => {
      const recording = recordings.get(id)
      if (recording === undefined) return true
      const { method = 'GET', path, auth, headers = {} } = recording
      cited.clear()
      const bearer = auth === 'none' ? {} : { authorization: `Bearer ${auth}` }
      api.answer({ method, url: path, headers: { ...bearer, ...headers } })
      return !isAsRecorded(recording, 'documented') || !cited.has(rule)
    })
    expect(strays).toEqual([])
  })

  test('if the source of a rule is a case, the case names the rule', () => {
    expect(sourced('cases').filter(([rule, id]) => !caseOf.get(id)?.rules.includes(rule))).toEqual([])
  })

  test('if the source of a rule is a quirk, the quirk exists', () => {
    expect(sourced('quirks').filter(([, id]) => !isQuirkId(id) && !isDecision(id))).toEqual([])
  })
})

describe('the page of the guide', () => {
  const verdicts = ['holds', 'with a reservation', 'not to the letter']

  test('the page of the guide lists each statement once, and whether it holds', () => {
    expect(new Set(statements.map(({ id }) => id)).size).toBe(statements.length)
    expect(statements.filter(({ here }) => !verdicts.some((one) => here.startsWith(one)))).toEqual([])
  })

  test('the page of the guide gives the number of statements with each verdict, and of all statements', () => {
    const counts = verdicts.map((one) => statements.filter(({ here }) => here.startsWith(one)).length)
    const rows = [...verdicts, 'all'].map(
      (one, at) => `| ${one} | ${counts[at] ?? statements.length} statements |`,
    )
    expect(readPage('guide').match(/^\| (?:holds|with|not|all)\b.*$/gm)).toEqual(rows)
  })

  test("the page of the guide shows each statement by cases, at least one of which has the statement's rule", () => {
    const strays = statements.filter(({ id, cases }) => {
      const shown = cases.flatMap((one) => caseOf.get(one) ?? [])
      const isAbout = shown.some(({ rules }) =>
        rules.some((rule) => isOfGuide(rule) && RULES[rule].source.ids.some((one) => one === id)),
      )
      return !isAbout || shown.length !== cases.length || shown.some(({ profile }) => profile !== undefined)
    })
    expect(strays.map(({ id }) => id)).toEqual([])
  })

  test('the page of the guide says that a statement holds only if a MUST case shows it', () => {
    const weak = statements.filter(
      ({ here, cases }) =>
        here.startsWith('holds') && !cases.some((one) => caseOf.get(one)?.level === 'MUST'),
    )
    expect(weak.map(({ id }) => id)).toEqual([])
  })
})

describe('the pages', () => {
  test('the pages of the specification list each rule once', () => {
    const listed = Object.keys(CHAPTERS).flatMap(rulesOf)
    expect([...listed].sort()).toEqual([...ruleIds].sort())
  })

  test.each(pages)('$name matches the rule index', ({ name, text }) => {
    expect(text, 'POPULACE_UPDATE=1 writes it').toBe(writtenPage(name))
  })

  test.each(pages)('$name refers only to existing evidence', ({ text }) => {
    const named = referencesIn(proseOf(text))
    expect(named.filter((id) => !evidence.has(id))).toEqual([])
  })

  test('the pages of the specification refer to recordings that the reference reproduces', () => {
    const named = pages.flatMap(({ text }) => referencesIn(proseOf(text)))
    const recordings = readRecordings().filter(({ id }) => named.includes(id))
    expect(recordings.length).toBeGreaterThan(100)
    expect(recordings.filter((one) => !isAsRecorded(one, 'documented')).map(({ id }) => id)).toEqual([])
  })

  test('the pages of the specification refer to more than 300 cases, recordings and quirks', () => {
    const named = new Set(pages.flatMap(({ text }) => referencesIn(proseOf(text))))
    expect(named.size).toBeGreaterThan(300)
  })

  test('the page of errors has each message of the reference for the dataset guide that is not marked as rare', () => {
    const page = proseOf(readPage('errors')).replaceAll('\\|', '|')
    const spans = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
    const stated = new Set(spans.map(messageOf))
    const missing = MESSAGES.filter((message) => message.rare === undefined && !stated.has(message))
    expect(missing.map(({ text }) => text)).toEqual([])
  })

  test.each(['README.md', 'guide/README.md', ...pageNames.map((name) => `spec/${name}.md`)])(
    'every link of %s to this repository leads to an existing file or heading',
    (page) => {
      const text = readFileSync(join(FIXTURES, page), 'utf8')
      const links = [...text.matchAll(/\]\(([^)]+)\)|^\[[^\]]+\]: (\S+)$/gm)]
      const targets = new Set(links.map(([, inline, below]) => inline ?? below ?? ''))
      expect([...targets].filter((target) => !leadsSomewhere(target, page))).toEqual([])
    },
  )
})

/** Returns whether a link leads to a URL, a file, or an existing anchor, heading or line. */
function leadsSomewhere(target: string, from: string): boolean {
  if (target.startsWith('https://')) return true
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? join(FIXTURES, from) : join(FIXTURES, dirname(from), path)
  if (!existsSync(file)) return false
  if (anchor === undefined || /^L\d+$/.test(anchor)) return true
  const text = readFileSync(file, 'utf8')
  const slugs = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
  return text.includes(`<a id="${anchor}">`) || slugs.includes(anchor)
}
