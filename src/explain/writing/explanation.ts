/** The explanation of a refused write. */
import type { Json } from '../../util/json.ts'
import type { WriteRuleId } from '../../writing/rules.ts'

/** One wrong member of a request body. */
export interface BodyFault {
  /** The JSON pointer of the wrong member in the body: `/data/score`. */
  readonly pointer: string
  readonly message: string
  /** The values that the member accepts. */
  readonly expected: string
  readonly nearest: readonly string[]
}

export interface WriteExplained {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly message: string
  /** The rule that refuses the write; null means that a server of this profile fails for a reason without a rule. */
  readonly rule: WriteRuleId | null
  readonly says: string | null
  readonly faults: readonly BodyFault[]
  /** The missing permission and the role that lacks it. */
  readonly grant: { readonly role: string; readonly action: string } | null
  /** One sentence with the next step for the reader. */
  readonly advice: string
  /** The URL without the refused parameter; null if the write was not refused for a parameter. */
  readonly corrected: string | null
  /** A body that succeeds; null means that the search found no body, or that the body did not cause the refusal. */
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
