/** Reads configuration files as values: literals without running code, and unknowns marked as such. */
import { describe, expect, test } from 'vitest'
import { configured, exportedBy } from '../../src/sources/code/module.ts'
import { jsonOf } from '../../src/sources/code/value.ts'

const read = (text: string, env: Record<string, string> = {}) =>
  jsonOf(configured(text, false, env, '/home/me/project/config'))

describe('what is literal is read', () => {
  test.each<[string, unknown]>([
    ['module.exports = { a: 1, b: [true, null, "x"] }', { a: 1, b: [true, null, 'x'] }],
    ['export default { rest: { maxLimit: 100 } }', { rest: { maxLimit: 100 } }],
    ['export default ({ env }) => ({ a: env("NAME", "b"), c: env("NONE") })', { a: 'b' }],
    ['export default ({ env }) => ({ a: env("SET", "b") })', { a: 'given' }],
    [
      'export default ({ env }) => ({ a: env.int("TEN", 1), b: env.bool("YES"), c: env.float("HALF") })',
      { a: 10, b: true, c: 0.5 },
    ],
    [
      'export default ({ env }) => ({ a: env.array("LIST"), b: env.array("NONE", ["x"]) })',
      { a: ['a', 'b'], b: ['x'] },
    ],
    ['export default { a: process.env.SET, b: process.env.NONE || 7 }', { a: 'given', b: 7 }],
    [
      'const a = { b: { c: 1 } }\nexport default { ...a, d: a.b.c + 1, e: `$' + '{a.b.c}!` }',
      { b: { c: 1 }, d: 2, e: '1!' },
    ],
    [
      'const client = "mysql"; const all = { mysql: { n: 1 } };\nmodule.exports = () => ({ client, ...all[client] })',
      { client: 'mysql', n: 1 },
    ],
    [
      'import path from "path"\nexport default { a: path.join(__dirname, "..", ".tmp/data.db") }',
      { a: '/home/me/project/.tmp/data.db' },
    ],
    ['const { join } = require("node:path"); module.exports = { a: join("a", "b") }', { a: 'a/b' }],
    ['export default { a: 1 > 0 ? 1 : 2 } satisfies Config', undefined],
    ['type T = { a: number }\nconst a: T = { a: 1 } as const\nexport default a satisfies T', { a: 1 }],
    [
      'export default ({ env }: { env: any }): object => { if (env("SET") === "given") { return { a: 1 } } return { a: 2 } }',
      { a: 1 },
    ],
    [
      'const five = (n = 5) => n; function two() { return 2 }\nexport default { a: five(), b: five(1), c: two() }',
      { a: 5, b: 1, c: 2 },
    ],
    [
      'export default { a: "A,B".toLowerCase().split(",") , b: !!"" , c: -1, d: null ?? 3 }',
      { a: ['a', 'b'], b: false, c: -1, d: 3 },
    ],
    [
      'module.exports = ({ env }) => ({ ...(env("SET") ? { a: true } : {}), ...(env("NONE") ? { b: true } : {}) })',
      { a: true },
    ],
  ])('%s', (text, expected) => {
    const env = { SET: 'given', TEN: '10', YES: 'true', HALF: '0.5', LIST: '[a, "b"]' }
    const { json, unknown } = read(text, env)
    if (expected === undefined) expect(unknown).not.toBeNull()
    else expect({ json, unknown }).toEqual({ json: expected, unknown: null })
  })

  test('JSON is JSON', () => {
    expect(jsonOf(exportedBy('{"a":[1]}', true, {}, '/'))).toEqual({ json: { a: [1] }, unknown: null })
  })
})

describe('what has to be run is unknown, with the reason and the line', () => {
  test.each([
    ['export default { a: readFileSync("x") }', 'readFileSync', 1],
    ['import x from "./other"\n\nexport default { a: x }', './other', 0],
    ['export default {\n  a: await fetch("x"),\n}', 'await expression', 2],
    ['export default () => { for (;;) {} }', 'statements', 1],
    ['export default { a: 1n }', 'bigint', 1],
    ['export default { [Math.random()]: 1 }', 'worked out', 1],
    ['const f = () => f(); export default { a: f() }', 'calls itself', 1],
    ['export default {', 'not JavaScript', 0],
    ['export default { a: process.cwd() }', 'where it is started', 1],
  ])('%s', (text, why, line) => {
    const { unknown } = read(text)
    expect(unknown?.why).toContain(why)
    expect(unknown?.line).toBe(line)
  })

  test('what is known beside it is read all the same', () => {
    const { json, unknown } = read('export default { a: 1, b: strange(), c: { d: 2 } }')
    expect(json).toEqual({ a: 1, c: { d: 2 } })
    expect(unknown?.why).toContain('strange')
  })
})

describe('files that are made to hurt', () => {
  test.each([
    ['brackets', `export default ${'['.repeat(100_000)}`],
    ['lists in lists', `export default ${'['.repeat(2_000)}${']'.repeat(2_000)}`],
    ['sums', `export default ${'1+'.repeat(50_000)}1`],
    [
      'functions that double',
      `${Array.from({ length: 40 }, (_, at) => `const f${at + 1} = () => [f${at}(), f${at}()];`).join('')}const f0 = () => 1; export default f40()`,
    ],
    ['a function that calls itself twice', 'const f = () => [f(), f()]; export default f()'],
    ['what objects inherit', 'export default { a: ({}).constructor, b: "".constructor("return 1")() }'],
    ['a prototype', 'export default { __proto__: { a: 1 }, ["__proto__"]: { b: 1 } }'],
    ['a long file', `export default "${'x'.repeat(1_100_000)}"`],
  ])('%s', (_what, text) => {
    const { json } = read(text)
    expect(Object.prototype).not.toHaveProperty('a')
    expect(JSON.stringify(json ?? null).length).toBeLessThan(1_000_000)
  })

  test('JSON that is deeper than any configuration', () => {
    const { unknown } = jsonOf(exportedBy(`${'['.repeat(5_000)}${']'.repeat(5_000)}`, true, {}, '/'))
    expect(unknown?.why).toContain('deep')
  })
})
