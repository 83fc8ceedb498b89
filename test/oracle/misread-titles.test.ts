/** Tests that each known misreading has its own title, so that no two causes of a report have the same title. */
import { expect, test } from 'vitest'
import { misreadingsFor } from '../../src/oracle/attribution/misread/misreading.ts'
import { graph } from './conforming.ts'

test('each misreading has its own sentence', () => {
  const all = misreadingsFor(graph)
  expect(all.filter(({ says }) => says === undefined).map(({ kind }) => kind)).toEqual([])
  const sentences = all.map(({ says }) => says)
  expect(sentences.filter((one, at) => sentences.indexOf(one) !== at)).toEqual([])
  const keys = all.map(({ rule, kind }) => `${rule}: ${kind}`)
  expect(keys.filter((one, at) => keys.indexOf(one) !== at)).toEqual([])
})
