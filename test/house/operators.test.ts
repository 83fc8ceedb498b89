/**
 * Tests that code uses the table of operators and does not compare names, because the name of an operator in an `if`
 * misses new operators.
 */
import { expect, test } from 'vitest'
import { TEST_OPERATORS } from '../../src/reference/operators/operators.ts'
import { type Source, sources } from './sources.ts'

/** The files that may name operators, each with its reason. */
const NAMING: Readonly<Record<string, string>> = {
  'src/reference/operators/operators.ts': 'it is the table',
  'src/semantics/': 'the second evaluator must not use the table of operators',
  'src/oracle/probe/candidates.ts': 'the probe sends the three operators on which databases differ',
  'src/oracle/attribution/misread/': 'a misreading replaces one named operator by another',
  'properties/laws/': 'laws state relations between named operators',
  'properties/faulty/queries.ts': 'the injected faults replace one operator by another',
  'properties/clauses/tables/': 'the faults concern named operators',
  'properties/arbitraries/broken.ts': 'an operator in place of a value makes a query invalid',
}

const quoted = new Set(TEST_OPERATORS.map((operator) => `'${operator}'`))

/** Returns the lines that name an operator of the table in quotes. */
const naming = ({ path, lines }: Source): readonly string[] =>
  lines.flatMap((line, at) =>
    [...line.matchAll(/'\$\w+'/g)].some(([name]) => quoted.has(name))
      ? [`${path}:${at + 1} ${line.trim()}`]
      : [],
  )

test('only the files listed in NAMING contain the name of an operator', () => {
  const planted = { path: 'src/planted.ts', text: '', lines: ["if (key === '$null') x()", "key === '$not'"] }
  expect(naming(planted)).toHaveLength(1)
  const files = ['src', 'properties'].flatMap(sources).filter(({ path }) => !path.endsWith('.test.ts'))
  const found = files.filter((file) => naming(file).length > 0)
  const reasons = Object.keys(NAMING)
  const strays = found.filter(({ path }) => !reasons.some((place) => path.startsWith(place)))
  expect(strays.flatMap(naming)).toEqual([])
  expect(reasons.filter((place) => !found.some(({ path }) => path.startsWith(place)))).toEqual([])
})
