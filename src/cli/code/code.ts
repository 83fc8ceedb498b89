/** A server over an opened source, for commands that run the code of a project for single requests. */
import type { RunCode } from '../../explain/index.ts'
import type { CheckOptions } from '../../oracle/index.ts'
import type { ApiRequest } from '../../reference/api.ts'
import { requestAfter } from '../../reference/code-effect.ts'
import type { Mock, MockOptions } from '../../server/mock.ts'
import { mockOptions, type Started } from '../source.ts'

/** A server that answers as the source does; undefined for a source without code. */
export async function mockWithCode(
  started: Started,
  more: Pick<MockOptions, 'roleOfToken'> = {},
): Promise<Mock | undefined> {
  return started.code === undefined ? undefined : mockOf(started, more)
}

/** A server that answers as the source does. It knows the tokens and the JWTs of the source. */
export async function mockOf(started: Started, more: Pick<MockOptions, 'roleOfToken'> = {}): Promise<Mock> {
  const { createMock } = await import('../../server/mock.ts')
  return createMock(started.graph, { ...mockOptions(started), ...more })
}

/** Runs requests of an explanation through the code of a source. */
export async function runCodeOf(mock: Mock | undefined): Promise<RunCode> {
  if (mock === undefined) return async () => undefined
  const { runCodeOver } = await import('../../server/code/explaining.ts')
  return runCodeOver(mock)
}

/**
 * The request that the content API receives; undefined if the project's own code answers alone. A request that the
 * content API would refuse too, such as for its token, stays as it is.
 */
export async function receivedBy(
  mock: Mock | undefined,
  request: ApiRequest,
): Promise<ApiRequest | undefined> {
  const traced = await mock?.trace(request)
  if (mock === undefined || traced?.effect === undefined) return request
  const { answer, effect } = traced
  const isRefused = REFUSALS.has(answer.status) && mock.api.answer(request).status === answer.status
  return effect.core === undefined && isRefused ? request : requestAfter(request, effect)
}

const REFUSALS: ReadonlySet<number> = new Set([401, 403])

/** Answers reads of a check through the code. */
export const answerByCode =
  (mock: Mock): NonNullable<CheckOptions['code']> =>
  async (request) => {
    const { method, url, headers } = request
    const asked = { method, url, headers }
    const { answer, effect } = await mock.trace(asked)
    return effect === undefined || effect.endpoint !== undefined
      ? undefined
      : { ...answer, received: requestAfter(asked, effect) }
  }

/** Opens a source and runs its code, does the work, and ends the threads of the code. */
export async function whileRunning<T>(started: Started, work: (started: Started) => Promise<T>): Promise<T> {
  try {
    return await work(started)
  } finally {
    started.source.end?.()
  }
}
