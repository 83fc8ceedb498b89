/**
 * Tests that the folder `semantics` names each rule at the line that implements the rule. A comment with rule ids, such
 * as `// populate.on`, names the rules that its line or the next line implements. In a comment with rule ids, a star
 * matches any part of an id: `media.*`.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { requestOf } from '../../src/oracle/suite/request.ts'
import { loadSuite } from '../../src/oracle/suite/suite.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { RULES } from '../../src/reference/rules.ts'
import { graphOf } from '../support/datasets.ts'
import { root, sources } from './sources.ts'

const files = sources('src/semantics')
const known = Object.keys(RULES)

/** Returns the rule ids in the comments of the lines. A comment that begins with a capital letter is prose. */
const claimsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\/\/ (\S.*)$/gm)].flatMap(([, comment = '']) =>
    /^[A-Z]/.test(comment) ? [] : comment.split(' '),
  )

const isMeant = (claim: string, rule: string): boolean => {
  const [start = '', end] = claim.split('*')
  return end === undefined ? claim === rule : rule.startsWith(start) && rule.endsWith(end)
}

const claims = files.flatMap(({ text }) => claimsIn(text))

/** Rules of paths, tokens, headers and query syntax, which the API and the parser implement. */
const OF_THE_DOORS = /^(endpoint|query|format)\.|^access\.token$/

/** A line that names a rule, and whether it was executed for a case of the rule. */
interface Claim {
  readonly place: string
  readonly code: string
  readonly ran: boolean
}

/**
 * Returns whether the line belongs to the table of operators. The table is created when the file loads, so its lines
 * need not run for a case.
 */
const isOperator = ({ rule, place, code }: Claim & { readonly rule: string }): boolean =>
  place.startsWith('operators.js:') && code.startsWith(`${rule.replace('filters.op.', '')}: `)

/** Returns the rules that successful reads follow under the profile `documented`. */
function rulesOfReads(): readonly string[] {
  const cited = new Set<string>()
  for (const one of loadSuite()) {
    if (one.profile !== undefined && one.profile !== 'documented') continue
    const rules = new Set<string>()
    const { answer } = createReferenceApi(graphOf(one.dataset), { cite: (rule) => rules.add(rule) })
    if (answer(requestOf(one)).status === 200) for (const rule of rules) cited.add(rule)
  }
  return [...cited].filter((rule) => !OF_THE_DOORS.test(rule))
}

describe('the semantics', () => {
  test('the semantics names only existing rules', () => {
    expect(claimsIn('f() // filters.op.$eq media.*\n// Prose.\ng() // no.rule')).toHaveLength(3)
    expect(claims.length).toBeGreaterThan(80)
    expect(claims.filter((claim) => !known.some((rule) => isMeant(claim, rule)))).toEqual([])
  })

  test('the semantics names every rule of a successful read', () => {
    const rules = rulesOfReads()
    expect(rules.length).toBeGreaterThan(120)
    expect(rules.filter((rule) => !claims.some((claim) => isMeant(claim, rule)))).toEqual([])
  })

  test('the semantics names rules at lines that run when a case of the rule is answered', {
    timeout: 120_000,
  }, () => {
    const script = ['--no-opt', '--no-maglev', join(root, 'test/support/claims.mjs')]
    const out = execFileSync(process.execPath, script, { encoding: 'utf8', maxBuffer: 10_000_000 })
    const found: Readonly<Record<string, readonly Claim[]>> = JSON.parse(out)
    const all = Object.entries(found).flatMap(([rule, lines]) => lines.map((line) => ({ rule, ...line })))
    expect(all.length).toBeGreaterThan(140)
    expect(all.filter((claim) => !claim.ran && !isOperator(claim))).toEqual([])
  })
})
