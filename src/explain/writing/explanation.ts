/** The explanation of a refused write. */
import type { Json } from '../../util/json.ts'
import type { WriteRuleId } from '../../writing/rules.ts'

/** One wrong member of a request body. */
export interface BodyFault {
  /** The JSON pointer of the wrong member in the body: `/data/score`. */
  readonly pointer: string
  readonly message: string
  /** A description of the values that the member accepts. */
  readonly expected: string
  readonly nearest: readonly string[]
}

export interface WriteExplained {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly message: string
  /** The rule that refuses the write; null means that the imitated server fails for a reason that no rule states. */
  readonly rule: WriteRuleId | null
  readonly says: string | null
  readonly faults: readonly BodyFault[]
  /** The missing permission for the write, and the role that lacks this permission. */
  readonly grant: { readonly role: string; readonly action: string } | null
  /** The next step for the sender of the refused write, in one or two sentences. */
  readonly advice: string
  /**
   * The URL of the write without the refused query parameter; null if the API did not refuse the write because of a
   * parameter.
   */
  readonly corrected: string | null
  /**
   * A request body that succeeds at the URL `corrected`, or at the same URL if `corrected` is null. Null if the
   * search found no body that succeeds. The search runs only for the status 400, and not for `DELETE`.
   */
  readonly body: Json | null
}

/** Formats the explanation of a refused write as lines of text. */
export function writeExplainedText(explained: WriteExplained): string {
  const { method, url, status, message, rule, says, faults, advice, body } = explained
  const lines = [
    `${method} ${url}`,
    `${status} ${message}`,
    ...(rule === null || says === null ? [] : [`  ${rule}: ${says}`]),
    ...faults.map(({ pointer, expected, nearest: near }) => {
      const maybe = near.length === 0 ? '' : `; nearest: ${near.join(', ')}`
      return `  ${pointer}: expected ${expected}${maybe}`
    }),
    `  ${advice}`,
    ...(body === null ? [] : [`  Taken: ${JSON.stringify(body)}`]),
  ]
  return `${lines.join('\n')}\n`
}
