/**
 * Tests that the programs of the documentation and the published types compile under --strict, as in a reader's
 * project.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { declarationsOf } from '../src/tools/types/index.ts'
import { graphOf } from './support/datasets.ts'
import { blocksOf, pages, root } from './support/docs.ts'

const folder = mkdtempSync(join(root, 'dist', 'recipes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: false,
  allowImportingTsExtensions: true,
  target: 'es2023',
  lib: ['es2024', 'esnext', 'dom', 'dom.iterable'],
  module: 'preserve',
  // With an empty list, the types of Node are loaded only if a declaration references them.
  types: [],
}
const TSC = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))

/** Returns the output of the compiler: faults, and with `--listFiles` the files that it read. */
function compiled(files: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ compilerOptions: OPTIONS, files: Object.keys(files) }))
  return new Promise((resolve) => {
    const options = { maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [TSC, '-p', config, ...words], options, (_error, out, err) =>
      resolve(out + err),
    )
  })
}

/** Returns the compiler errors in files of this project. Declarations of dependencies may have errors. */
const ownFaults = (output: string): readonly string[] =>
  output.split('\n').filter((line) => line.includes(': error TS') && !/^(\.\.\/)*node_modules/.test(line))

/** A block that begins with `// NAME` becomes the file NAME, which other blocks of its page can import. */
const files = pages.flatMap((page) => {
  const folder = page.path.replace(/^.*\//, '').replace('.md', '')
  const blocks = [...blocksOf(page, 'typescript'), ...blocksOf(page, 'ts')]
  return blocks.map((code, at): readonly [string, string] => {
    const [, name = `example-${at + 1}.ts`] = /^\/\/ (\S+\.ts)\n/.exec(code) ?? []
    return [`${folder}/${name}`, code]
  })
})
const recipes = files.filter(([path]) => /^(?:tests|tests-server|nextjs|worlds-and-faults)\//.test(path))

/** The function of Next.js that a program uses. The reader has Next.js, and the tests do not install it. */
const NEXT = {
  'next.d.ts': `declare module 'next/cache' { export function revalidatePath(path: string): void }\n`,
}

describe('the programs of the documentation', () => {
  test('the programs of the documentation name every adapter', () => {
    const doors = ['mock', 'world', 'msw', 'playwright', 'next', 'vite', 'express', 'hono']
    const text = recipes.map(([, code]) => code).join('')
    expect(doors.filter((door) => !text.includes(`'populace/${door}'`))).toEqual([])
  })

  test('the programs of the documentation compile under --strict', async () => {
    expect(files.length).toBeGreaterThan(25)
    const declared = { 'types/content-types.ts': declarationsOf(graphOf('guide')) }
    expect(ownFaults(await compiled({ ...Object.fromEntries(files), ...declared, ...NEXT }))).toEqual([])
  })

  test('a wrong name in a program of the documentation is a compiler error', async () => {
    const wrong = recipes.map(([name, code]): readonly [string, string] => [
      name,
      code.replace('import { handle }', 'import { handel as handle }'),
    ])
    const importing = recipes.filter(([, code]) => code.includes('import { handle }'))
    expect(importing.length).toBeGreaterThan(3)
    const output = await compiled({ ...Object.fromEntries(wrong), ...NEXT })
    expect(ownFaults(output)).toHaveLength(importing.length)
  })
})

describe('the published types', () => {
  const WITHOUT_NODE = [
    '',
    '/core',
    '/openapi',
    '/types',
    '/world',
    '/next',
    '/hono',
    '/msw',
    '/oracle',
    '/properties',
  ]
  const use = (door: string): Readonly<Record<string, string>> => ({
    'use.ts': `export * from 'populace${door}'\n`,
  })

  test.each(WITHOUT_NODE)('populace%s compiles without the types of Node', async (door) => {
    const output = await compiled(use(door), '--listFiles')
    expect(ownFaults(output)).toEqual([])
    expect(output).toContain('dist/bundle/types')
    expect(output).not.toMatch(/@types\/node\//)
  })

  test.each(['/mock', '/express', '/playwright', '/vite'])(
    'the declarations of populace%s load the types of Node',
    async (door) => {
      const output = await compiled(use(door), '--listFiles')
      expect(ownFaults(output)).toEqual([])
      expect(output).toMatch(/@types\/node\//)
    },
  )
})
