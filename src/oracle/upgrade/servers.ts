/** The two servers of an upgrade: each a profile, and what leads from the newer back to the older, switch by switch. */

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

/** One way in which the two differ: a change between their releases, a quirk that one of them has, a decision of a database. */
export type Turn =
  | { readonly kind: 'change'; readonly id: ChangeId; readonly on: boolean }
  | { readonly kind: 'quirk'; readonly id: QuirkId; readonly on: boolean }
  | {
      readonly kind: 'decision'
      readonly id: Decision
      readonly from: DatabaseName
      readonly to: DatabaseName
    }

/**
 * `5.12`, `postgres` or a profile: what is not said is as in `other`.
 * @throws ProfileError for a name that is nothing of these.
 */
export function serverNamed(
  text: string,
  other: { readonly version: string; readonly database: string },
): Profile {
  if (isDatabaseName(text) && text !== 'plain') return profile(`strapi-${other.version}-${text}`)
  return profile(isVersion(text) ? `strapi-${text}-${other.database}` : text)
}

/** No profile begins with a digit. */
const isVersion = (text: string): boolean => text !== '' && !Number.isNaN(Number(text.slice(0, 1)))

/** The release and the database that a text names, where it does; `NEWEST` on SQLite otherwise. */
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
 * Both sides of a comparison; what one leaves open is taken from the other.
 * @throws ProfileError for a name that is no release, database or profile.
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

/** What has to be turned in `to` so that it answers as `from`, changes newest first. */
export function turnsBack(from: Profile, to: Profile): readonly Turn[] {
  const changes = [
    ...[...from.changes]
      .filter((id) => !to.changes.has(id))
      .map((id): Turn => ({ kind: 'change', id, on: true })),
    ...[...to.changes]
      .filter((id) => !from.changes.has(id))
      .map((id): Turn => ({ kind: 'change', id, on: false })),
  ]
  const decisions = DECISIONS.flatMap((id): Turn[] => {
    if (from.database[id] === to.database[id]) return []
    return [{ kind: 'decision', id, from: deciding(id, from), to: deciding(id, to) }]
  })
  // A change takes the quirks along that it brought.
  const near = turned(to, [...changes, ...decisions])
  const quirks = [
    ...[...from.quirks]
      .filter((id) => !near.quirks.has(id))
      .map((id): Turn => ({ kind: 'quirk', id, on: true })),
    ...[...near.quirks]
      .filter((id) => !from.quirks.has(id))
      .map((id): Turn => ({ kind: 'quirk', id, on: false })),
  ]
  return [...changes, ...decisions, ...quirks]
}

/** A database that decides as the profile does; `plain` only where no other does. */
function deciding(id: Decision, { database }: Profile): DatabaseName {
  const real = DATABASE_NAMES.filter((name) => name !== 'plain')
  return real.find((name) => DATABASES[name][id] === database[id]) ?? 'plain'
}

/** A profile with some of its ways turned. */
export const turned = (given: Profile, turns: readonly Turn[]): Profile =>
  profile([given.name, ...turns.map(turnName)].join(','))

/** As a profile writes it: `+change`, `-quirk`, `nulls=sqlite`. */
export const turnName = (turn: Turn): string =>
  turn.kind === 'decision' ? `${turn.id}=${turn.from}` : `${turn.on ? '+' : '-'}${turn.id}`

/** What it is about, and how it was and is: of the side that is left and of the side that is gone to. */
export interface TurnWords {
  readonly name: string
  /** `since 5.51.2`, `gone since …`, `PostgreSQL` … */
  readonly when: string
  readonly says: string
  readonly before: string
  readonly after: string
}

export function wordsOf(turn: Turn): TurnWords {
  switch (turn.kind) {
    case 'change': {
      const { since, says, before, after } = changeOf(turn.id)
      return turn.on
        ? { name: turn.id, when: `since ${since}`, says, before, after }
        : { name: turn.id, when: `not before ${since}`, says, before: after, after: before }
    }
    case 'quirk': {
      const { says, documented, real } = QUIRKS[turn.id]
      const [before, after] = turn.on ? [real, documented] : [documented, real]
      return { name: turn.id, when: 'a departure from the documentation', says, before, after }
    }
    case 'decision': {
      const words = DECISION_WORDS[turn.id]
      return {
        name: turn.id,
        when: `${turn.from} → ${turn.to}`,
        says: words.says,
        before: words[turn.from] ?? words.plain,
        after: words[turn.to] ?? words.plain,
      }
    }
  }
}
