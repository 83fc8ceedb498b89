/** Tests that few files declare types of the same name, because such a name is ambiguous for readers. */
import { describe, expect, test } from 'vitest'
import { type Source, sources } from './sources.ts'

const MAX_FILES = 3

const DECLARED =
  /^\s*(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)(?=\s*[<={]|\s+(?:extends|implements)\b)/gm

/** Returns the type names that more than `MAX_FILES` files declare. */
function repeated(files: readonly Source[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { text } of files)
    for (const name of new Set(Array.from(text.matchAll(DECLARED), ([, one = '']) => one)))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([name, count]) => `${name}: ${count} files`)
}

const files = ['src', 'properties', 'test/search'].flatMap(sources)

describe('names', () => {
  test('the check of names finds a type name that more than three files declare', () => {
    const planted = ['interface X {', 'export type X = 1', 'class X extends Y {', 'export interface X<T> {']
    const asFiles = planted.map((text, at) => ({ path: `src/${at}.ts`, text, lines: [text] }))
    expect(repeated(asFiles)).toEqual(['X: 4 files'])
    expect(repeated(asFiles.slice(1))).toEqual([])
  })

  test('no type name is declared in more than three files', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(repeated(files)).toEqual([])
  })
})
