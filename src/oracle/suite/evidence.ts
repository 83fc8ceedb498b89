/**
 * The recordings and suite cases that are evidence for quirks of the real server and for decisions in which databases
 * differ.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Decision } from '../../reference/strapi/databases/database.ts'
import type { DatabaseName } from '../../reference/strapi/databases/databases.ts'
import { QUIRK_IDS, type QuirkId } from '../../reference/strapi/quirks.ts'
import { FIXTURES, loadSuite } from './suite.ts'

type EvidenceByRule = Readonly<Record<string, readonly string[]>>

/**
 * Returns, for each quirk, the ids of the recordings that the quirk explains and of the suite cases that show the
 * quirk.
 */
export function quirkEvidence(): ReadonlyMap<QuirkId, readonly string[]> {
  const file = join(FIXTURES, 'strapi-5.54', 'pairing.json')
  const pairing: EvidenceByRule = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const cases = loadSuite().filter(({ tags }) => tags.includes('quirks'))
  return new Map(
    QUIRK_IDS.map((id) => {
      const recordings = Object.keys(pairing).filter((recording) => pairing[recording]?.includes(id))
      const shown = cases.map((one) => one.id).filter((name) => name.startsWith(`quirks.${id}`))
      return [id, [...recordings, ...shown]]
    }),
  )
}

export type ShownBy = (decision: Decision, name: DatabaseName) => readonly string[]

/** Returns a function that finds the ids of the recordings and suite cases which a decision of a database explains. */
export function decisionEvidence(): ShownBy {
  const file = join(FIXTURES, 'strapi-5.54', 'databases', 'shown.json')
  const shown: Readonly<Record<string, EvidenceByRule>> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {}
  const cases = loadSuite().filter(({ id }) => id.startsWith('quirks.'))
  return (decision, name) => {
    const own = cases.filter(({ profile }) => profile === `strapi-5.54-${name}`).map(({ id }) => id)
    return [...(shown[name]?.[decision] ?? []), ...own.filter((id) => id.startsWith(`quirks.${decision}`))]
  }
}
