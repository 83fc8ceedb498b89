/**
 * Tests that `.github/docs/laws-servers.md` matches the measurement of the laws that each server breaks. The
 * measurement must cover all laws and profiles.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { DEPARTS } from './laws/departs.ts'
import { LAWS, liveLaws } from './laws/laws.ts'
import { MEASURED_PROFILES, pageOf, readBroken } from './laws/servers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const measured = readBroken(root)
const brokenBy = (test: (profile: string) => boolean): ReadonlySet<string> =>
  new Set(Object.entries(measured.broken).flatMap(([profile, ids]) => (test(profile) ? ids : [])))

describe('npm run properties -- --servers', () => {
  test('the page `laws-servers.md` is the current output of the command', () => {
    const page = readFileSync(`${root}/.github/docs/laws-servers.md`, 'utf8')
    expect(page).toBe(pageOf(liveLaws, measured))
  })

  test('the measurement covers exactly the profiles of the command, and the broken laws exist', () => {
    expect(Object.keys(measured.broken)).toEqual(MEASURED_PROFILES)
    const ids = new Set(LAWS.map(({ id }) => id))
    expect([...brokenBy(() => true)].filter((id) => !ids.has(id))).toEqual([])
  })

  test('the measurement covers every law, and the page says why a release breaks a law', () => {
    expect(liveLaws.filter(({ id }) => !measured.laws.includes(id)).map(({ id }) => id)).toEqual([])
    const unexplained = [...brokenBy(() => true)].filter((id) => DEPARTS[id] === undefined)
    expect(unexplained).toEqual([])
  })

  test('each law holds on the servers that its member `unedited` names', () => {
    expect(measured.broken['documented']).toEqual([])
    const inAny = brokenBy((profile) => profile.startsWith('strapi-'))
    const inNewest = brokenBy((profile) => profile.startsWith('strapi-5.54'))
    const wrong = liveLaws.filter(
      ({ id, unedited }) =>
        unedited !== undefined && (unedited === 'by every server' ? inAny : inNewest).has(id),
    )
    expect(wrong.map(({ id }) => id)).toEqual([])
  })
})
