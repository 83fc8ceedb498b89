/**
 * Compares a real Strapi that has the entries of `fixtures/strapi-5.54` with `populace serve`, one request at a time.
 */
import { join } from 'node:path'
import { serve } from '../http.ts'
import { median } from '../measure.ts'
import { ROOT } from '../root.ts'
import type { Cell, Table } from '../table.ts'

const PATHS: readonly (readonly [what: string, pathOf: (at: number) => string])[] = [
  ['a list', (at) => `/api/restaurants?filters[id][$gte]=-${at}`],
  ['populate=*', (at) => `/api/restaurants?populate=*&filters[id][$gte]=-${at}`],
  ['two fields', (at) => `/api/restaurants?fields=name,slug&filters[id][$gte]=-${at}`],
  ['filters, through a relation', (at) => `/api/restaurants?filters[chef][id][$gte]=-${at}`],
  ['sort, through a relation', (at) => `/api/restaurants?sort=mainCategory.name,id&filters[id][$gte]=-${at}`],
  ['$containsi', (at) => `/api/restaurants?filters[name][$containsi]=i&filters[id][$gte]=-${at}`],
  ['_q', (at) => `/api/restaurants?_q=i&filters[id][$gte]=-${at}`],
]

async function timed(base: string, path: string): Promise<{ readonly took: number; readonly names: string }> {
  const begun = performance.now()
  const response = await fetch(`${base}${path}`)
  const text = await response.text()
  const took = performance.now() - begun
  if (!response.ok) throw new Error(`${base}${path} is ${response.status}: ${text.slice(0, 200)}`)
  const { data }: { readonly data: readonly { readonly name?: string }[] } = JSON.parse(text)
  return { took, names: data.map(({ name }) => name).join() }
}

/** Measures the real server at `url`, such as `http://127.0.0.1:1340`. */
export async function strapi(isQuick: boolean, url: string): Promise<readonly Table[]> {
  const ours = await serve(join(ROOT, 'fixtures/strapi-5.54/dataset'))
  try {
    const rows: Cell[][] = []
    for (const [what, pathOf] of PATHS) {
      const times: [number[], number[]] = [[], []]
      let same = true
      for (let round = -1; round < (isQuick ? 11 : 51); round++) {
        const path = pathOf(round + 1)
        const mine = await timed(`http://127.0.0.1:${ours.port}`, path)
        const theirs = await timed(url.replace(/\/$/, ''), path)
        same &&= mine.names === theirs.names
        if (round < 0) continue
        times[0].push(mine.took)
        times[1].push(theirs.took)
      }
      const [mine, theirs] = times.map(median)
      const ratio = (theirs ?? Number.NaN) / (mine ?? Number.NaN)
      rows.push([what, mine ?? null, theirs ?? null, ratio, same ? 'the same entries' : 'other entries'])
    }
    return [
      {
        id: 'strapi',
        title: 'A real Strapi with the entries of fixtures/strapi-5.54, over HTTP',
        says: 'Median milliseconds of new requests, in alternating runs.',
        columns: ['request', 'populace', 'Strapi', 'times as long', 'shows'],
        rows,
      },
    ]
  } finally {
    ours.stop()
  }
}
