/** Measures repeated and new requests over HTTP, compared to a server that sends the same bytes from a string. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, processorOf, reply, type Server, serve, start } from '../http.ts'
import { median } from '../measure.ts'
import { ROOT } from '../root.ts'
import type { Cell, Table } from '../table.ts'
import { KNOWN, SHAPES, type Shape } from './known.ts'

/** The program of the baseline: a plain Node server that gives one answer to every request. */
const BARE = `import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
const { headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(process.argv[3]), '127.0.0.1')
`

/** The headers that Node adds to each answer, so that the baseline server need not set them. */
const OF_THE_CONNECTION = ['date', 'connection', 'keep-alive']

interface Plan {
  readonly rounds: number
  /**
   * The milliseconds of a measured round. The warm-up before the rounds takes `warming` milliseconds, because a new
   * server is slower.
   */
  readonly milliseconds: number
  readonly warming: number
}

/** The measured speed of a server: answers per second, and CPU milliseconds per thousand answers. */
interface Rate {
  readonly perSecond: number
  readonly processor: number
}

/** Starts a baseline server that answers every request with the answer that the server `ours` gives to `path`. */
export async function bareOf(ours: Server, path: string, folder: string): Promise<Server> {
  const { headers, body } = await reply(ours.port, path)
  const kept = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)),
  )
  const [program, answer] = [join(folder, 'bare.mjs'), join(folder, 'answer.json')]
  writeFileSync(program, BARE)
  writeFileSync(answer, JSON.stringify({ headers: kept, body }))
  return start((port) => [program, answer, String(port)])
}

async function rateOf(server: Server, pathOf: () => string, milliseconds: number): Promise<Rate> {
  const [before, begun] = [processorOf(server), performance.now()]
  const answered = await load(server.port, pathOf, milliseconds)
  const seconds = (performance.now() - begun) / 1_000
  const used = (processorOf(server) ?? Number.NaN) - (before ?? Number.NaN)
  return { perSecond: answered / seconds, processor: (used / answered) * 1_000 }
}

/** Measures several servers in alternation. */
export async function compare(
  servers: readonly Server[],
  pathOf: () => string,
  { rounds, milliseconds, warming }: Plan,
): Promise<readonly Rate[]> {
  const rates: Rate[][] = servers.map(() => [])
  for (const server of servers) await load(server.port, pathOf, warming)
  for (let round = 0; round < rounds; round++) {
    for (const [at, server] of servers.entries()) rates[at]?.push(await rateOf(server, pathOf, milliseconds))
  }
  return rates.map((all) => ({
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    processor: median(all.map(({ processor }) => processor)),
  }))
}

export const planOf = (isQuick: boolean): Plan =>
  isQuick
    ? { rounds: 3, milliseconds: 200, warming: 400 }
    : { rounds: 5, milliseconds: 1_000, warming: 4_000 }

const AIMS: Readonly<Record<Shape, string>> = { seen: '≥ 0.8', operand: '≥ 0.5', shape: '' }

export async function http(isQuick: boolean): Promise<readonly Table[]> {
  const plan = planOf(isQuick)
  const folder = mkdtempSync(join(tmpdir(), 'populace-bench-'))
  const ours = await serve(join(ROOT, 'fixtures/strapi-5.54/dataset'))
  const rows: Cell[][] = []
  try {
    for (const { what, urlOf } of KNOWN) {
      const bare = await bareOf(ours, urlOf('seen', 0), folder)
      for (const [shape, says] of SHAPES) {
        let at = 0
        const [mine, theirs] = await compare([ours, bare], () => urlOf(shape, at++), plan)
        if (mine === undefined || theirs === undefined) continue
        const ratios = [mine.perSecond / theirs.perSecond, theirs.processor / mine.processor]
        rows.push([`${what}, ${says}`, mine.perSecond, theirs.perSecond, ...ratios, AIMS[shape]])
      }
      bare.stop()
    }
  } finally {
    ours.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    {
      id: 'http',
      title:
        'HTTP: `populace serve`, compared with a bare node:http server that sends the same bytes from a string',
      says: 'Measures answers a second over 32 connections, in alternating runs. It prints their ratio, and the ratio of processor time per answer, which depends less on a busy machine.',
      columns: ['request', 'populace', 'bare', 'ratio', 'by processor', 'aim'],
      rows,
    },
  ]
}
