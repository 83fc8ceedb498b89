/** Tests that the folder `semantics` is short and depends on no other room, because every reader starts there. */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { root, type Source, sources } from './sources.ts'

/** The maximum number of lines in `src/semantics`, and in the files of `src/util` that it loads. */
const MAX_LINES = 900

const files = sources('src/semantics')

/** Returns the modules that a file loads when it runs, without type imports. */
const runs = ({ path, text }: Source): readonly string[] =>
  [...text.matchAll(/^(?:import|export) (?!type\b)[^'"]*?from '(\.[^']+)'/gm)].map(([, from = '']) =>
    posix.join(posix.dirname(path), from),
  )

const others = [...new Set(files.flatMap(runs).filter((path) => !path.startsWith('src/semantics/')))]

test('the folder `semantics` loads only files of itself and of `util`', () => {
  expect(files.length).toBeGreaterThan(5)
  expect(others.filter((path) => !path.startsWith('src/util/'))).toEqual([])
})

test(`the folder \`semantics\` and what it loads have at most ${MAX_LINES} lines`, () => {
  const lines = [...files.map(({ path }) => path), ...others]
    .map((path) => readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length)
    .reduce((sum, count) => sum + count, 0)
  const advice = `src/semantics has ${lines} lines; shorten it, for example express a negative operator by its opposite`
  expect(lines, advice).toBeLessThanOrEqual(MAX_LINES)
})
