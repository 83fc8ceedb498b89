/** Tests that the data for the site is the same after a build has packed it and the site has read it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GATHERED_FILE, packed, readGathered } from '../../src/tools/site/model/gathered.ts'
import { model } from './site.ts'

test('the collected data of a build is the same after it is packed and read', () => {
  const { gathered } = model()
  const folder = mkdtempSync(join(tmpdir(), 'populace-gathered-'))
  writeFileSync(join(folder, GATHERED_FILE), packed(gathered))
  const again = readGathered(folder)
  rmSync(folder, { recursive: true })
  expect(again).toEqual(gathered)
  expect(() => readGathered(folder)).toThrow(/npm run build/)
})
