/** Detects a crash loop: after several deaths of threads in a short time, no thread starts for a while. */

const MAX_DEATHS = 5
const PERIOD_MS = 10_000

export class CrashLoop {
  #deaths: number[] = []
  #why = ''

  add(why: string): void {
    this.#deaths = [...this.#deaths, performance.now()].slice(-MAX_DEATHS)
    this.#why = why
  }

  /** Whether the last `MAX_DEATHS` deaths of threads all lie within `PERIOD_MS`. */
  get isPaused(): boolean {
    const now = performance.now()
    return this.#deaths.filter((at) => now - at < PERIOD_MS).length >= MAX_DEATHS
  }

  get text(): string {
    return `The code of the project ended ${MAX_DEATHS} times: ${this.#why}.`
  }
}
