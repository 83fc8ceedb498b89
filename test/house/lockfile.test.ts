/** Tests that every package of the lockfile has a hash, so that no other content can be installed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

interface Entry {
  readonly version: string
  readonly resolved?: string
  readonly integrity?: string
  readonly hasInstallScript?: boolean
}

type Entries = readonly (readonly [string, Entry])[]

function entriesOf(path: string): Entries {
  const lockfile: { readonly packages: Readonly<Record<string, Entry>> } = JSON.parse(
    readFileSync(join(root, path), 'utf8'),
  )
  return Object.entries(lockfile.packages).filter(([name]) => name !== '')
}

const entries = entriesOf('package-lock.json')
/** The separate installations: clients, bench peers and other versions of Node.js. */
const others = ['test/clients', 'test/bench/peers', 'test/nodes'].flatMap((folder) =>
  entriesOf(`${folder}/package-lock.json`),
)
const where = (found: Entries): string[] => found.map(([path, { version }]) => `${path} ${version}`)

test('every package has the hash of its archive', () => {
  expect(entries.length).toBeGreaterThan(200)
  const isPinned = ({ integrity = '' }: Entry): boolean => /^sha512-[\w+/]{86}==$/.test(integrity)
  expect(where([...entries, ...others].filter(([, entry]) => !isPinned(entry)))).toEqual([])
})

test('every package comes from the npm registry', () => {
  const isElsewhere = ({ resolved }: Entry): boolean =>
    resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')
  expect(where([...entries, ...others].filter(([, entry]) => isElsewhere(entry)))).toEqual([])
})

/** Packages whose install script does nothing here: it copies a file for projects that configure it in package.json. */
const IDLE = ['node_modules/msw']

test('no package runs a script during installation', () => {
  // The separate installations run no scripts of packages, so only the packages of the main installation are
  // checked.
  expect(readFileSync(join(root, 'test/support/install.mjs'), 'utf8')).toContain("'--ignore-scripts'")
  const runs = entries.filter(([name, entry]) => entry.hasInstallScript === true && !IDLE.includes(name))
  expect(where(runs)).toEqual([])
})
