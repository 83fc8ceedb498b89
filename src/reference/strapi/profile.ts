/**
 * Reads profiles. A profile stands for the guide, or for a release of Strapi on a database. A profile consists of
 * quirks, of changes that the release does not have yet, and of the decisions of the database.
 */
import { closest } from 'fastest-levenshtein'
import { CHANGE_IDS, type ChangeId, changeOf, type Departure, isChangeId } from './changes.ts'
import { type Database, DECISIONS, type Decision, isDecision } from './databases/database.ts'
import {
  DATABASE_NAMES,
  DATABASES,
  type DatabaseName,
  isDatabaseName,
  UNMEASURED,
} from './databases/databases.ts'
import { isQuirkId, QUIRK_IDS, QUIRKS, type QuirkId, revealsOf } from './quirks.ts'
import { changesAfter, MINORS, NEWEST, standingOf } from './versions.ts'
import {
  isWriteQuirkId,
  WRITE_QUIRK_IDS,
  WRITE_QUIRKS,
  type WriteQuirk,
  type WriteQuirkId,
} from './write-quirks.ts'

export interface Profile {
  /** The profile name as the caller wrote it, which may include switches. */
  readonly name: string
  /**
   * The release of Strapi, such as `5.23.2` or `5.23`; the newest known release for the profiles `documented` and
   * `guide`.
   */
  readonly release: string
  readonly quirks: ReadonlySet<QuirkId>
  /** The changes that the release does not have yet; empty for the newest release and for the guide. */
  readonly changes: ReadonlySet<ChangeId>
  /** The quirks of the profile that concern write requests. */
  readonly writes: ReadonlySet<WriteQuirkId>
  readonly database: Database
  /** The warnings about the profile for the user, one sentence each. */
  readonly warnings: readonly string[]
}

/** A profile as an object: its name, and switches that turn departures on or off. */
export interface ProfileOptions {
  /** The profile name without switches: `documented`, `guide` or `strapi-<version>-<database>`. */
  readonly base: ProfileName | (string & {})
  readonly on?: readonly (Departure | WriteQuirkId)[]
  readonly off?: readonly (Departure | WriteQuirkId)[]
  /** Single decisions of other databases, which replace the decisions of the profile's database. */
  readonly as?: Readonly<Partial<Record<Decision, DatabaseName>>>
  /** Whether the profile keeps its quirks that reveal data which the role may not see; true by default. */
  readonly reveal?: boolean
}

const REAL = QUIRK_IDS.filter((id) => QUIRKS[id].kind !== 'reading')

/**
 * The profiles with a fixed name, and their quirks. Every other combination of a release and a database is a profile
 * too.
 */
export const PROFILES = {
  documented: [],
  guide: QUIRK_IDS.filter((id) => QUIRKS[id].kind === 'reading'),
  'strapi-5.54-sqlite': REAL,
  'strapi-5.54-postgres': REAL,
  'strapi-5.54-postgres+icu': REAL,
  'strapi-5.54-postgres+c': REAL,
  'strapi-5.54-mariadb': REAL,
  'strapi-5.54-mysql': REAL,
} as const satisfies Record<string, readonly QuirkId[]>

export type ProfileName = keyof typeof PROFILES
const DATABASE_OF: Readonly<Record<ProfileName, DatabaseName>> = {
  documented: 'plain',
  guide: 'plain',
  'strapi-5.54-sqlite': 'sqlite',
  'strapi-5.54-postgres': 'postgres',
  'strapi-5.54-postgres+icu': 'postgres+icu',
  'strapi-5.54-postgres+c': 'postgres+c',
  'strapi-5.54-mariadb': 'mariadb',
  'strapi-5.54-mysql': 'mysql',
}
/** The profiles of `PROFILES` that stand for a real server, each with its quirks and its database. */
export const REAL_PROFILES: readonly {
  readonly name: ProfileName
  readonly quirks: readonly QuirkId[]
  readonly database: DatabaseName
}[] = Object.keys(PROFILES)
  .filter(isProfileName)
  .filter((name) => DATABASE_OF[name] !== 'plain')
  .map((name) => ({ name, quirks: PROFILES[name], database: DATABASE_OF[name] }))
const PROFILE_NAMES = Object.keys(PROFILES)
function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name)
}

/** The error for an unknown name in the text of a profile. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
}

/** The release, the quirks and the database that a profile name without switches stands for. */
interface BaseProfile {
  readonly release: string
  readonly quirks: readonly QuirkId[]
  readonly changes: readonly ChangeId[]
  readonly database: DatabaseName
  readonly warnings: readonly string[]
}

/** The names of databases on which a server can run: all names except `plain`. */
const SERVED: readonly string[] = DATABASE_NAMES.filter((name) => name !== 'plain')

/**
 * Reads a profile name such as `strapi-5.23.2-postgres+icu`. The name `strapi-5.23-sqlite` means the newest release
 * of 5.23.
 */
function baseOf(name: string): BaseProfile {
  if (name === 'documented' || name === 'guide')
    return { release: NEWEST, quirks: PROFILES[name], changes: [], database: 'plain', warnings: [] }
  const [, version, database] = /^strapi-([^-]*)(?:-(.*))?$/.exec(name) ?? []
  if (version === undefined) throw unknown('profile', name, PROFILE_NAMES)
  const standing = standingOf(version)
  if (standing === 'unknown') throw unknown('version', version, MINORS)
  if (database === undefined || !SERVED.includes(database) || !isDatabaseName(database))
    throw unknown(
      'profile',
      name,
      SERVED.map((known) => `strapi-${version}-${known}`),
    )
  const warnings = [
    ...(standing === 'later'
      ? [
          `Strapi ${version} is later than ${NEWEST}, the newest release known here: it is answered as ${NEWEST}`,
        ]
      : []),
    ...(UNMEASURED.includes(database)
      ? [`No server on ${database} was recorded: the answers follow its documentation`]
      : []),
  ]
  return { release: version, quirks: REAL, changes: changesAfter(version), database, warnings }
}

/**
 * Reads a profile name with optional switches, such as `documented,+count-ignored,-ne-array-or,nulls=postgres`.
 * @throws ProfileError for an unknown profile, version, switch, decision or database; the message names the nearest
 * valid names.
 */
export function profile(given: string | ProfileOptions = 'documented'): Profile {
  if (typeof given !== 'string') {
    const { base, on = [], off = [], as = {}, reveal = true } = given
    const taken = Object.entries(as).map(([decision, name]) => `${decision}=${name}`)
    const named = profile(
      [base, ...on.map((id) => `+${id}`), ...off.map((id) => `-${id}`), ...taken].join(','),
    )
    return reveal ? named : withoutRevealing(named)
  }
  const [name = '', ...switches] = given.split(',').map((part) => part.trim())
  const base = baseOf(name)
  const changes = new Set<ChangeId>(base.changes)
  let database: Database = DATABASES[base.database]
  const turned: { readonly id: QuirkId; readonly on: boolean }[] = []
  const writes = new Set<WriteQuirkId>(writesOf(base))
  for (const one of switches) {
    if (one.includes('=')) {
      database = withDecision(database, one)
      continue
    }
    if (!/^[+-]/.test(one))
      throw new ProfileError(`Expected +quirk, -quirk or decision=database, found "${one}"`)
    const id = one.slice(1)
    const on = one.startsWith('+')
    if (isQuirkId(id)) turned.push({ id, on })
    else if (isWriteQuirkId(id)) {
      if (on) writes.add(id)
      else writes.delete(id)
    } else if (!isChangeId(id)) throw unknown('quirk', id, [...QUIRK_IDS, ...CHANGE_IDS, ...WRITE_QUIRK_IDS])
    else if (on) changes.add(id)
    else changes.delete(id)
  }
  const quirks = new Set(base.quirks.filter((id) => !isYetToCome(id, changes)))
  for (const { id, on } of turned) {
    if (on) quirks.add(id)
    else quirks.delete(id)
  }
  return { ...base, name: given, quirks, changes, writes, database }
}

/**
 * Returns the write quirks of a profile: all write quirks except those of other databases, and those of a newer
 * Node.js. A profile without a real database has no write quirks.
 */
function writesOf({ database }: BaseProfile): readonly WriteQuirkId[] {
  if (database === 'plain') return []
  return WRITE_QUIRK_IDS.filter((id) => {
    const { kind, on }: WriteQuirk = WRITE_QUIRKS[id]
    return kind !== 'runtime' && (on === undefined || on.includes(database))
  })
}

/** Returns whether a quirk came with a change that the release of the profile does not have yet. */
const isYetToCome = (quirk: QuirkId, changes: ReadonlySet<ChangeId>): boolean =>
  [...changes].some((id) => changeOf(id).brings?.includes(quirk))

/** Makes the function that returns whether a profile has a departure. */
export function departures({ quirks, changes }: Profile): (departure: Departure) => boolean {
  const all = new Set<Departure>([...quirks, ...changes])
  return (departure) => all.has(departure)
}

/** Returns a database with one decision of another database, such as `nulls=postgres`. */
function withDecision(database: Database, change: string): Database {
  const [decision = '', name = ''] = change.split('=')
  if (!isDecision(decision)) throw unknown('decision of a database', decision, DECISIONS)
  if (!isDatabaseName(name)) throw unknown('database', name, DATABASE_NAMES)
  return { ...database, [decision]: DATABASES[name][decision] }
}

/** Returns the quirks of a profile that reveal data that the role may not see. */
export const revealing = ({ quirks }: Profile): readonly QuirkId[] =>
  [...quirks].filter((id) => revealsOf(id).length > 0)

/**
 * Returns the profile without the quirks that reveal data. The name of the new profile lists the disabled quirks, and
 * is itself a valid profile name.
 */
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
