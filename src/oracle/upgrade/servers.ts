/**
 * Finds the profiles of the two servers of an upgrade, and the switches between them that make the newer server answer
 * like the older server.
 */

import { type ChangeId, changeOf } from '../../reference/strapi/changes.ts'
import { DECISION_WORDS } from '../../reference/strapi/databases/atlas.ts'
import { DECISIONS, type Decision } from '../../reference/strapi/databases/database.ts'
import {
  DATABASE_NAMES,
  DATABASES,
  type DatabaseName,
  isDatabaseName,
} from '../../reference/strapi/databases/databases.ts'
import { type Profile, profile } from '../../reference/strapi/profile.ts'
import { QUIRKS, type QuirkId } from '../../reference/strapi/quirks.ts'
import { NEWEST } from '../../reference/strapi/versions.ts'

/** One difference between two profiles: a dated change between releases, a quirk, or a decision of a database. */
export type ProfileSwitch =
  | { readonly kind: 'change'; readonly id: ChangeId; readonly on: boolean }
  | { readonly kind: 'quirk'; readonly id: QuirkId; readonly on: boolean }
  | {
      readonly kind: 'decision'
      readonly id: Decision
      readonly from: DatabaseName
      readonly to: DatabaseName
    }

/**
 * Returns the profile of a server, named by a release (`5.12`), a database (`postgres`) or a profile. The parameter
 * `other` supplies the release or database that the name omits.
 * @throws ProfileError for another name.
 */
export function serverNamed(
  text: string,
  other: { readonly version: string; readonly database: string },
): Profile {
  if (isDatabaseName(text) && text !== 'plain') return profile(`strapi-${other.version}-${text}`)
  return profile(isVersion(text) ? `strapi-${text}-${other.database}` : text)
}

/**
 * Returns whether a text is the number of a release, such as `5.12`. Such a number begins with a digit, but no name of
 * a profile does.
 */
const isVersion = (text: string): boolean => text !== '' && !Number.isNaN(Number(text.slice(0, 1)))

/**
 * Returns the release and the database in the name of a server. A part that the name omits is absent from the result.
 */
export function namedIn(text: string): { readonly version?: string; readonly database?: string } {
  if (isDatabaseName(text)) return { database: text }
  const parts = text.split('-')
  const [start = '', version, ...database] = parts
  if (start !== 'strapi') return parts.length === 1 && isVersion(start) ? { version: start } : {}
  return {
    ...(version === undefined ? {} : { version }),
    ...(database.length === 0 ? {} : { database: database.join('-') }),
  }
}

/**
 * Returns the profiles of the two servers to compare. Each name supplies the release or database that the other name
 * omits.
 * @throws ProfileError for a name that is not a release, database or profile.
 */
export function serversNamed(from: string, to: string): { readonly from: Profile; readonly to: Profile } {
  const [a, b] = [namedIn(from), namedIn(to)]
  const version = a.version ?? b.version ?? NEWEST
  const database = a.database ?? b.database ?? 'sqlite'
  return {
    from: serverNamed(from, { version: b.version ?? version, database: b.database ?? database }),
    to: serverNamed(to, { version: a.version ?? version, database: a.database ?? database }),
  }
}

/** Returns the switches that make the server `to` answer as the server `from` does. Dated changes come first. */
export function switchesBack(from: Profile, to: Profile): readonly ProfileSwitch[] {
  const changes = [
    ...[...from.changes]
      .filter((id) => !to.changes.has(id))
      .map((id): ProfileSwitch => ({ kind: 'change', id, on: true })),
    ...[...to.changes]
      .filter((id) => !from.changes.has(id))
      .map((id): ProfileSwitch => ({ kind: 'change', id, on: false })),
  ]
  const decisions = DECISIONS.flatMap((id): ProfileSwitch[] => {
    if (from.database[id] === to.database[id]) return []
    return [{ kind: 'decision', id, from: deciding(id, from), to: deciding(id, to) }]
  })
  // Switching the change of a release also switches the quirks that came with this change. Therefore, adds only the
  // quirks that still differ after the dated changes.
  const near = withSwitches(to, [...changes, ...decisions])
  const quirks = [
    ...[...from.quirks]
      .filter((id) => !near.quirks.has(id))
      .map((id): ProfileSwitch => ({ kind: 'quirk', id, on: true })),
    ...[...near.quirks]
      .filter((id) => !from.quirks.has(id))
      .map((id): ProfileSwitch => ({ kind: 'quirk', id, on: false })),
  ]
  return [...changes, ...decisions, ...quirks]
}

/**
 * Returns a real database that makes a decision (such as the order of nulls) like the profile; `plain` if no real
 * database does.
 */
function deciding(id: Decision, { database }: Profile): DatabaseName {
  const real = DATABASE_NAMES.filter((name) => name !== 'plain')
  return real.find((name) => DATABASES[name][id] === database[id]) ?? 'plain'
}

/** Returns the profile that results from applying switches to a profile. */
export const withSwitches = (given: Profile, switches: readonly ProfileSwitch[]): Profile =>
  profile([given.name, ...switches.map(switchName)].join(','))

/** Returns a switch in the notation of profile names, such as `+change`, `-quirk` or `nulls=sqlite`. */
export const switchName = (oneSwitch: ProfileSwitch): string =>
  oneSwitch.kind === 'decision'
    ? `${oneSwitch.id}=${oneSwitch.from}`
    : `${oneSwitch.on ? '+' : '-'}${oneSwitch.id}`

/**
 * The texts about one difference between two servers: its name, the releases or databases where it applies, and the
 * behaviour before and after the change.
 */
export interface SwitchTexts {
  readonly name: string
  /**
   * The releases or databases between which servers differ, such as `since 5.51.2`, `not before 5.51.2` or `sqlite →
   * postgres`.
   */
  readonly when: string
  readonly says: string
  readonly before: string
  readonly after: string
}

export function textsOf(oneSwitch: ProfileSwitch): SwitchTexts {
  switch (oneSwitch.kind) {
    case 'change': {
      const { since, says, before, after } = changeOf(oneSwitch.id)
      return oneSwitch.on
        ? { name: oneSwitch.id, when: `since ${since}`, says, before, after }
        : { name: oneSwitch.id, when: `not before ${since}`, says, before: after, after: before }
    }
    case 'quirk': {
      const { says, documented, real } = QUIRKS[oneSwitch.id]
      const [before, after] = oneSwitch.on ? [real, documented] : [documented, real]
      return { name: oneSwitch.id, when: 'a departure from the documentation', says, before, after }
    }
    case 'decision': {
      const words = DECISION_WORDS[oneSwitch.id]
      return {
        name: oneSwitch.id,
        when: `${oneSwitch.from} → ${oneSwitch.to}`,
        says: words.says,
        before: words[oneSwitch.from] ?? words.plain,
        after: words[oneSwitch.to] ?? words.plain,
      }
    }
  }
}
