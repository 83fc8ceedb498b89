/** Counts requests and prints them in the text format of Prometheus. No label comes from a client. */
import type { ApiResponse } from '../../reference/api.ts'
import type { RequestLog } from '../http/reply.ts'

/** The state of a server when it is scraped. */
export interface Gauges {
  readonly version: string
  readonly worlds: { readonly all: number; readonly changed: number; readonly most: number }
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Seconds. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10] as const

export class Metrics {
  /** By labels. There are at most 48 of them. */
  readonly #requests = new Map<string, number>()
  /** The requests up to each bucket, and those above the last one. */
  readonly #buckets = [...BUCKETS, Number.POSITIVE_INFINITY].map((most) => ({ most, count: 0 }))
  #seconds = 0

  /** Counts an answered request. */
  count({ method, status, milliseconds }: Pick<RequestLog, 'method' | 'status' | 'milliseconds'>): void {
    const code = status === 0 ? 'cut' : `${Math.floor(status / 100)}xx`
    const labels = `method="${METHODS.has(method) ? method : 'other'}",code="${code}"`
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1)
    const seconds = milliseconds / 1000
    this.#seconds += seconds
    for (const bucket of this.#buckets) if (seconds <= bucket.most) bucket.count++
  }

  /** The text of a scrape. */
  text({ version, worlds }: Gauges): string {
    const memory = process.memoryUsage()
    const count = this.#buckets.at(-1)?.count ?? 0
    const duration = 'populace_request_duration_seconds'
    return [
      ...metric('populace_info', 'gauge', 'The version of Populace.', [`{version="${version}"} 1`]),
      ...metric(
        'populace_requests_total',
        'counter',
        'Requests by method and class of status; "cut" is a connection without an answer.',
        [...this.#requests].map(([labels, number]) => `{${labels}} ${number}`),
      ),
      ...metric(duration, 'histogram', 'Seconds until an answer was ready.', [
        ...this.#buckets.map(({ most, count: under }) => `_bucket{le="${bucketName(most)}"} ${under}`),
        `_sum ${this.#seconds}`,
        `_count ${count}`,
      ]),
      ...metric('populace_worlds', 'gauge', 'Named worlds by whether they differ from their start.', [
        `{changed="true"} ${worlds.changed}`,
        `{changed="false"} ${worlds.all - worlds.changed}`,
      ]),
      ...metric('populace_worlds_limit', 'gauge', 'The limit of --max-worlds.', [` ${worlds.most}`]),
      ...metric('process_resident_memory_bytes', 'gauge', 'Resident memory.', [` ${memory.rss}`]),
      ...metric('nodejs_heap_size_used_bytes', 'gauge', 'Used heap.', [` ${memory.heapUsed}`]),
      '',
    ].join('\n')
  }
}

const bucketName = (most: number): string => (Number.isFinite(most) ? String(most) : '+Inf')

const metric = (
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: readonly string[],
): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...samples.map((sample) => `${name}${sample}`),
]

/** The answer to a scrape. */
export const metricsAnswer = (metrics: Metrics, gauges: Gauges): ApiResponse => ({
  status: 200,
  headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  body: metrics.text(gauges),
})
