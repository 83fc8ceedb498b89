/**
 * Counts requests for the Prometheus metrics. No label contains a text from a client, so the number of labels is
 * limited.
 */
import type { RequestLog } from '../http/reply.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The upper bounds of the buckets for durations, in seconds. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, Number.POSITIVE_INFINITY] as const

interface Counters {
  /**
   * The number of requests by the labels of the metric, such as `method="GET",code="2xx"`. The metrics have at most 48
   * combinations of labels.
   */
  readonly requests: ReadonlyMap<string, number>
  /**
   * The buckets of the histogram: `most` is the upper bound in seconds, and `count` is the number of requests that
   * took at most `most` seconds.
   */
  readonly buckets: readonly { readonly most: number; readonly count: number }[]
  /** The total duration of all requests, in seconds. */
  readonly seconds: number
}

export class Metrics {
  readonly #requests = new Map<string, number>()
  readonly #buckets = BUCKETS.map((most) => ({ most, count: 0 }))
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

  get counters(): Counters {
    return { requests: this.#requests, buckets: this.#buckets, seconds: this.#seconds }
  }
}
