/** Tests that the reference reproduces every recorded answer of each measured release under its profile. */
import { expect, test } from 'vitest'
import { isAsRecorded } from './support/recordings.ts'
import { MEASURED, recordingsOf } from './support/versions.ts'

test.each(MEASURED)('the reference reproduces every recorded answer of %s', (version) => {
  const profile = `strapi-${version}-sqlite`
  const wrong = recordingsOf(version).filter((recording) => !isAsRecorded(recording, profile))
  expect(wrong.map(({ id }) => id)).toEqual([])
})
