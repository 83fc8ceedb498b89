/** Profiles: named sets of quirks, and changes to them. */
import { closest } from 'fastest-levenshtein'
import { isQuirkId, QUIRK_IDS, QUIRKS, type QuirkId, revealsOf } from './quirks.ts'

export interface Profile {
  /** As it was asked for: a name, or a name with changes. */
  readonly name: string
  readonly quirks: ReadonlySet<QuirkId>
}

/** A profile by name with switches turned on or off. */
export interface ProfileOptions {
  readonly base: ProfileName
  readonly on?: readonly QuirkId[]
  readonly off?: readonly QuirkId[]
  /** False turns off every switch by which a reader finds out what the role may not see. */
  readonly reveal?: boolean
}

/** The dialect of PostgreSQL, and what only SQLite does. */
const POSTGRES: readonly QuirkId[] = [
  'nulls-last',
  'collation',
  'pg-type-500',
  'jsonb-eq',
  'json-superset',
  'time-fraction',
  'decimal-scale',
  'count-sort-500',
]
const SQLITE: readonly QuirkId[] = [
  'like-ascii-case',
  'lower-ascii',
  'stored-text',
  'bigint-double',
  'json-superset-500',
]

const REAL = QUIRK_IDS.filter((id) => QUIRKS[id].kind !== 'reading')

export const PROFILES = {
  documented: [],
  guide: QUIRK_IDS.filter((id) => QUIRKS[id].kind === 'reading'),
  'strapi-5.54-sqlite': REAL.filter((id) => !POSTGRES.includes(id)),
  'strapi-5.54-postgres': REAL.filter((id) => !SQLITE.includes(id)),
} as const satisfies Record<string, readonly QuirkId[]>

export type ProfileName = keyof typeof PROFILES
const PROFILE_NAMES = Object.keys(PROFILES)
const isProfileName = (name: string): name is ProfileName => Object.hasOwn(PROFILES, name)

/** A name that is neither a profile nor a quirk. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
}

/**
 * `documented`, `strapi-5.54-sqlite`, …, or a name with changes: `documented,+like-ascii-case,-ne-array-or`.
 * @throws ProfileError for an unknown profile or quirk; the message names the nearest ones.
 */
export function profile(asked: string | ProfileOptions = 'documented'): Profile {
  if (typeof asked !== 'string') {
    const { base, on = [], off = [], reveal = true } = asked
    const named = profile([base, ...on.map((id) => `+${id}`), ...off.map((id) => `-${id}`)].join(','))
    return reveal ? named : withoutRevealing(named)
  }
  const [name = '', ...changes] = asked.split(',').map((part) => part.trim())
  if (!isProfileName(name)) throw unknown('profile', name, PROFILE_NAMES)
  const quirks = new Set<QuirkId>(PROFILES[name])
  for (const change of changes) {
    const id = change.slice(1)
    if (!/^[+-]/.test(change)) throw new ProfileError(`Expected +quirk or -quirk, found "${change}"`)
    if (!isQuirkId(id)) throw unknown('quirk', id, QUIRK_IDS)
    if (change.startsWith('+')) quirks.add(id)
    else quirks.delete(id)
  }
  return { name: asked, quirks }
}

/** The quirks of a profile by which a reader finds out what the role may not see. */
export const revealing = ({ quirks }: Profile): readonly QuirkId[] =>
  [...quirks].filter((id) => revealsOf(id).length > 0)

/** The profile without them; its name says which were turned off, and stands for it wherever a name does. */
export function withoutRevealing(given: Profile): Profile {
  return profile([given.name, ...revealing(given).map((id) => `-${id}`)].join(','))
}

function unknown(what: string, name: string, known: readonly string[]): ProfileError {
  const nearest: string[] = []
  const left = [...known]
  for (let count = 0; count < 3 && left.length > 0; count++) {
    const next = closest(name, left)
    nearest.push(next)
    left.splice(left.indexOf(next), 1)
  }
  return new ProfileError(`Unknown ${what} "${name}". Nearest: ${nearest.join(', ')}`)
}
