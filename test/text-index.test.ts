/** Tests that the index of a text column finds the same positions as a loop over the texts. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexTexts } from '../src/reference/fast/index/text-index.ts'
import type { Node } from '../src/reference/graph/graph.ts'

const nodeOf = (text: string | null): Node => ({
  uid: 'api::one.one',
  id: 1,
  values: { text },
  links: {},
  components: {},
})
const indexed = (texts: readonly (string | null)[]) =>
  indexTexts(texts.map(nodeOf), ({ values }) => values['text'] ?? null)

/** Short texts that collide in the hash table, and long texts that differ only in the middle or at the ends. */
const text = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom('a', 'b', '').map((middle) => `${'x'.repeat(200)}${middle}${'y'.repeat(200)}`),
)

test('the index finds all positions of a text, in order, and no others', () => {
  fc.assert(
    fc.property(fc.array(fc.option(text), { maxLength: 60 }), fc.array(text), (some, wanted) => {
      // Adds enough different texts, because few texts get no index.
      const texts = [...some, ...Array.from({ length: 70 }, (_, at) => `own ${at}`)]
      const index = indexed(texts)
      for (const one of [...wanted, ...texts]) {
        if (one === null) continue
        const expected = [...texts.keys()].filter((at) => texts[at] === one)
        expect([...(index?.positionsOf(one) ?? [])]).toEqual(expected)
      }
    }),
  )
})

test('no index is built for mostly equal texts, or for no texts', () => {
  expect(indexed(['draft', 'draft', 'published', 'draft'])).toBeUndefined()
  expect(indexed([])).toBeUndefined()
  expect([...(indexed(['draft'])?.positionsOf('draft') ?? [])]).toEqual([0])
})

test('the index needs at most twelve bytes for each text', () => {
  const index = indexed(Array.from({ length: 5_000 }, (_, at) => `text ${at}`))
  expect(index?.bytes).toBeLessThanOrEqual(12 * 5_000 + 4)
})
