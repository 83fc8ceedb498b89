/** Every release that was measured: what it answered to the recorded requests is answered under its profile. */
import { describe, expect, test } from 'vitest'
import { createContentApi } from '../src/reference/api.ts'
import { isAsRecorded, graph as recorded } from './support/recordings.ts'
import { MEASURED, recordingsOf } from './support/versions.ts'

describe('the releases, recorded', () => {
  test('there are many, and few recordings are left out', () => {
    expect(MEASURED.length).toBeGreaterThan(15)
    for (const version of MEASURED) expect(recordingsOf(version).length).toBeGreaterThan(1600)
  })

  test.each(MEASURED)('every recording is answered as %s did', (version) => {
    const profile = `strapi-${version}-sqlite`
    const wrong = recordingsOf(version).filter((recording) => !isAsRecorded(recording, profile))
    expect(wrong.map(({ id }) => id)).toEqual([])
  })
})

describe('what a role may not see', () => {
  const anonymous = { url: '/api/bookmarks?populate=*&pagination[pageSize]=100' }

  test.each(MEASURED)('is not shown under %s', (version) => {
    const { status, body } = createContentApi(recorded, { profile: `strapi-${version}-sqlite` }).answer(
      anonymous,
    )
    expect(status === 200 ? body : '').not.toContain('codename')
  })
})
