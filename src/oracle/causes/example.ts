/** Makes examples: requests with wrong answers, with all facts that a report shows about these requests. */
import type { DatasetFiles } from '../../reference/load/files/files.ts'
import {
  beginning,
  createTruncator,
  type Truncator,
  truncatedHeaders,
  truncatedValue,
} from '../bodies/truncate.ts'
import type { Difference } from '../compare/difference.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import { type Exchange, type Session, translated } from '../exchange/session.ts'
import { specificRules } from '../exchange/specific-rules.ts'
import type { Level } from '../suite/case.ts'
import type { Answer, Answered, Outcome, WireRequest } from '../target/target.ts'

/** The part of the run that sent the request of an example. */
export type Origin =
  | { readonly part: 'suite'; readonly id: string; readonly name: string; readonly level: Level }
  /** The member `replay` is the value of the option `--replay` that repeats the generated request. */
  | { readonly part: 'generated'; readonly replay: string }

/** One request with a wrong answer, with the answers of reference and target and their first difference. */
export interface Example {
  readonly origin: Origin
  /** The request with the ids of the reference. A shell variable replaces each token in the request. */
  readonly request: WireRequest
  /**
   * The request as the target received it, with the target's ids. A shell variable replaces each token in the request.
   */
  readonly sent: WireRequest
  /** The reference's answer. */
  readonly expected: Answer
  /** Whether the body in `expected` is truncated because it is too long for a report. */
  readonly isCut: boolean
  /** The target's answer as the target sent it, with the target's ids, or the reason why the target did not answer. */
  readonly outcome: Outcome
  /** The target's answer with the reference's ids; undefined if the target did not answer. */
  readonly found: Answer | undefined
  readonly difference: Difference
  /** The rules that the reference's answer to the example's request follows. */
  readonly rules: readonly CheckedRule[]
  /**
   * The rules in `rules` that the answer to a GET request for the same path without a query does not follow. In a write
   * session, these are all of `rules`.
   */
  readonly telling: readonly CheckedRule[]
  /** The JSON files of the dataset, if the check generated the dataset. */
  readonly files?: DatasetFiles
  /**
   * All requests of the example, if it needs more than one request. The last of these requests replaces `sent`. The
   * placeholder `«1/data/documentId»` stands for a value from the answer to the first request. A shell variable
   * replaces each token in the requests.
   */
  readonly requests?: readonly WireRequest[]
}

/** The optional members of an example. */
export type Besides = Pick<Example, 'files' | 'requests'>

/** A function that makes an example from an exchange whose answers differ. */
export type ExampleOf = (
  exchange: Exchange,
  difference: Difference,
  origin: Origin,
  besides?: Besides,
) => Example

/** Returns the function that makes examples from the exchanges of a session. */
export function exampleMaker(session: Session): ExampleOf {
  const truncator = createTruncator()
  const { mask } = session.masks
  return (exchange, difference, origin, { files, requests } = {}) => {
    const { request, sent, referenced, outcome } = exchange
    const { answer, rules } = referenced
    const expected = bounded(answer, truncator)
    const found = outcome.kind === 'failed' ? undefined : translated(session, exchange, outcome.answer)
    return {
      origin,
      request: mask(request),
      sent: mask(sent),
      expected,
      isCut: expected.body !== answer.body,
      outcome: outcome.kind === 'failed' ? outcome : boundedOutcome(outcome, truncator),
      found: found === undefined ? undefined : bounded(found, truncator),
      difference: boundedDifference(difference),
      rules,
      telling: referenced.isOfWriting ? rules : specificRules(session.reference, exchange),
      ...(files === undefined ? {} : { files }),
      ...(requests === undefined ? {} : { requests: requests.map(mask) }),
    }
  }
}

const boundedOutcome = ({ kind, answer, text }: Answered, truncator: Truncator): Answered => ({
  kind,
  answer: bounded(answer, truncator),
  text: truncator.text(text),
})

/** Truncates an answer so that it fits into a report. */
function bounded(answer: Answer, truncator: Truncator): Answer {
  const { status, headers, body } = answer
  return {
    status,
    body: truncator.body(body),
    ...(headers === undefined ? {} : { headers: truncatedHeaders(headers) }),
  }
}

/**
 * The maximum length of a JSON pointer in a report, in characters. A pointer may contain a long name from the target.
 */
const MAX_PATH = 2_000

const boundedDifference = ({ others, ...first }: Difference): Difference => ({
  ...boundedOne(first),
  ...(others === undefined ? {} : { others: others.map(boundedOne) }),
})

const boundedOne = ({ path, expected, found }: Difference): Difference => ({
  path: beginning(path, MAX_PATH),
  expected: truncatedValue(expected),
  found: truncatedValue(found),
})
