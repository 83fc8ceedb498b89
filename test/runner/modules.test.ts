/** Tests that the module loader for a project's code runs the code unchanged. `modules.long.test.ts` tests its errors. */
import { expect, test } from 'vitest'
import { calling } from './apps.ts'
import { open } from './support.ts'

test('code of a project with TypeScript, ESM syntax and path aliases runs unchanged', async () => {
  const { get } = await open({
    'package.json': '{"type": "module"}',
    'app.js': calling('./src/all.ts'),
    'src/all.ts': `
import type { Core } from '@strapi/strapi'
import { Strapi } from '@strapi/types'
import named, { twice, type Twice } from './maths.js'
import data from './data.json'
import * as folder from './folder'
import { aliased } from '@/lib/aliased'
import { based } from 'src/lib/based'
import own from './module.mjs'
enum Kind { One = 1, Two }
const typed: Twice = twice
export const static_ = () => typed(Kind.Two) + named
export const json = () => data.value
export const index = () => folder.name
export const alias = () => [aliased, based, own]
export const dynamic = async () => (await import('./maths.js')).twice(4)
export const meta = () => [import.meta.url.endsWith('/dist/src/all.js'), import.meta.dirname.endsWith('/dist/src')]
export const fail = () => {
  throw new Error(new Error('here').stack!.split('\\n')[1]!.replace(/.*all.ts/, ''))
}
export const unused = (given: Core.Strapi, other: Strapi) => [given, other]
`,
    'src/maths.ts':
      'export type Twice = (n: number) => number\nexport const twice = (n: number): number => n * 2\nexport default 100',
    'src/data.json': '{"value": 7}',
    'src/folder/index.ts': 'export const name: string = "index"',
    'src/module.mjs': 'export default "mjs"',
    'src/lib/aliased.ts': 'export const aliased = "alias"',
    'src/lib/based.js': 'exports.based = "based"',
    'tsconfig.base.json': '{ "compilerOptions": { "baseUrl": "." } }',
    'tsconfig.json':
      '{ /* a comment */ "extends": "./tsconfig.base.json", "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
  })
  expect(await get('/static_')).toEqual({ value: 104 })
  expect(await get('/json')).toEqual({ value: 7 })
  expect(await get('/index')).toEqual({ value: 'index' })
  expect(await get('/alias')).toEqual({ value: ['alias', 'based', 'mjs'] })
  expect(await get('/dynamic')).toEqual({ value: 8 })
  expect(await get('/meta')).toEqual({ value: [true, true] })
  expect(await get('/fail')).toMatchObject({ message: expect.stringMatching(/^:19:\d+\)?$/) })
})
