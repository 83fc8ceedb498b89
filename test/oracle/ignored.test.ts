/** Tests that a misreading of paths finds the route of a path with the path prefix in the dataset's settings. */
import { expect, test } from 'vitest'
import { ignoredBy } from '../../src/oracle/attribution/misread/ignored.ts'
import { graphOf } from '../support/datasets.ts'

const guide = graphOf('guide')

test.each(['/api', '/content/v1'])(
  'with the path prefix %s, a misreading removes filters only from requests for one entry',
  (prefix) => {
    const all = ignoredBy({ ...guide, settings: { ...guide.settings, prefix } })
    const ofEntry = all.find(({ kind }) => kind === 'filters ignored on one entry')
    const read = (path: string): string | undefined =>
      ofEntry?.read({ method: 'GET', url: `${prefix}/${path}?filters[name]=a&fields=name`, headers: {} }).url
    expect(read('restaurants/some')).toBe(`${prefix}/restaurants/some?fields=name`)
    expect(read('restaurants')).toBe(`${prefix}/restaurants?filters[name]=a&fields=name`)
    expect(read('homepage')).toBe(`${prefix}/homepage?filters[name]=a&fields=name`)
  },
)
