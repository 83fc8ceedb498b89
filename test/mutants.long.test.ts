/**
 * Tests that every mutant and every safety guard match exactly one place in the sources. After code is renamed and
 * moved, nearly every mutant still matches one place, and makes the same change there.
 */
import { describe, expect, test } from 'vitest'
import { root } from './house/sources.ts'
import { GUARDED_ROOMS, readGuards } from './search/mutants/guards.ts'
import { lexemesOf } from './search/mutants/lexer.ts'
import { faultAt, located, type Mutant, readMutants, seeded } from './search/mutants/mutants.ts'
import { unbound } from './search/mutants/names.ts'
import {
  type Declaration,
  declarationsOf,
  type MutantPlace,
  placesOf,
  readSources,
  sourcesOf,
} from './search/mutants/places.ts'
import { tokensOf } from './search/mutants/tokens.ts'

const LISTS = ['mutants.json', 'writing.json']
/**
 * The maximum share of mutants that are not found after all names have changed, because their places differ only in
 * names.
 */
const MAY_NEED_NAMES = 0.05

const sources = readSources(root)
const mutants = LISTS.flatMap((list) => readMutants(root, list))

test('the lists of mutants match exactly one place in the sources for each safety guard', () => {
  expect(located(readGuards(root), readSources(root, GUARDED_ROOMS)).stale).toEqual([])
})

describe('the lists of mutants', () => {
  const { faults, stale } = located(mutants, sources)

  test('the lists of mutants match exactly one place in the sources for each mutant', () => {
    const lines = stale.map(({ mutant, why }) => `${mutant.says} ${why}`)
    expect(lines, 'npm run search -- mutants-stale shows the nearest places').toEqual([])
  })

  test('the lists of mutants contain only mutants that change code, and each change once', () => {
    const changes = faults.map(({ file, start, end, text }) => `${file} ${start} ${end} ${text}`)
    expect(new Set(changes).size).toBe(faults.length)
    expect(mutants.filter(({ from, to }) => from === to)).toEqual([])
  })
})

describe('after all names are changed and all declarations are moved', () => {
  const moved = sourcesOf(sources.declarations.flatMap(withOtherNames))
  const pairs = mutants.map((mutant) => ({
    mutant,
    before: placesOf(mutant, sources),
    after: placesOf(mutant, moved),
  }))
  const found = pairs.flatMap(({ mutant, before: [before], after }) => {
    const [place] = after
    return before === undefined || place === undefined || after.length > 1 ? [] : [{ mutant, before, place }]
  })

  test('at least 95 percent of the mutants match exactly one place in renamed and moved code', () => {
    const lost = pairs.filter(({ after }) => after.length !== 1).map(({ mutant }) => mutant.says)
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(mutants.length * MAY_NEED_NAMES)
  })

  test('a mutant makes the same change in renamed and moved code', () => {
    const others = found.filter(({ mutant, before, place }) => {
      const wanted = lexemesOf(renamed(mutated(before, mutant)))
      const made = lexemesOf(seeded(place.declaration.source, faultAt(place, mutant)))
      const free = new Set(unbound(mutant.to, before.names))
      return !made.every(({ text }, at) => {
        const want = wanted[at]?.text
        return text === want || (free.has(text) && want?.endsWith(`_${text}`) === true)
      })
    })
    expect(others.map(({ mutant }) => mutant.says)).toEqual([])
  })
})

/** Returns the code of a declaration after the mutant is applied to it. */
function mutated(place: MutantPlace, mutant: Mutant): string {
  const { source, tokens } = place.declaration
  const fault = faultAt(place, mutant)
  const [start, end] = [tokens[0]?.start, tokens.at(-1)?.end ?? 0]
  return seeded(source, fault).slice(start, end + fault.text.length - (fault.end - fault.start))
}

function withOtherNames({ source, tokens }: Declaration, at: number): readonly Declaration[] {
  const text = source.slice(tokens[0]?.start, tokens.at(-1)?.end)
  return declarationsOf(`moved/${at}.ts`, renamed(text))
}

/** Returns the code with a prefix before each name: one prefix for properties, and another for all other names. */
function renamed(code: string): string {
  let [text, at] = ['', 0]
  for (const token of tokensOf(code)) {
    const [key, plain] = [token.text.replace(/^#?/, '$&key_'), `plain_${token.text}`]
    const name = { key, plain, both: `${key}: ${plain}` }
    text += code.slice(at, token.start)
    text += token.role === null ? code.slice(token.start, token.end) : name[token.role]
    at = token.end
  }
  return text + code.slice(at)
}
