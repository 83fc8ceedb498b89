/** Tries a write, discards the changed data, and returns the outcome. */

import { budgetFor } from '../../reference/read.ts'
import { isObject, type Json, member, parseJson } from '../../util/json.ts'
import type { Lack, WriteOptions, WriteRequest, WriteRuleId, WritingState } from '../../writing/index.ts'
import { write } from '../../writing/index.ts'

/** The reason for a refusal of a write, taken from the answer and from the rules that the write cited. */
export interface TrialRefusal {
  readonly status: number
  readonly message: string
  readonly details: Json
  /** The rule that refuses the write; undefined if the write cites no rule. */
  readonly rule: WriteRuleId | undefined
  readonly lack: Lack | undefined
}

export type Trial = 'no write' | 'taken' | TrialRefusal

/** The rules that a refused write may cite without regard to the reason of its refusal. */
const UNSPECIFIC: readonly WriteRuleId[] = ['write.whole', 'write.body.json', 'write.body.form']

/**
 * Tries writes on the data of one world, and discards the changes. All tried writes share the budget of steps of one
 * answer.
 */
export class WriteTrials {
  private readonly state: WritingState
  private readonly options: WriteOptions
  private left: number

  constructor(state: WritingState, options: WriteOptions) {
    this.state = state
    this.options = options
    this.left = options.budget ?? budgetFor(state.graph)
  }

  /** Tries a write. The parameter `profile` replaces the profile in the options of the trials. */
  make(request: WriteRequest, profile = this.options.profile): Trial {
    return trialOf(this.state, request, {
      ...this.options,
      ...(profile === undefined ? {} : { profile }),
      budget: this.left,
      spent: (steps) => {
        this.left -= steps
        this.options.spent?.(steps)
      },
    })
  }
}

function trialOf(state: WritingState, request: WriteRequest, options: WriteOptions): Trial {
  const rules: WriteRuleId[] = []
  let lack: Lack | undefined
  const made = write(state, request, {
    ...options,
    cite: (rule) => rules.push(rule),
    lacks: (one) => {
      lack = one
    },
  })
  if (made === undefined) return 'no write'
  const { status, body } = made.answer
  if (status < 400) return 'taken'
  const json = parseJson(body) ?? null
  const error = isObject(json) ? (member(json, 'error') ?? null) : null
  const of = (name: string): Json => (isObject(error) ? (member(error, name) ?? null) : null)
  const rule = rules.filter((rule) => !UNSPECIFIC.includes(rule)).at(-1)
  const isUnread = of('name') === 'SyntaxError'
  return {
    status,
    message: String(of('message') ?? body.slice(0, 200)),
    details: of('details'),
    rule: isUnread ? 'write.body.json' : rule,
    lack,
  }
}
