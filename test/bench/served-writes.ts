/** Measures writes of many components through `populace serve`: milliseconds until the answer has arrived. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isObject, type Json, member, objectAt, parseJson } from '../../src/util/json.ts'
import { killAll, startedOn } from '../support/serving.ts'
import { PAGES, WRITE_KINDS, type WriteKind } from '../support/write-growth.ts'

/** The milliseconds to write the same number of components in several requests, and in one request. */
type PairOfTimes = readonly [several: number, one: number]

const FILES = {
  'content-types/page.json': PAGES.contentTypes.page,
  'components/shared/part.json': PAGES.components['shared/part'],
  'access.json': PAGES.access,
}

/**
 * Measures each kind of write in several rounds: several writes of `few` components, and one write of `many`
 * components.
 */
export async function pairsOfServed(
  few: number,
  many: number,
  rounds: number,
): Promise<Readonly<Record<WriteKind, readonly PairOfTimes[]>>> {
  const folder = mkdtempSync(join(tmpdir(), 'populace-bench-'))
  for (const [file, json] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), JSON.stringify(json))
  }
  const pairs: Record<WriteKind, PairOfTimes[]> = { POST: [], 'PUT of new': [], 'PUT of kept': [] }
  try {
    const { url } = await startedOn(folder)
    for (let round = 0; round < rounds; round++) {
      const several = await timesOf(url, few, Math.ceil(many / few))
      const one = await timesOf(url, many, 1)
      for (const kind of WRITE_KINDS) pairs[kind].push([several[kind], one[kind]])
    }
  } finally {
    killAll()
    rmSync(folder, { recursive: true, force: true })
  }
  return pairs
}

/** Returns the total milliseconds of `times` writes of each kind, each with `size` components. */
async function timesOf(url: string, size: number, times: number): Promise<Record<WriteKind, number>> {
  const sums: Record<WriteKind, number> = { POST: 0, 'PUT of new': 0, 'PUT of kept': 0 }
  const fresh = Array.from({ length: size }, (): Json => ({}))
  let page = ''
  for (let run = 0; run < times; run++) {
    if (page !== '') await send('DELETE', page)
    const { json, milliseconds } = await send('POST', `${url}/api/pages`, fresh)
    sums.POST += milliseconds
    page = `${url}/api/pages/${String(member(objectAt(json, 'data'), 'documentId'))}`
  }
  for (let run = 0; run < times; run++) sums['PUT of new'] += (await send('PUT', page, fresh)).milliseconds
  const { json } = await send('GET', `${page}?populate=parts`)
  const parts = member(objectAt(json, 'data'), 'parts')
  const kept = Array.isArray(parts)
    ? parts.map((part: Json) => ({ id: (isObject(part) ? member(part, 'id') : undefined) ?? 0 }))
    : []
  for (let run = 0; run < times; run++) sums['PUT of kept'] += (await send('PUT', page, kept)).milliseconds
  await send('DELETE', page)
  return sums
}

async function send(method: string, url: string, parts?: readonly Json[]) {
  const body = parts === undefined ? null : JSON.stringify({ data: { parts } })
  const before = performance.now()
  const response = await fetch(url, { method, headers: { 'content-type': 'application/json' }, body })
  const text = await response.text()
  const milliseconds = performance.now() - before
  const json = parseJson(text) ?? null
  if (!response.ok || (method !== 'DELETE' && !isObject(json))) throw new Error(`${method} ${url}: ${text}`)
  return { json, milliseconds }
}
