/** Checks a server that stores each created entry, but fails instead of answering the POST. */
import { expect } from 'vitest'
import type { Server } from '../../../src/oracle/index.ts'
import { checkWrites, graph } from './checking.ts'
import { writingServer } from './faults.ts'

/**
 * Returns the notices and the verdict of a check with writes. The server calls `fail` instead of answering each POST.
 */
export async function unanswered(caseIds: readonly string[], fail: () => Awaited<ReturnType<Server>>) {
  const target = writingServer(graph)
  let made = 0
  const server: Server = (request) => {
    const answer = target.server(request)
    if (request.method !== 'POST') return answer
    made++
    return fail()
  }
  const checked = await checkWrites({ ...target, server }, { caseIds })
  expect(made).toBeGreaterThan(0)
  return { target, notices: checked.notices.join(' '), verdict: checked.verdict }
}

export const crashed = (): never => {
  throw new Error('gone')
}
