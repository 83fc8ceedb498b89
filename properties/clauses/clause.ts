/** The clauses of a law's sentence, each with servers that break it alone. */
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Subject } from '../laws/subject.ts'

/** A server that answers at once. */
export type AnswerRead = (request: ApiRequest) => ApiResponse

/** Something that breaks one clause. */
interface FaultOf<Around> {
  readonly says: string
  readonly around: Around
  /** The other laws that notice it, each with the reason. */
  readonly also?: Readonly<Record<string, string>>
}

/** A server that breaks one clause. */
export type ClauseFault = FaultOf<(answer: AnswerRead, graph: Graph) => AnswerRead>

/** The functions of a faulty implementation, for the laws of worlds and of writes. `graph` is that of the world. */
export type SubjectFault = FaultOf<(subject: Subject, graph: Graph) => Partial<Subject>>

/** A part of a sentence; the parts of a law, put together with blanks, are the sentence. */
export interface Clause<Fault = ClauseFault> {
  readonly says: string
  readonly faults: readonly Fault[]
}

/** Law → the clauses of its sentence. */
export type Clauses<Fault = ClauseFault> = Readonly<Record<string, readonly Clause<Fault>[]>>

export const clause = <Fault>(says: string, ...faults: readonly Fault[]): Clause<Fault> => ({ says, faults })

/** The reason of laws whose random conditions may have the form of a fault. */
export const random = (...laws: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(laws.map((id) => [id, 'Its random conditions may have this form.']))

/** Adds the other laws that notice a fault. */
export const also = <Fault extends FaultOf<unknown>>(
  reasons: Readonly<Record<string, string>>,
  fault: Fault,
): Fault => ({
  ...fault,
  also: reasons,
})
