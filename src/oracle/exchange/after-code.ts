/** Computes the expected answers of a Strapi project whose own code changes requests or answers. */
import { isDeepStrictEqual } from 'node:util'
import type { ApiRequest } from '../../reference/api.ts'
import { answered, type WireRequest } from '../target/target.ts'
import { isReading, onWire } from '../target/wire.ts'
import type { Reference, Referenced } from './reference.ts'

/** The result of running a request through the project's own code. */
export interface AfterCode {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /**
   * The request that the project's code passed on to the content API; undefined if the code answered without the
   * content API.
   */
  readonly received: ApiRequest | undefined
}

/**
 * A function that runs a request through the project's own code. It resolves to undefined if no code handles the
 * request.
 */
export type AnswerByCode = (request: WireRequest) => Promise<AfterCode | undefined>

/**
 * Resolves to the expected answer after the project's own code has run. The rules of this answer are the rules of the
 * request that the content API received, or of the original request if the content API received none.
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
    // If the project's code changed or sent the body, the answer stays the same under all changes of the profile.
    under: (changes) => (isOfCore ? core.under(changes) : answer),
    isOwnWording: () => isOfCore && core.isOwnWording(),
    rulesAt: core.rulesAt,
    get rules() {
      return core.rules
    },
  }
}
