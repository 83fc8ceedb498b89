/** Formats metrics in the text format of Prometheus. */
import type { ApiResponse } from '../../reference/api.ts'
import type { Metrics } from './metrics.ts'

/** The values that the server reads at the moment when Prometheus requests the metrics. */
interface Gauges {
  readonly version: string
  readonly worlds: { readonly all: number; readonly changed: number; readonly most: number }
}

/** Returns the metrics as text in the text format of Prometheus. */
export function metricsText({ counters }: Metrics, { version, worlds }: Gauges): string {
  const { requests, buckets, seconds } = counters
  const memory = process.memoryUsage()
  const duration = 'populace_request_duration_seconds'
  return [
    ...metric('populace_info', 'gauge', 'The version of Populace.', [`{version="${version}"} 1`]),
    ...metric(
      'populace_requests_total',
      'counter',
      'Requests by method and class of status; "cut" is a connection without an answer.',
      [...requests].map(([labels, number]) => `{${labels}} ${number}`),
    ),
    ...metric(duration, 'histogram', 'Seconds until an answer was ready.', [
      ...buckets.map(({ most, count }) => `_bucket{le="${bucketName(most)}"} ${count}`),
      `_sum ${seconds}`,
      `_count ${buckets.at(-1)?.count ?? 0}`,
    ]),
    ...metric(
      'populace_worlds',
      'gauge',
      'The number of named worlds, by whether they differ from their initial state.',
      [`{changed="true"} ${worlds.changed}`, `{changed="false"} ${worlds.all - worlds.changed}`],
    ),
    ...metric('populace_worlds_limit', 'gauge', 'The limit of --max-worlds.', [` ${worlds.most}`]),
    ...metric('process_resident_memory_bytes', 'gauge', 'Resident memory.', [` ${memory.rss}`]),
    ...metric('nodejs_heap_size_used_bytes', 'gauge', 'Used heap.', [` ${memory.heapUsed}`]),
    '',
  ].join('\n')
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

/** Returns the response to a request for the metrics. */
export const metricsAnswer = (metrics: Metrics, gauges: Gauges): ApiResponse => ({
  status: 200,
  headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  body: metricsText(metrics, gauges),
})
