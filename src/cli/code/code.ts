/**
 * Creates an in-process server over an opened source, for commands that run single requests through a project's own
 * code.
 */
import type { RunCode } from '../../explain/index.ts'
import type { CheckOptions } from '../../oracle/index.ts'
import type { ApiRequest } from '../../reference/api.ts'
import { requestAfter } from '../../reference/code-effect.ts'
import type { Mock, MockOptions } from '../../server/mock.ts'
import { mockOptions, type Started } from '../source.ts'

/** Creates an in-process server that runs the code of the source; returns undefined for a source without code. */
export async function mockWithCode(
  started: Started,
  more: Pick<MockOptions, 'roleOfToken'> = {},
): Promise<Mock | undefined> {
  return started.code === undefined ? undefined : mockOf(started, more)
}

/**
 * Creates an in-process server that gives the answers of the source. The server accepts the tokens and the JWTs of
 * the source.
 */
export async function mockOf(started: Started, more: Pick<MockOptions, 'roleOfToken'> = {}): Promise<Mock> {
  const { createMock } = await import('../../server/mock.ts')
  return createMock(started.graph, { ...mockOptions(started), ...more })
}

/**
 * Returns the function that runs a request through the code of a source, so that an explanation can include the code.
 */
export async function runCodeOf(mock: Mock | undefined): Promise<RunCode> {
  if (mock === undefined) return async () => undefined
  const { runCodeOver } = await import('../../server/code/explaining.ts')
  return runCodeOver(mock)
}

/**
 * Returns the request that reaches the content API after the project's own code may have changed it. Returns
 * undefined if the code answers the request itself. If the content API would refuse the original request too, for
 * instance because of its token, returns the original request.
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

/** Returns the function that runs a reading request of the check through the project's own code. */
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

/** Calls `work` with a started source, and then ends the threads that run the project's code. */
export async function whileRunning<T>(started: Started, work: (started: Started) => Promise<T>): Promise<T> {
  try {
    return await work(started)
  } finally {
    started.source.end?.()
  }
}
