/**
 * Tests that the reference reproduces one in six of those answers of each measured release that differ from the latest
 * release. `versions.long.test.ts` checks all.
 */
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../src/reference/api.ts'
import { isAsRecorded, graph as recorded } from './support/recordings.ts'
import { differingOf, MEASURED } from './support/versions.ts'

describe('recordings of releases', () => {
  test.each(MEASURED)('recordings of %s that differ from the latest release are reproduced', (version) => {
    const profile = `strapi-${version}-sqlite`
    const differing = differingOf(version)
    expect(differing.length).toBeGreaterThan(0)
    const sampled = differing.filter((_, at) => at % 6 === 0)
    const wrong = sampled.filter((recording) => !isAsRecorded(recording, profile))
    expect(wrong.map(({ id }) => id)).toEqual([])
  })
})

describe('private data', () => {
  const anonymous = { url: '/api/bookmarks?populate=*&pagination[pageSize]=100' }

  test.each(MEASURED)('the answer to an anonymous list request shows no private data under %s', (version) => {
    const { status, body } = createReferenceApi(recorded, { profile: `strapi-${version}-sqlite` }).answer(
      anonymous,
    )
    expect(status === 200 ? body : '').not.toContain('codename')
  })
})
