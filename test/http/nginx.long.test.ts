/** Tests two replicas behind nginx with the configuration of the documentation: each world stays on one replica. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { blockOf, hasNginx, type Nginx, startNginx } from '../support/nginx.ts'
import { killAll, started } from '../support/serving.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const WORLDS = 1_000
/** The number of worlds that run at the same time. */
const AT_ONCE = 20

describe.skipIf(!hasNginx())('two replicas behind nginx (skipped if it is not installed)', () => {
  let nginx: Nginx
  let replicas: readonly string[] = []
  beforeAll(async () => {
    const more = ['--grant', 'api::category.category.create']
    const both = await Promise.all(
      ['0', '1'].map((number) => started('--replica', number, '--log', 'off', ...more)),
    )
    replicas = both.map(({ url }) => url)
    const hosts = replicas.map((url) => new URL(url).host)
    nginx = await startNginx(blockOf('operations.md', 'nginx', 1), {
      '10.0.0.1:1337': hosts[0] ?? '',
      '10.0.0.2:1337': hosts[1] ?? '',
    })
  })
  afterAll(() => {
    nginx?.stop()
    killAll()
  })

  /**
   * Creates a category in a world. The function returns the id of the category if the world then lists only this
   * category as new.
   */
  async function testIn(world: string): Promise<string | undefined> {
    const headers = { 'populace-world': world, 'content-type': 'application/json' }
    const body = JSON.stringify({ data: { name: world } })
    const made = await fetch(`${nginx.url}/api/categories`, { method: 'POST', headers, body })
    const { data } = await made.json()
    const url = `${nginx.url}/api/categories?filters[name][$startsWith]=world-`
    const read = await (await fetch(url, { headers })).json()
    return read.data.length === 1 && read.data[0].name === world ? data.documentId : undefined
  }

  test(`${WORLDS} tests, each in its own world, see only their own writes`, async () => {
    const wrong: string[] = []
    for (let from = 0; from < WORLDS; from += AT_ONCE) {
      const names = Array.from({ length: AT_ONCE }, (_, at) => `world-${from + at}`)
      const ids = await Promise.all(names.map(testIn))
      wrong.push(...names.filter((_, at) => ids[at] === undefined))
    }
    expect(wrong).toEqual([])
    const counts = await Promise.all(
      replicas.map(async (url) => (await (await fetch(`${url}/_populace/worlds`)).json()).worlds.length),
    )
    expect(Math.min(...counts)).toBeGreaterThan(WORLDS / 4)
    expect(counts[0] + counts[1]).toBe(WORLDS)
  })

  test('the replicas give different ids to four entries', async () => {
    const [first = '', second = ''] = replicas
    const create = async (url: string, at: number): Promise<unknown> => {
      const body = JSON.stringify({ data: { name: `Name ${at}` } })
      const headers = { 'content-type': 'application/json' }
      const { data } = await (await fetch(`${url}/api/categories`, { method: 'POST', headers, body })).json()
      return [data.id, data.documentId]
    }
    const made = await Promise.all([first, second, first, second].map(create))
    expect(new Set(made.flat()).size).toBe(8)
  })
})
