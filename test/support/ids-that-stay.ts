/** Checks that published ids are never removed, because programs of users may contain them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/**
 * Declares tests that compare the ids with a file in this folder. The file lists all ids that were ever published,
 * and must list more than `least` ids.
 */
export function idsStay(list: string, ids: readonly string[], least: number): void {
  const file = fileURLToPath(new URL(list, import.meta.url))
  const known = readFileSync(file, 'utf8').trimEnd().split('\n')
  const own = new Set(ids)

  test('published ids are never removed', () => {
    expect(known.length).toBeGreaterThan(least)
    expect(known.filter((id) => !own.has(id))).toEqual([])
  })

  test('all current ids are in the list of published ids', () => {
    const fresh = [...own].filter((id) => !known.includes(id))
    if (process.env['POPULACE_UPDATE'] === '1' && fresh.length > 0)
      writeFileSync(file, `${[...known, ...fresh].join('\n')}\n`)
    else expect(fresh, 'POPULACE_UPDATE=1 adds them').toEqual([])
  })
}
