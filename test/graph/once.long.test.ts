/** Tests that each fault of every attribute is reported once. The test `once.test.ts` covers one in four attributes. */
import { describe, expect, test } from 'vitest'
import { attributeFaults, attributes } from './faults-after.ts'

describe('an attribute', () => {
  test.each(attributes)('in %s: each fault of %s is reported once', (stem, name, attribute) => {
    for (const { key, faults } of attributeFaults(stem, name, attribute)) {
      expect(faults, key).toHaveLength(1)
      expect(faults[0]?.startsWith(`content-types/${stem}.json#/attributes/${name}`), key).toBe(true)
    }
  })
})
