/**
 * Tests the dated changes (changes of the real server between releases). Each change has a request to which the
 * release before the change gives another answer.
 */
import { describe, expect, test } from 'vitest'
import type { RecordedLine } from '../src/oracle/suite/recordings.ts'
import { createReferenceApi } from '../src/reference/api.ts'
import {
  CHANGE_IDS,
  type ChangeId,
  changeOf,
  ELSEWHERE,
  isChangeId,
} from '../src/reference/strapi/changes.ts'
import { DATABASE_NAMES } from '../src/reference/strapi/databases/databases.ts'
import { departures, ProfileError, profile } from '../src/reference/strapi/profile.ts'
import { isQuirkId } from '../src/reference/strapi/quirks.ts'
import { changesAfter, compareVersions, MINORS, NEWEST } from '../src/reference/strapi/versions.ts'
import { isAsRecorded, graph as recorded } from './support/recordings.ts'
import { MEASURED, recordingsOf, recordingsOfChanges } from './support/versions.ts'

/** Returns the previous release. */
function releaseBefore(version: string): string {
  const [, minor = 0, patch = 0] = version.split('.').map(Number)
  return patch > 0 ? `5.${minor}.${patch - 1}` : `5.${minor - 1}`
}

/** Returns the last measured release before the release `since`. */
const versionBefore = (since: string): string =>
  MEASURED.filter((measured) => compareVersions(measured, since) < 0).at(-1) ?? ''
const lastBefore = (since: string): readonly RecordedLine[] => recordingsOf(versionBefore(since))

/**
 * The requests for changes whose request in the table of changes is incomplete, because the request is too long or
 * needs headers.
 */
const WRITTEN_OUT: Readonly<Partial<Record<ChangeId, { url: string; headers?: Record<string, string> }>>> = {
  'qs-6.14.1-array-limit': {
    url: `/api/restaurants?${Array.from({ length: 101 }, (_, at) => `filters[id][$in][]=${at}`).join('&')}`,
  },
  'too-many-populate-entries': {
    url: `/api/restaurants?${Array.from({ length: 101 }, (_, at) => `populate[${at}]=cover`).join('&')}`,
  },
  'content-source-map-header': {
    url: '/api/restaurants',
    headers: { 'strapi-encode-source-maps': 'true' },
  },
}

describe('changes', () => {
  test('dated changes have unique ids that no quirk has, and the table sorts them newest first', () => {
    const since = CHANGE_IDS.map((id) => changeOf(id).since)
    expect([...since].sort((a, b) => compareVersions(b, a))).toEqual(since)
    expect(CHANGE_IDS.filter(isQuirkId)).toEqual([])
    expect(Object.keys(ELSEWHERE).filter(isChangeId)).toEqual([])
  })

  test('every measured change is in a table, and the table cites at most three recordings of each change', () => {
    const known: readonly string[] = [...CHANGE_IDS, ...Object.keys(ELSEWHERE)]
    expect([...recordingsOfChanges.keys()].filter((id) => !known.includes(id))).toEqual([])
    for (const id of CHANGE_IDS) {
      const { since, evidence } = changeOf(id)
      expect(evidence.length, id).toBeLessThanOrEqual(3)
      expect(recordingsOfChanges.get(id) ?? [], id).toEqual(expect.arrayContaining([...evidence]))
      const compared = lastBefore(since).map((recording) => recording.id)
      const shown = recordingsOfChanges.get(id)?.filter((one) => compared.includes(one)) ?? []
      expect(evidence.length > 0, id).toBe(shown.length > 0)
    }
  })

  test.each(CHANGE_IDS)(
    'with and without the change %s, the answers to the request of the change differ',
    (id) => {
      const base = `strapi-${releaseBefore(changeOf(id).since)}-sqlite`
      const asked = WRITTEN_OUT[id] ?? { url: changeOf(id).request }
      const answers = [base, `${base},-${id}`].map((name) => {
        const { answer } = createReferenceApi(recorded, { profile: name })
        return ['tokenFull', 'jwtReader', undefined].map((token) => {
          const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
          const { status, body } = answer({ url: asked.url, headers: { ...headers, ...asked.headers } })
          return `${status} ${body}`
        })
      })
      expect(profile(base).changes.has(id)).toBe(true)
      expect(answers[0]).not.toEqual(answers[1])
    },
  )

  test.each(CHANGE_IDS.filter((id) => changeOf(id).evidence.length > 0))(
    'without the change %s, the reference misses a recording that shows the change',
    (id) => {
      const { since, evidence } = changeOf(id)
      const shown = lastBefore(since).filter((recording) => evidence.includes(recording.id))
      expect(shown.length).toBeGreaterThan(0)
      const name = `strapi-${versionBefore(since)}-sqlite,-${id}`
      expect(shown.some((recording) => !isAsRecorded(recording, name))).toBe(true)
    },
  )

  test('a departure that a change introduces is off in earlier releases', () => {
    expect(profile('strapi-5.41-sqlite').quirks.has('opaque-operand')).toBe(false)
    expect(profile('strapi-5.42.0-sqlite').quirks.has('opaque-operand')).toBe(true)
    expect(profile('strapi-5.41-sqlite,-opaque-operand-dropped').quirks.has('opaque-operand')).toBe(true)
    expect(profile('strapi-5.41-sqlite,+opaque-operand').quirks.has('opaque-operand')).toBe(true)
  })
})

describe('profiles by version', () => {
  test('the newest release lacks no change, the oldest lacks every change, and a change may be temporary', () => {
    expect(changesAfter(NEWEST)).toEqual([])
    expect(changesAfter('5.0.0')).toEqual(CHANGE_IDS)
    expect(changesAfter('5.0.4')).not.toContain('zone-populate-star')
    expect(changesAfter('5.0.6')).toContain('zone-populate-star')
  })

  test.each([
    ['strapi-5.54-sqlite', 'strapi-5.54.0-sqlite'],
    ['strapi-5.23-postgres', 'strapi-5.23.6-postgres'],
    ['strapi-5.3.99-sqlite', 'strapi-5.3.0-sqlite'],
    ['strapi-5.20.0-sqlite', 'strapi-5.23.1-sqlite'],
  ])('%s and %s have the same departures', (one, other) => {
    const [first, second] = [profile(one), profile(other)]
    expect({ ...first, name: '', release: '' }).toEqual({ ...second, name: '', release: '' })
    expect(first.warnings).toEqual([])
  })

  test('every minor release on every database has a profile', () => {
    const databases = DATABASE_NAMES.filter((name) => name !== 'plain')
    for (const minor of MINORS) {
      for (const database of databases) {
        expect(profile(`strapi-${minor}-${database}`).changes).toEqual(new Set(changesAfter(minor)))
      }
    }
    expect(MINORS.at(-1)).toBe('5.54')
  })

  test.each(['5.54.1', '5.55', '5.100.0', '6.0.0'])(
    'the profile of the later release %s is the newest known profile, with a warning',
    (later) => {
      const { changes, warnings, quirks } = profile(`strapi-${later}-sqlite`)
      expect(changes.size).toBe(0)
      expect(quirks).toEqual(profile('strapi-5.54-sqlite').quirks)
      expect(warnings).toEqual([expect.stringContaining(`${later} is later than ${NEWEST}`)])
    },
  )

  test.each([
    ['strapi-4.25-sqlite', /version "4\.25".*5\.25/],
    ['strapi-abc-sqlite', /version "abc"/],
    ['strapi-5.23-sqlit', /strapi-5\.23-sqlite/],
    ['strapi-5.23', /strapi-5\.23-/],
    ['strapi-5.23-postgres+ic', /strapi-5\.23-postgres/],
    ['strapi-5.23-plain', /strapi-5\.23-/],
    ['strap', /Nearest: .*strapi-5\.54-/],
    ['strapi-5.23-sqlite,+like-wildcards-escapd', /like-wildcards-escaped/],
  ])('%s is rejected with the nearest profiles', (name, message) => {
    expect(() => profile(name)).toThrow(ProfileError)
    expect(() => profile(name)).toThrow(message)
  })

  test('a profile can turn single changes on and off, like quirks', () => {
    const has = departures(profile('documented,+page-without-pagesize'))
    expect(has('page-without-pagesize')).toBe(true)
    expect(has('like-wildcards-escaped')).toBe(false)
    const { changes } = profile({ base: 'strapi-5.0-sqlite', off: [...CHANGE_IDS] })
    expect(changes.size).toBe(0)
  })
})
