/** Tests the lists of mutants, and how a mutant finds its place. `mutants.long.test.ts` finds the places of all mutants. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './house/sources.ts'
import { readGuards } from './search/mutants/guards.ts'
import { type Fault, located, type Mutant, placeText, readMutants, seeded } from './search/mutants/mutants.ts'
import { nearestTo } from './search/mutants/nearest.ts'
import { declarationsOf, sourcesOf } from './search/mutants/places.ts'
import { readScore, SCORE_PAGE, withScore } from './search/mutants/score-page.ts'

const LISTS = ['mutants.json', 'writing.json']

const mutants = LISTS.flatMap((list) => readMutants(root, list))

describe('the lists of mutants', () => {
  test.each(LISTS)('%s contains at least 50 mutants', (list) => {
    expect(readMutants(root, list).length).toBeGreaterThanOrEqual(50)
  })

  test('the lists of mutants name only existing test files for the safety guards', () => {
    const named = readGuards(root).flatMap(({ tests }) => tests)
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('the lists of mutants give a reason as a sentence for each mutant that no law can detect', () => {
    const reasons = mutants.flatMap(({ noLaw }) => noLaw ?? [])
    expect(reasons.filter((reason) => !/^[A-Z].*\.$/.test(reason))).toEqual([])
  })

  test('mutants are detected by the laws in the share that the documentation states', () => {
    const score = readScore(root)
    const page = readFileSync(join(root, SCORE_PAGE), 'utf8')
    expect(page).toBe(withScore(page, score))
    const says = mutants.filter(({ noLaw }) => noLaw === undefined).map((mutant) => mutant.says)
    expect(score.survivors.filter((one) => !says.includes(one))).toEqual([])
    expect(score.detected).toBeGreaterThanOrEqual(score.mutants * 0.95)
  })
})

describe('a mutant', () => {
  const SOUND = `
export function open(rows: readonly Row[], status: Status): readonly Row[] {
  const { limit } = settings
  return rows.filter((row) => row.status === status).slice(0, limit)
}
`
  const mutant: Mutant = {
    from: 'row.status === status',
    to: 'row.status !== status',
    says: 'The wrong rows are open.',
  }
  const faultIn = (one: Mutant, ...texts: readonly string[]): Fault | string | undefined => {
    const declarations = texts.flatMap((text, at) => declarationsOf(`${at}.ts`, text))
    const { faults, stale } = located([one], sourcesOf(declarations))
    return faults[0] ?? stale[0]?.why
  }
  const seededInto = (one: Mutant, text: string): string => {
    const fault = faultIn(one, text)
    if (typeof fault !== 'object') throw new Error(fault)
    return seeded(text, fault)
  }

  test('a mutant is found despite other names, another layout and another file', () => {
    expect(seededInto(mutant, SOUND)).toBe(SOUND.replace('row.status ===', 'row.status !=='))
    const other = `
const one = 1

export const shown = (
  entries: readonly Row[],
  wanted: Status,
): readonly Row[] =>
  entries.filter(
    (entry) =>
      entry.state === // a comment
      wanted,
  )
`
    expect(seededInto(mutant, other)).toBe(
      other.replace(/entry\.state === .*\n *wanted/, 'entry.state !== wanted'),
    )
  })

  test('a mutant is found despite the parentheses and commas of long lines, and a renamed shorthand property', () => {
    const one: Mutant = { from: 'return a && f({ b, c })', to: 'return f({ b, c: b })', says: '' }
    const text = `
function short() {
  return (
    first &&
    second({
      key: value,
      third,
    })
  )
}
`
    expect(seededInto(one, text)).toBe(`
function short() {
  return second({ key: value, third: value })
}
`)
  })

  test('a mutant does not match code in which its equal names differ or its literals differ', () => {
    expect(faultIn(mutant, SOUND.replace('row.status', 'other.status'))).toMatchObject({ line: 4 })
    const same: Mutant = { from: 'row.status === row', to: 'true', says: '' }
    expect(faultIn(same, SOUND)).toBe('no place has its code')
    const page: Mutant = { from: 'rows.slice(1, limit)', to: 'rows', says: '' }
    expect(faultIn(page, SOUND)).toBe('no place has its code')
  })

  test('a mutant is stale if several places match and neither names nor a context select one', () => {
    const twin = SOUND.replaceAll('status', 'locale').replace('filter', 'some')
    expect(faultIn(mutant, twin, twin)).toBe('several places have its code: 0.ts:4, 1.ts:4')
    expect(faultIn(mutant, twin, SOUND)).toMatchObject({ file: '1.ts' })
    expect(faultIn({ ...mutant, after: 'rows.some(' }, twin, SOUND)).toMatchObject({ file: '0.ts' })
    expect(
      faultIn({ ...mutant, before: '.slice(0, limit)', after: 'rows.filter(' }, twin, SOUND),
    ).toMatchObject({
      file: '1.ts',
    })
  })

  test('a mutant is stale if its replacement contains names that no source has', () => {
    expect(faultIn({ ...mutant, to: 'row.stage === status' }, SOUND)).toBe('no source has the names stage')
  })

  test('a mutant that matches no place is shown with the most similar place', () => {
    const changed = SOUND.replace('row.status === status', 'isOpen(row.status, status)')
    expect(faultIn(mutant, changed)).toBe('no place has its code')
    const near = nearestTo(
      mutant,
      sourcesOf(declarationsOf('0.ts', `${changed}\nexport const status = 'open'\n`)),
    )
    expect(near).toMatchObject({ file: '0.ts', line: 4 })
    expect(near?.text).toContain('isOpen(row.status, status)')
  })

  test('the place of a mutant is printed as its file and line', () => {
    const fault = faultIn(mutant, SOUND)
    expect(typeof fault === 'object' && placeText(fault)).toBe('0.ts:4')
  })
})
