import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { RecordedLine } from '../src/oracle/suite/recordings.ts'
import { decisionsOf } from '../src/reference/strapi/databases/databases.ts'
import { PROFILES } from '../src/reference/strapi/profile.ts'
import { isAsRecorded, mismatchOf, pairingFile, readJson, readRecordings } from './support/recordings.ts'

const REAL = 'strapi-5.54-sqlite'
const all = readRecordings()
const outOfScope = new Map(Object.entries(readJson('out-of-scope.json') as Record<string, string>))
const recordings = all.filter(({ id }) => !outOfScope.has(id))

/** The maximum number of wrong recordings whose mismatches a failing test prints. */
const MAX_SHOWN = 5

/** Returns the profile `documented` with the given switches on. */
const withSwitches = (switches: readonly string[]): string =>
  ['documented', ...switches.map(turned)].join(',')
const turned = (one: string): string => (one.includes('=') ? one : `+${one}`)

const ALL = [...PROFILES[REAL], ...decisionsOf('sqlite').map((decision) => `${decision}=sqlite`)]

/** Returns a minimal set of quirks and decisions that reproduces a recording. */
function explain(recording: RecordedLine): readonly string[] {
  const single = ALL.find((one) => isAsRecorded(recording, withSwitches([one])))
  if (single !== undefined) return [single]
  let needed: readonly string[] = ALL
  for (const one of ALL) {
    const fewer = needed.filter((other) => other !== one)
    if (isAsRecorded(recording, withSwitches(fewer))) needed = fewer
  }
  return needed
}

describe('recordings of the real server', () => {
  test('recordings of the real server exist, and fewer than ten are out of scope', () => {
    expect(all.length).toBeGreaterThan(1600)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    for (const id of outOfScope.keys()) expect(all.map((recording) => recording.id)).toContain(id)
    expect(outOfScope.size).toBeLessThan(10)
  })

  test('under the profile of its server, each recorded request gets the recorded answer', () => {
    const wrong = recordings.filter((recording) => !isAsRecorded(recording, REAL))
    const shown = wrong.slice(0, MAX_SHOWN).map((recording) => mismatchOf(recording, REAL))
    expect(
      wrong.map(({ id }) => id),
      shown.join('\n'),
    ).toEqual([])
  })

  test('recorded 5xx answers of the real server are not reproduced under `documented`', () => {
    const crashes = recordings.filter(({ status }) => status >= 500)
    expect(crashes.length).toBeGreaterThan(0)
    expect(crashes.filter((recording) => isAsRecorded(recording, 'documented'))).toEqual([])
  })
})

describe('recordings that `documented` answers differently', () => {
  const differing = recordings.filter((recording) => !isAsRecorded(recording, 'documented'))
  if (process.env.POPULACE_UPDATE === '1') {
    // Stops if the profile of the recorded server does not reproduce a recording, because no switch can explain it.
    const wrong = differing.filter((recording) => !isAsRecorded(recording, REAL)).map(({ id }) => id)
    if (wrong.length > 0)
      throw new Error(`pairing.json is unchanged: under ${REAL} these recordings differ: ${wrong.join(', ')}`)
    const pairing = Object.fromEntries(differing.map((recording) => [recording.id, explain(recording)]))
    writeFileSync(pairingFile, `${JSON.stringify(pairing, undefined, 2)}\n`)
  }
  const pairing = new Map(Object.entries(readJson('pairing.json') as Record<string, readonly string[]>))

  test('recordings that `documented` answers differently are exactly the recordings with an explanation', () => {
    expect(pairing.size).toBeGreaterThan(0)
    expect([...pairing.keys()].sort()).toEqual(differing.map(({ id }) => id).sort())
  })

  test('recordings that `documented` answers differently are reproduced with exactly the switches of the explanation', () => {
    for (const recording of differing) {
      const quirks = pairing.get(recording.id) ?? []
      expect(isAsRecorded(recording, withSwitches(quirks)), `${recording.id} with ${quirks}`).toBe(true)
      for (const id of quirks) {
        const others = quirks.filter((other) => other !== id)
        expect(isAsRecorded(recording, withSwitches(others)), `${recording.id} without ${id}`).toBe(false)
      }
    }
  })

  test('recordings that `documented` answers differently are counted for each switch', () => {
    const counts = new Map<string, number>()
    for (const id of [...pairing.values()].flat()) counts.set(id, (counts.get(id) ?? 0) + 1)
    const lines = [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([id, count]) => `${String(count).padStart(4)}  ${id}`)
    process.stdout.write(
      `\n${differing.length} of ${recordings.length} recordings differ from documented:\n${lines.join('\n')}\n`,
    )
    for (const one of counts.keys()) expect(ALL).toContain(one)
  })
})
