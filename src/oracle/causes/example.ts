/** Examples: requests whose answers differ, with all facts that a report shows about them. */
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
import { compareTo, type Exchange, type Session, translateAnswer } from '../exchange/session.ts'
import { specificRules } from '../exchange/specific-rules.ts'
import type { Level } from '../suite/case.ts'
import type { Answer, Answered, Outcome, WireRequest } from '../target/target.ts'

/** The part of the run that sent the request of an example. */
export type Origin =
  | { readonly part: 'suite'; readonly id: string; readonly name: string; readonly level: Level }
  /** The member `replay` is the value that the option `--replay` needs to repeat the request. */
  | { readonly part: 'generated'; readonly replay: string }

/** One request with its two answers, and with the path and cause of their difference. */
export interface Example {
  readonly origin: Origin
  /** The request with the ids of the reference. A shell variable replaces each token in the request. */
  readonly request: WireRequest
  /** The request as it was sent to the target. A shell variable replaces each token in the request. */
  readonly sent: WireRequest
  /** The reference's answer. */
  readonly expected: Answer
  /** Whether the body in `expected` is truncated because it is too long for a report. */
  readonly isCut: boolean
  /** The target's answer as the target sent it, with its own ids, or the reason why it did not answer. */
  readonly outcome: Outcome
  /** The target's answer with the reference's ids; undefined if the target did not answer. */
  readonly found: Answer | undefined
  readonly difference: Difference
  /** The rules that the reference's answer follows. */
  readonly rules: readonly CheckedRule[]
  /** The rules in `rules` that a GET request for the same path without a query does not follow. */
  readonly telling: readonly CheckedRule[]
  /** The files of the dataset, if the check generated the dataset. */
  readonly files?: DatasetFiles
  /**
   * All requests, if the example needs more than one request; the last of these requests replaces `sent`. The
   * placeholder `«1/data/documentId»` stands for a value from the answer to the first request. A shell variable
   * replaces each token in the requests.
   */
  readonly requests?: readonly WireRequest[]
}

/** The optional members of an example. */
export type Besides = Pick<Example, 'files' | 'requests'>

/** Makes an example from an exchange whose answers differ. */
export type ExampleOf = (
  exchange: Exchange,
  difference: Difference,
  origin: Origin,
  besides?: Besides,
) => Example

/** Returns the function that makes the examples of a session. */
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

function translated(session: Session, exchange: Exchange, found: Answer): Answer {
  const { pairs } = compareTo(session, exchange, found, exchange.referenced.answer)
  return translateAnswer(session, exchange, found, pairs)
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
