/**
 * The laws that each real server breaks. To measure the broken laws, the command runs each law for any server under
 * each profile.
 */
import { readFileSync } from 'node:fs'
import { DATABASE_NAMES } from '../../src/reference/strapi/databases/databases.ts'
import { ERAS, MINORS } from '../../src/reference/strapi/versions.ts'
import { DEPARTS } from './departs.ts'
import type { LiveLaw } from './law.ts'

/** A measurement of the laws that each profile breaks. */
export interface BrokenLaws {
  /** The number of generated worlds on which each law ran under each profile. */
  readonly worlds: number
  readonly seed: number
  /** The ids of the laws that ran. */
  readonly laws: readonly string[]
  /** The ids of the laws that each profile breaks, by the name of the profile. */
  readonly broken: Readonly<Record<string, readonly string[]>>
}

const NEWEST = MINORS.at(-1) ?? ''
const SERVED = DATABASE_NAMES.filter((name) => name !== 'plain')
/**
 * `RELEASES` are the profiles of the releases that changed an answer, on SQLite. `DATABASES` are the profiles of the
 * newest release on each database except SQLite.
 */
const RELEASES = [...ERAS.map((era) => `strapi-${era}-sqlite`), `strapi-${NEWEST}-sqlite`]
const DATABASES = SERVED.filter((name) => name !== 'sqlite').map((name) => `strapi-${NEWEST}-${name}`)

export const MEASURED_PROFILES: readonly string[] = ['documented', 'guide', ...RELEASES, ...DATABASES]

export const FILE = 'properties/laws/servers.json'

export const readBroken = (root: string): BrokenLaws => JSON.parse(readFileSync(`${root}/${FILE}`, 'utf8'))

/** Returns the Markdown of `.github/docs/laws-servers.md`. */
export function pageOf(laws: readonly LiveLaw[], measured: BrokenLaws): string {
  const rows = laws.map((law) => `| ${[`\`${law.id}\``, ...cellsOf(law.id, measured)].join(' | ')} |`)
  const { worlds, seed } = measured
  return [
    '# Which servers keep which laws',
    '',
    `Each law for any server ran on ${worlds} generated worlds (seed ${seed}) under each profile. Only releases that`,
    'changed an answer were measured; a measured release represents the releases after it, up to the next measured',
    'release. This command writes the page of laws and servers:',
    '',
    '```sh',
    `npm run properties -- --servers --runs ${worlds} --seed ${seed}`,
    '```',
    '',
    '| Law | profile `documented` | profile `guide` | releases on SQLite that keep the law | databases on which the newest release keeps the law |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '## Why servers break laws',
    '',
    ...laws.flatMap(({ id }) =>
      isBroken(id, measured) ? [`- Not every server keeps the law \`${id}\`: ${DEPARTS[id] ?? ''}`] : [],
    ),
    '',
  ].join('\n')
}

const isBroken = (id: string, { broken }: BrokenLaws): boolean =>
  Object.values(broken).some((ids) => ids.includes(id))

function cellsOf(id: string, { laws, broken }: BrokenLaws): readonly string[] {
  if (!laws.includes(id)) return ['not measured', '', '', '']
  const keeps = (profile: string): boolean => !(broken[profile] ?? []).includes(id)
  const yes = (profile: string): string => `${keeps(profile) ? 'kept' : 'broken'} by \`${profile}\``
  const databases = ['sqlite', ...SERVED.filter((name) => name !== 'sqlite')]
  const kept = databases.filter((name) => keeps(`strapi-${NEWEST}-${name}`))
  return [
    yes('documented'),
    yes('guide'),
    spans(RELEASES.map((name) => ({ name: name.split('-')[1] ?? '', isKept: keeps(name) }))),
    kept.length === databases.length
      ? 'kept on all databases'
      : `the newest release keeps the law on ${kept.join(', ') || 'no database'}`,
  ]
}

/** Returns the releases that keep a law, such as `the law is kept by releases from 5.31.0`. */
function spans(releases: readonly { readonly name: string; readonly isKept: boolean }[]): string {
  if (releases.every(({ isKept }) => isKept)) return 'kept by all releases'
  const texts: string[] = []
  for (const [at, { name, isKept }] of releases.entries()) {
    if (!isKept || releases[at - 1]?.isKept === true) continue
    const end = releases.findIndex((one, index) => index > at && !one.isKept)
    texts.push(end < 0 ? `from ${name}` : `${name} to before ${releases[end]?.name}`)
  }
  return texts.length === 0 ? 'kept by no release' : `the law is kept by releases ${texts.join(', and ')}`
}
