import pc from 'picocolors'
import { type RequestLog, serve } from '../mock/serve.ts'
import { createContentApi } from '../reference/api.ts'
import type { Graph, Table } from '../reference/graph/graph.ts'

interface ServerOptions {
  readonly port: number
  readonly host: string
  readonly profile: string
}

/** Serves a graph until the process is told to end: the address, what is there, then a line per request. */
export async function startServer(graph: Graph, { port, host, profile }: ServerOptions): Promise<void> {
  const api = createContentApi(graph, { profile })
  const running = await serve(api, {
    port,
    host,
    log: (line) => process.stdout.write(`${requestLine(line)}\n`),
  })
  process.stdout.write(
    `${pc.bold(`Populace (${profile}) at ${running.url}`)}\n\n${typeLines(graph, running.url)}\n\n`,
  )
  const end = (): void => void running.stop()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

function typeLines({ tables, settings }: Graph, url: string): string {
  const served = [...tables.values()].filter(({ type }) => type.uid.startsWith('api::'))
  const width = Math.max(0, ...served.map(({ rows }) => String(rows.length).length))
  return served
    .map((table) => `  ${String(table.rows.length).padStart(width)}  ${url}${pathOf(table, settings.prefix)}`)
    .join('\n')
}

const pathOf = ({ type }: Table, prefix: string): string =>
  `${prefix}/${type.kind === 'singleType' ? type.singularName : type.pluralName}`

function requestLine({ method, url, status, milliseconds }: RequestLog): string {
  const colour = status < 400 ? pc.green : pc.red
  return `${method} ${url} ${colour(status)} ${pc.dim(`${milliseconds.toFixed(1)} ms`)}`
}
