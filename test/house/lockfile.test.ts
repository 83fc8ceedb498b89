/** What is installed is what was looked at: every package of the lockfile is pinned to its bytes. */
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

const lockfile: { readonly packages: Readonly<Record<string, Entry>> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)
const entries = Object.entries(lockfile.packages).filter(([path]) => path !== '')
const where = (found: readonly (readonly [string, Entry])[]): string[] =>
  found.map(([path, { version }]) => `${path} ${version}`)

test('every package has the hash of its archive', () => {
  expect(entries.length).toBeGreaterThan(200)
  const isPinned = ({ integrity = '' }: Entry): boolean => /^sha512-[\w+/]{86}==$/.test(integrity)
  expect(where(entries.filter(([, entry]) => !isPinned(entry)))).toEqual([])
})

test('no package comes from elsewhere than the registry', () => {
  const isElsewhere = ({ resolved }: Entry): boolean =>
    resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')
  expect(where(entries.filter(([, entry]) => isElsewhere(entry)))).toEqual([])
})

test('nothing runs when it is installed', () => {
  expect(where(entries.filter(([, entry]) => entry.hasInstallScript === true))).toEqual([])
})
