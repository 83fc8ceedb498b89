/** The types that the phases of one write share. */
import type { Lacks } from '../reference/access.ts'
import type { ApiResponse } from '../reference/api.ts'
import type { Graph, Role } from '../reference/graph/graph.ts'
import type { Reader, ReaderOptions } from '../reference/read.ts'
import type { Answered } from '../reference/respond/respond.ts'
import type { Routed } from '../reference/route.ts'
import { DatasetError } from '../reference/schema/fault.ts'
import type { Departs } from '../reference/strapi/write-quirks.ts'
import type { Body } from './body/parse.ts'
import { withWrittenUses } from './change/file-uses.ts'
import { putRows } from './change/rebuild.ts'
import { withLocale } from './change/unlisted-locale.ts'
import type { Ids } from './ids.ts'
import { usesSetBy } from './plan/holder.ts'
import type { Transaction } from './plan/transaction.ts'
import { invalid, Refused } from './refusal.ts'
import type { CiteWrite } from './rules.ts'

/** The state of a world before or after a write. */
export interface WritingState {
  readonly graph: Graph
  readonly ids: Ids
  /** The time of the next write, in milliseconds. */
  readonly time: number
}

export interface WriteAnswer {
  /** The state after the write, which is the same object if nothing changed. */
  readonly state: WritingState
  readonly answer: ApiResponse
}

export type WriteRoute = Extract<Routed, { kind: 'write' }>

/** The exception that ends a write early with a prepared answer. */
export class Stopped extends Error {
  readonly answered: Answered

  constructor(answered: Answered) {
    super('stopped')
    this.answered = answered
  }
}

export interface Writer {
  readonly state: WritingState
  readonly route: WriteRoute
  readonly reader: Reader
  readonly departs: Departs
  readonly reading: Pick<ReaderOptions, 'profile' | 'budget' | 'spent'>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly method: string
  readonly body: Body
  /** Whether the route has `auth: false`. */
  readonly open: boolean
  readonly cite: CiteWrite
  readonly roleOf: (token: string | undefined) => Role | undefined
  readonly lacks: Lacks
}

export interface WriteOutcome {
  readonly graph: Graph
  readonly ids: Ids
  /** The answer; undefined if the answer has no body. */
  readonly answered: Answered | undefined
}

/** Applies the changes of a transaction to the graph. @throws Refused if the changed graph exceeds its limits. */
export function applied(graph: Graph, transaction: Transaction): Graph {
  const puts = withWrittenUses(graph, transaction.puts(), usesSetBy(transaction))
  let ready = graph
  for (const rows of puts.values()) {
    for (const row of rows.values())
      if (typeof row?.['locale'] === 'string') ready = withLocale(ready, row['locale'])
  }
  try {
    return putRows(ready, puts, transaction.orphans)
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    throw new Refused(invalid('write.room', `The dataset has no room for the entry: ${error.message}`))
  }
}
