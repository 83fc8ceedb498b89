/**
 * The types for the clauses (sentences) of the text of a law, and for faulty servers. Each faulty server is made to
 * break one clause.
 */
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Subject } from '../laws/subject.ts'

/** A server as a synchronous function from request to response. */
export type AnswerRead = (request: ApiRequest) => ApiResponse

/** A fault of a server that breaks one clause of a law. */
interface FaultOf<Around> {
  /**
   * A sentence about the faulty server. The text of a fault begins with "The server wrongly", so that nobody reads the
   * fault as a rule.
   */
  readonly says: string
  readonly around: Around
  /** The other laws that the fault also breaks: the id of each law with the reason. */
  readonly also?: Readonly<Record<string, string>>
}

/** A fault that changes a correct server, so that the server breaks one clause. */
export type ClauseFault = FaultOf<(answer: AnswerRead, graph: Graph) => AnswerRead>

/**
 * A fault that changes functions of the implementation, for the laws of worlds and of writes. The function `around` of
 * the fault gets the graph of the world as `graph`.
 */
export type SubjectFault = FaultOf<(subject: Subject, graph: Graph) => Partial<Subject>>

/**
 * A clause: a sentence of the text of a law, with faults that break the sentence. The clauses of a law, joined with
 * blanks, are the text of the law.
 */
export interface Clause<Fault = ClauseFault> {
  readonly says: string
  readonly faults: readonly Fault[]
}

/** The clauses of the texts of laws, by the id of the law. */
export type Clauses<Fault = ClauseFault> = Readonly<Record<string, readonly Clause<Fault>[]>>

export const clause = <Fault>(says: string, ...faults: readonly Fault[]): Clause<Fault> => ({ says, faults })

/** Returns the reasons why other laws notice a fault through their random conditions, by the id of the law. */
export const random = (...laws: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    laws.map((id) => [
      id,
      'Another law notices the fault, because its random conditions may have the form that the fault affects.',
    ]),
  )

/** The reason why the law `populate.as-listed` notices a fault that only populated entries have. */
export const LISTED = {
  'populate.as-listed':
    'The law `populate.as-listed` compares populated entries with the entries of the list.',
} as const

/** Returns the fault with the other laws that it breaks, each with the reason. */
export const also = <Fault extends FaultOf<unknown>>(
  reasons: Readonly<Record<string, string>>,
  fault: Fault,
): Fault => ({
  ...fault,
  also: reasons,
})

/**
 * Returns the fault with the reason why the law `populate.as-listed` also notices it: this law compares populated
 * entries with the list of their type.
 */
export const alsoListed = <Fault extends FaultOf<unknown>>(fault: Fault): Fault => also(LISTED, fault)
