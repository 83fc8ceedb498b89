/**
 * Tests that `properties/README.md` contains the table of laws, and that every function of the package entry has an
 * example.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LAWS } from './laws/laws.ts'
import { rowOf } from './laws/table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('`properties/README.md` has the current text of every law', () => {
  const readme = readFileSync(`${root}/properties/README.md`, 'utf8')
  expect(LAWS.filter((law) => !readme.includes(rowOf(law))).map(({ id }) => id)).toEqual([])
})

test('every function and value that the package entry exports has an example', () => {
  const index = readFileSync(`${root}/properties/index.ts`, 'utf8')
  const exported = [...index.matchAll(/export \{([^}]*)\} from '([^']+)'/g)].flatMap(
    ([, names = '', from = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => ({ name, text: readFileSync(`${root}/properties/${from}`, 'utf8') })),
  )
  const bare = exported.filter(({ name, text }) => {
    const at = text.search(new RegExp(`^export (?:const|function|async function|class) ${name}\\b`, 'm'))
    const comment = text.slice(text.lastIndexOf('/**', at), at)
    return !comment.includes('```ts') || !comment.endsWith('*/\n')
  })
  expect(exported.length).toBeGreaterThan(25)
  expect(bare.map(({ name }) => name)).toEqual([])
})
