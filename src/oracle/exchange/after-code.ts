/** Computes the expected answers of a project whose own code changes requests or answers. */
import { isDeepStrictEqual } from 'node:util'
import type { ApiRequest } from '../../reference/api.ts'
import { answered, type WireRequest } from '../target/target.ts'
import { isReading, onWire } from '../target/wire.ts'
import type { Reference, Referenced } from './reference.ts'

/** The answer to a request after the project's own code has run. */
export interface AfterCode {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /**
   * The request that the code passed on to the content API; undefined means that the code answered without the content
   * API.
   */
  readonly received: ApiRequest | undefined
}

/** Runs a request through the project's own code; undefined if no code handles the request. */
export type AnswerByCode = (request: WireRequest) => Promise<AfterCode | undefined>

/**
 * Returns the expected answer after the project's own code has run. The rules of an answer after the project's code are
 * the rules of the request that the content API received.
 */
export async function afterCode(
  { ask }: Pick<Reference, 'ask'>,
  request: WireRequest,
  plain: Referenced,
  byCode: AnswerByCode | undefined,
): Promise<Referenced> {
  const found = isReading(request) ? await byCode?.(request) : undefined
  if (found === undefined) return plain
  const { status, headers, body, received } = found
  const { answer } = answered(status, body, headers)
  const core = received === undefined ? plain : ask({ ...received, ...onWire(received) })
  const isOfCore = received !== undefined && isDeepStrictEqual(core.answer.body, answer.body)
  return {
    answer,
    steps: core.steps,
    length: body.length,
    isOfWriting: core.isOfWriting,
    // Changes of the profile do not affect the parts of an answer that the project's code made.
    under: (changes) => (isOfCore ? core.under(changes) : answer),
    isOwnWording: () => isOfCore && core.isOwnWording(),
    rulesAt: core.rulesAt,
    get rules() {
      return core.rules
    },
  }
}
