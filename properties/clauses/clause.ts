/** The clauses of a law's sentence, each with servers that break it alone. */
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'

/** A server that answers at once. */
export type AnswerRead = (request: ApiRequest) => ApiResponse

/** A server that breaks one clause. */
export interface ClauseFault {
  readonly says: string
  readonly around: (answer: AnswerRead, graph: Graph) => AnswerRead
  /** The other laws that notice it, each with the reason. */
  readonly also?: Readonly<Record<string, string>>
}

/** A part of a sentence; the parts of a law, put together with blanks, are the sentence. */
export interface Clause {
  readonly says: string
  readonly faults: readonly ClauseFault[]
}

/** Law → the clauses of its sentence. */
export type Clauses = Readonly<Record<string, readonly Clause[]>>

export const clause = (says: string, ...faults: readonly ClauseFault[]): Clause => ({ says, faults })

/** The reason of laws whose random conditions may have the form of a fault. */
export const random = (...laws: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(laws.map((id) => [id, 'Its random conditions may have this form.']))

/** Adds the other laws that notice a fault. */
export const also = (reasons: Readonly<Record<string, string>>, fault: ClauseFault): ClauseFault => ({
  ...fault,
  also: reasons,
})
