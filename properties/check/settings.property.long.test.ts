/** Tests the effect of settings on many laws. */
import { describe, expect, test } from 'vitest'
import { type ApiRequest, createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../../test/support/datasets.ts'
import { SEED } from '../../test/support/seed.ts'
import { liveLaws } from '../laws/laws.ts'
import { checkLaw } from './law.ts'

const graph = graphOf('guide')
const { answer } = createReferenceApi(graph)

describe('settings', () => {
  test('settings also limit the requests that laws add', async () => {
    const sent: string[] = []
    const record = (request: ApiRequest) => {
      sent.push(decodeURIComponent(request.url))
      return answer(request)
    }
    for (const one of liveLaws.filter(({ id }) => id.startsWith('populate.')))
      await checkLaw(one, record, graph, { runs: 8, seed: SEED, depth: 0 })
    const deep = /[?&]populate[^=]*\[populate\]|[?&]populate(\[\d*\])?=[^&]*\w\.\w/
    expect(sent.filter((url) => deep.test(url))).toEqual([])
    expect(sent.filter((url) => url.includes('populate')).length).toBeGreaterThan(20)
  })

  test('settings exclude no law by default', async () => {
    const excluded = await Promise.all(
      liveLaws.map(async (one) => {
        const { reason } = await checkLaw(one, answer, graph, { runs: 2, seed: SEED })
        return /the settings allow none/.test(reason) ? [one.id] : []
      }),
    )
    expect(excluded.flat()).toEqual([])
  })
})
