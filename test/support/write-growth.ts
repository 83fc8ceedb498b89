/** Measures writes of many components: CPU milliseconds and allocated bytes. */
import { Session } from 'node:inspector/promises'
import { buildGraph } from '../../src/reference/load/build.ts'
import { isObject, type Json, member, parseJson } from '../../src/util/json.ts'
import { firstState, type WritingState, write } from '../../src/writing/index.ts'

/** The dataset of the measured writes: pages with a repeatable component. */
export const PAGES = {
  contentTypes: {
    page: {
      kind: 'collectionType',
      info: { singularName: 'page', pluralName: 'pages' },
      attributes: { parts: { type: 'component', repeatable: true, component: 'shared.part' } },
    },
  },
  components: {
    'shared/part': { info: { displayName: 'part' }, attributes: { text: { type: 'string' } } },
  },
  access: { publicRole: 'public', roles: { public: { permissions: ['*'] } } },
}
const built = buildGraph(PAGES)

/**
 * The kinds of measured writes: creating a page, updating a page with only new components, and with its existing
 * components.
 */
export const WRITE_KINDS = ['POST', 'PUT of new', 'PUT of kept'] as const
export type WriteKind = (typeof WRITE_KINDS)[number]

const RUNS = 3

/** Returns the CPU milliseconds of a write with each number of components: the minimum of several runs. */
export function growthOfWrites(kind: WriteKind, sizes: readonly number[]): readonly number[] {
  return sizes.map((size) => Math.min(...Array.from({ length: RUNS }, () => timeOf(kind, size))))
}

/**
 * Returns the bytes that writes allocate, including garbage. Unlike a time, the number of bytes does not depend on the
 * machine.
 */
export async function allocatedBy(kind: WriteKind, size: number, times: number): Promise<number> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 32_768,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  for (let run = 0; run < times; run++) timeOf(kind, size)
  const { profile } = await session.post('HeapProfiler.stopSampling')
  session.disconnect()
  let bytes = 0
  const nodes = [profile.head]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    bytes += node.selfSize
    nodes.push(...node.children)
  }
  return bytes
}

/** Returns the CPU milliseconds of one write with a number of components. */
function timeOf(kind: WriteKind, size: number): number {
  if (!('graph' in built)) throw new Error(JSON.stringify(built.faults))
  const start = firstState(built.graph)
  const fresh = Array.from({ length: size }, (): Json => ({}))
  if (kind === 'POST') return timed(start, 'POST', '/api/pages', fresh).milliseconds
  const { state, data } = timed(start, 'POST', '/api/pages?populate=parts', fresh)
  const url = `/api/pages/${String(member(data, 'documentId'))}`
  const kept = member(data, 'parts')
  const ids = Array.isArray(kept) ? kept.map((part: Json): Json => ({ id: Object(part)['id'] })) : []
  return timed(state, 'PUT', url, kind === 'PUT of new' ? fresh : ids).milliseconds
}

function timed(state: WritingState, method: string, url: string, parts: readonly Json[]) {
  const body = new TextEncoder().encode(JSON.stringify({ data: { parts } }))
  const before = process.cpuUsage()
  const done = write(state, { method, url, headers: { 'content-type': 'application/json' }, body })
  const { user, system } = process.cpuUsage(before)
  const json = parseJson(done?.answer.body ?? '')
  const data = isObject(json) ? member(json, 'data') : undefined
  if (done === undefined || !isObject(data)) throw new Error(`${method} ${url}: ${done?.answer.body}`)
  return { state: done.state, data, milliseconds: (user + system) / 1000 }
}
