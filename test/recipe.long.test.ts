/** Tests the documented recipe for a new operator: its edits fit the sources, compile, and make its case pass. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root, run } from './support/docs.ts'
import { recipeBelow } from './support/recipe.ts'

/** The maximum number of files that need an edit by hand for a new operator. */
const MOST_FILES = 5

/** A program that prints the answers of both evaluators to the cases of the edited file, one per line. */
const PROGRAM = `
import { datasetFolder, loadSuite } from './out/src/oracle/suite/suite.js'
import { createContentApi } from './out/src/core.js'
import { loadDataset } from './out/src/reference/load/load.js'
const graph = loadDataset(datasetFolder('guide'))
const idsIn = ({ body }) => JSON.parse(body).data.map((entry) => entry.id)
for (const { id, request, rules } of loadSuite(new URL('cases', import.meta.url).pathname)) {
  const cited = new Set()
  const found = idsIn(createContentApi(graph, { cite: (rule) => cited.add(rule) }).answer(request))
  const again = idsIn(createContentApi(graph, { evaluator: 'semantics' }).answer(request))
  console.log(JSON.stringify({ id, found, again, uncited: rules.filter((rule) => !cited.has(rule)) }))
}
`

/**
 * Compiles only the parts of the project that depend on the operator table, because the other parts would double the
 * time.
 */
const TSCONFIG = {
  extends: '../../tsconfig.json',
  compilerOptions: { noEmit: false, noEmitOnError: true, rootDir: '.', outDir: 'out' },
  include: [
    'src/core.ts',
    'src/semantics',
    'src/oracle/names',
    'src/oracle/requests',
    'src/oracle/suite',
    'src/tools/explorer/model',
    'src/tools/openapi',
    'src/tools/types',
    'properties/arbitraries',
    'test/support/cited',
    'test/support/query',
  ],
  exclude: ['**/*.test.ts'],
}

describe('a new operator', () => {
  // The folder is inside the project, so that the project's packages and compiler settings apply.
  const folder = mkdtempSync(join(root, 'dist', 'recipe-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const { files, added } = recipeBelow('Adding an operator')
  const cases = [...files.keys()].filter((path) => path.startsWith('fixtures/cases/'))

  test('a new operator needs edits in two to five files', () => {
    expect(files.size).toBeGreaterThan(1)
    expect(files.size).toBeLessThanOrEqual(MOST_FILES)
    expect(cases).toHaveLength(1)
    expect([...added.values()].every((lines) => lines.length > 0)).toBe(true)
  })

  test('a new operator compiles after the edits of the recipe, and its case passes', async () => {
    for (const name of ['src', 'properties', 'test/support'])
      cpSync(join(root, name), join(folder, name), { recursive: true })
    for (const [path, text] of files) {
      const target = join(folder, path.replace('fixtures/', ''))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
    symlinkSync(join(root, 'fixtures'), join(folder, 'fixtures'))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
    writeFileSync(join(folder, 'run.mjs'), PROGRAM)
    const text = (added.get(cases[0] ?? '') ?? []).join('')
    expect(await run('node_modules/.bin/tsc', ['-p', folder])).toEqual({ code: 0, out: '' })
    const { code, out } = await run(process.execPath, [join(folder, 'run.mjs')])
    expect(code, out).toBe(0)
    const answers = new Map(out.trim().split('\n').map(answerOf))
    for (const { id, expect: expected } of JSON.parse(`[${text.replace(/,$/, '')}]`)) {
      expect(answers.get(id)).toEqual({ id, found: expected.ids, again: expected.ids, uncited: [] })
    }
  })
})

function answerOf(line: string): readonly [string, unknown] {
  const answer = JSON.parse(line)
  return [answer.id, answer]
}
