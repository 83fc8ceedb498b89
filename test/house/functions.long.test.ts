/** Tests that no function is longer than 60 lines. */
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, test } from 'vitest'
import { type Source, sources } from './sources.ts'

const MAX_LINES = 60

interface Found {
  readonly name: string
  readonly lines: number
}

const FUNCTIONS: readonly unknown[] = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

const nameIn = (node: object): string | undefined => {
  const id: unknown = Reflect.get(node, 'id') ?? Reflect.get(node, 'key')
  const name: unknown = typeof id === 'object' && id !== null ? Reflect.get(id, 'name') : undefined
  return typeof name === 'string' ? name : undefined
}

/**
 * Returns whether the node is `describe(…)` or `describe.each(…)(…)`, whose callback may be long: it is a list of
 * tests.
 */
const isDescribe = (node: object, text: string): boolean =>
  Reflect.get(node, 'type') === 'CallExpression' &&
  text.startsWith('describe', Number(Reflect.get(node, 'start')))

/**
 * Returns every function with its name and length. A function without a name is called after the variable or member to
 * which it is assigned.
 */
function functionsOf({ path, text }: Source): readonly Found[] {
  const found: Found[] = []
  const visit = (node: unknown, outer: string, parent: object): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, outer, parent)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const name = nameIn(node) ?? outer
    if (FUNCTIONS.includes(Reflect.get(node, 'type')) && !isDescribe(parent, text)) {
      const body = text.slice(Number(Reflect.get(node, 'start')), Number(Reflect.get(node, 'end')))
      found.push({ name, lines: body.split('\n').length })
    }
    for (const value of Object.values(node)) visit(value, name, node)
  }
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body, '', {})
  return found
}

const tooLong = (file: Source): readonly string[] =>
  functionsOf(file)
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ name }) => `${file.path} ${name}`)

const planted = (path: string, text: string): Source => ({ path, text, lines: text.split('\n') })
const body = '\n'.repeat(MAX_LINES)

describe('functions', () => {
  const files = ['src', 'properties', 'test/search'].flatMap(sources)

  test('the search for functions finds functions of every form', () => {
    expect(files.flatMap(functionsOf).length).toBeGreaterThan(10_000)
    const kinds = [
      `function a(): void {${body}}`,
      `const a = (): void => {${body}}`,
      `const b = { a(): void {${body}} }`,
      `class B { a(): void {${body}} }`,
    ]
    for (const text of kinds) expect(tooLong(planted('src/a.ts', text))).toEqual(['src/a.ts a'])
    expect(tooLong(planted('src/a.tsx', `const A = () => <p>{() => {${body}}}</p>`))).toHaveLength(2)
    expect(tooLong(planted('src/a.ts', `describe('a', () => {${body}})`))).toEqual([])
    expect(tooLong(planted('src/a.ts', `function a(): void {${body.slice(1)}}`))).toEqual([])
  })

  test(`no function has more than ${MAX_LINES} lines`, () => {
    expect(files.flatMap(tooLong)).toEqual([])
  })
})
