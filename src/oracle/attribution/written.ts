/** A mismatch of a write, and the sentences that describe the form of the written value. */
import type { ContentType } from '../../reference/schema/schema.ts'
import { isObject, type Json, member } from '../../util/json.ts'
import { pointerSteps } from '../../util/pointer.ts'
import type { Difference } from '../compare/difference.ts'
import { isWritingRule } from '../exchange/rules.ts'
import type { Exchange } from '../exchange/session.ts'
import { invalidNames, refusalRules } from './refused.ts'
import type { Suspect } from './suspect.ts'

/** A mismatch, with the write to which it is attributed. */
export interface WriteMismatch {
  /** The exchange that differs: the write itself, or a read that verifies the write. */
  readonly exchange: Exchange
  readonly difference: Difference
  readonly method: string
  /** The content type of the written entry; undefined if the path names no content type. */
  readonly type: ContentType | undefined
  /** The value of `data` in the body of the write. */
  readonly data: Json | undefined
  /** The reference's answer to the write. */
  readonly written: Json
  readonly isReadBack: boolean
  /** Whether the write changes only the draft. */
  readonly isDraft: boolean
}

/** A sentence about the form of the written value, more specific than the sentence of its rule. */
export function sentenceOf(writing: WriteMismatch): string | undefined {
  if (isUnpublished(writing))
    return 'A write without `status=draft` publishes the entry. The server writes only its draft.'
  const { difference, exchange, data } = writing
  const steps = pointerSteps(difference.path)
  const name = steps[steps[1] === '0' ? 2 : 1] ?? ''
  const isLink = ['relation', 'media'].includes(exchange.type?.attributes.get(name)?.kind ?? '')
  const isCleared = isLink && isObject(data) && member(data, name) === null && difference.expected === null
  return isCleared ? 'Null removes the link of a relation. The server keeps the link.' : undefined
}

/** Whether the target leaves a draft unpublished although the write publishes it. */
export const isUnpublished = ({
  difference: { path, expected, found },
  isDraft,
  isReadBack,
}: WriteMismatch): boolean =>
  path === '/data/publishedAt' && !isReadBack && !isDraft && typeof expected === 'string' && found === null

/** The suspect if the target accepts an invalid value, alone or beside other invalid values that it refuses. */
export function acceptedValue({ exchange, type, isReadBack }: WriteMismatch): Suspect | undefined {
  const { outcome, referenced } = exchange
  if (isReadBack || outcome.kind === 'failed' || referenced.answer.status !== 400) return undefined
  const [rule] = refusalRules(referenced.rules.filter(isWritingRule), referenced.answer.body)
  if (rule !== 'write.values') return undefined
  const [wanted, refused] = [referenced.answer.body, outcome.answer.body].map(invalidNames)
  const accepted = (wanted ?? []).filter((name) => !refused?.includes(name))
  const isOther = outcome.answer.status >= 400 && (refused ?? []).length === 0
  if (isOther || accepted.length === 0) return undefined
  const types = new Set(accepted.map((name) => typeOf(type, name)))
  const [only] = types
  const says = `An invalid value of the type ${only} is refused. The server accepts it.`
  return { rule, kind: 'accepted', ...(types.size === 1 && only !== undefined ? { says } : {}) }
}

function typeOf(type: ContentType | undefined, name: string): string | undefined {
  const attribute = type?.attributes.get(name)
  return attribute?.kind === 'scalar' ? attribute.type : undefined
}
