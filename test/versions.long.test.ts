/** Tests that the reference reproduces every recorded answer of each measured release under its profile. */
import { expect, test } from 'vitest'
import { isAsRecorded } from './support/recordings.ts'
import { MEASURED, recordingsOf } from './support/versions.ts'

test.each(MEASURED)('the reference reproduces every recorded answer of %s', (version) => {
  const profile = `strapi-${version}-sqlite`
  const wrong = recordingsOf(version).filter((recording) => !isAsRecorded(recording, profile))
  expect(wrong.map(({ id }) => id)).toEqual([])
})

test('more than 15 releases have more than 1,600 compared recordings each', () => {
  expect(MEASURED.length).toBeGreaterThan(15)
  for (const version of MEASURED) expect(recordingsOf(version).length).toBeGreaterThan(1600)
})
