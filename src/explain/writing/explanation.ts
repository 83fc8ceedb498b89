/** What is told of a write that is refused. */
import type { Json } from '../../util/json.ts'
import type { WriteRuleId } from '../../writing/rules.ts'

/** One place of a body that is not as it should be. */
export interface BodyFault {
  /** A JSON pointer into the body: `/data/score`. */
  readonly pointer: string
  readonly message: string
  /** What may stand there, in words. */
  readonly expected: string
  readonly nearest: readonly string[]
}

export interface WriteExplained {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly message: string
  /** The rule that refuses; null where a server of the profile fails for another reason. */
  readonly rule: WriteRuleId | null
  readonly says: string | null
  readonly faults: readonly BodyFault[]
  /** The permission that is lacking, and who lacks it. */
  readonly grant: { readonly role: string; readonly action: string } | null
  /** A sentence that says what to do. */
  readonly advice: string
  /** The URL without the parameter that is refused; null where none is. */
  readonly corrected: string | null
  /** A body that is taken in its place; null where none was found, or the fault is not in it. */
  readonly body: Json | null
}

/** The same as lines of text. */
export function writeExplainedText(told: WriteExplained): string {
  const { method, url, status, message, rule, says, faults, advice, body } = told
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
