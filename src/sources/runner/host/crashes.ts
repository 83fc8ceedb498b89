/**
 * Detects a crash loop of the project's code. After several threads have died in a short time, Populace starts no
 * thread for a while.
 */

const MAX_DEATHS = 5
const PERIOD_MS = 10_000

export class CrashLoop {
  #deaths: number[] = []
  #why = ''

  add(why: string): void {
    this.#deaths = [...this.#deaths, performance.now()].slice(-MAX_DEATHS)
    this.#why = why
  }

  /** Returns whether the last `MAX_DEATHS` threads have all died within the last `PERIOD_MS` milliseconds. */
  get isPaused(): boolean {
    const now = performance.now()
    return this.#deaths.filter((at) => now - at < PERIOD_MS).length >= MAX_DEATHS
  }

  get text(): string {
    return `The code of the project ended ${MAX_DEATHS} times: ${this.#why}.`
  }
}
