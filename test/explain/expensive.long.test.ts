/** Tests that explanations of expensive requests stay bounded in size and in steps. */
import { describe, expect, test } from 'vitest'
import { createExplainer } from '../../src/core.ts'
import { BUILT, SEEN } from '../hostile/attack-list.ts'

describe('expensive requests', () => {
  test.each([...SEEN, ...BUILT].map((attack) => [attack[0], attack] as const))(
    '%s',
    (_what, [, heavy, url, status, profile = 'documented']) => {
      const explainer = createExplainer(heavy, { profile, developer: true })
      const found = explainer.explain({ url })
      expect(found.answer.status).toBe(status)
      expect(found.places.length).toBeLessThanOrEqual(200)
      expect(JSON.stringify(found).length).toBeLessThan(20_000_000)
      expect(explainer.why({ url }, 'data.0.categories.0.name').sentence).not.toBe('')
    },
  )
})
