/** Checks unreliable servers with fake timers, so that waits take no time. */
import { vi } from 'vitest'
import { type CheckOptions, check, type Report, type Server } from '../../src/oracle/index.ts'
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import { SEED } from '../support/seed.ts'
import { api, graph, suite } from './conforming.ts'

export const few = suite.filter((_one, at) => at % 25 === 0)
const options: CheckOptions = { graph, seed: SEED, suite: few, runs: 40, causes: 2, timeout: 5000 }

/** Checks a server with fake timers, so that waits take no time. */
export async function examined(server: Server, more: CheckOptions = {}): Promise<Report> {
  let report: Report | undefined
  const checking = check(server, { ...options, ...more }).then((done) => {
    report = done
  })
  while (report === undefined) {
    await vi.advanceTimersByTimeAsync(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await checking
  return report
}

export const status = (code: number, headers: Readonly<Record<string, string>> = {}): ApiResponse => ({
  status: code,
  headers: { 'content-type': 'application/json', ...headers },
  body: '{"data":null,"error":{"status":503,"name":"Error","message":"out of order","details":{}}}',
})

/** Returns a server that crashes on one request, until it is restarted. */
export function mortal(isDeadly: (request: ApiRequest) => boolean, isHanging = false) {
  let isDead = false
  let starts = 0
  const dead = (): Promise<ApiResponse> =>
    isHanging ? new Promise(() => undefined) : Promise.reject(new Error('connect ECONNREFUSED'))
  const server: Server = async (request) => {
    // Delays the deadly request, so that other requests are open when the server crashes.
    await new Promise((resolve) => setImmediate(resolve))
    isDead ||= isDeadly(request)
    return isDead ? dead() : api.answer(request)
  }
  const restart = async (): Promise<void> => {
    isDead = false
    starts++
  }
  return { server, restart, starts: () => starts }
}
