/** Types for the clauses of a law's text, each with faulty servers that break only this clause. */
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Subject } from '../laws/subject.ts'

/** A server as a synchronous function. */
export type AnswerRead = (request: ApiRequest) => ApiResponse

/** A fault that breaks one clause. */
interface FaultOf<Around> {
  readonly says: string
  readonly around: Around
  /** The ids of other laws that the fault breaks too, each with the reason. */
  readonly also?: Readonly<Record<string, string>>
}

/** A server that breaks one clause. */
export type ClauseFault = FaultOf<(answer: AnswerRead, graph: Graph) => AnswerRead>

/** A fault of the implementation, for the laws of worlds and of writes. `graph` is the graph of the world. */
export type SubjectFault = FaultOf<(subject: Subject, graph: Graph) => Partial<Subject>>

/** A part of the text of a law. The parts of a law, joined with blanks, are its text. */
export interface Clause<Fault = ClauseFault> {
  readonly says: string
  readonly faults: readonly Fault[]
}

/** The id of a law → the clauses of its text. */
export type Clauses<Fault = ClauseFault> = Readonly<Record<string, readonly Clause<Fault>[]>>

export const clause = <Fault>(says: string, ...faults: readonly Fault[]): Clause<Fault> => ({ says, faults })

/** Returns the reason why other laws may notice a fault: their random conditions may have the form that it changes. */
export const random = (...laws: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(laws.map((id) => [id, 'Its random conditions may have this form.']))

/** The reason why `populate.as-listed` notices a fault that only populated entries have. */
export const LISTED = {
  'populate.as-listed': 'It compares populated entries with those of their list.',
} as const

/** Adds to a fault the other laws that it breaks. */
export const also = <Fault extends FaultOf<unknown>>(
  reasons: Readonly<Record<string, string>>,
  fault: Fault,
): Fault => ({
  ...fault,
  also: reasons,
})

/** Adds to a fault of populated entries the law that compares them with the list of their type. */
export const alsoListed = <Fault extends FaultOf<unknown>>(fault: Fault): Fault => also(LISTED, fault)
