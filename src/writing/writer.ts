/** One write while it is being answered: what its phases share. */
import type { ApiResponse } from '../reference/api.ts'
import type { Graph, Role } from '../reference/graph/graph.ts'
import type { Reader, ReaderOptions } from '../reference/read.ts'
import type { Answered } from '../reference/respond/respond.ts'
import type { Routed } from '../reference/route.ts'
import { DatasetError } from '../reference/schema/fault.ts'
import type { Departs } from '../reference/strapi/write-quirks.ts'
import type { Body } from './body/parse.ts'
import { putRows } from './change/rebuild.ts'
import { withLocale } from './change/unlisted-locale.ts'
import type { Ids } from './ids.ts'
import type { Transaction } from './plan/desk.ts'
import { invalid, Refused } from './refusal.ts'
import type { CiteWrite } from './rules.ts'

/** What a write starts from, and what it leaves. */
export interface WritingState {
  readonly graph: Graph
  readonly ids: Ids
  /** The instant of the next write, in milliseconds. */
  readonly time: number
}

export interface WriteAnswer {
  /** The same object where nothing was written. */
  readonly state: WritingState
  readonly answer: ApiResponse
}

export type WriteRoute = Extract<Routed, { kind: 'write' }>

/** What is answered in place of a write that does not come to be. */
export class Stopped extends Error {
  readonly answered: Answered

  constructor(answered: Answered) {
    super('stopped')
    this.answered = answered
  }
}

/** Who may not do what. */
export interface Lack {
  readonly role: string
  /** As permissions name it: `api::review.review.create`. */
  readonly action: string
}

export type Lacks = (lack: Lack) => void

export interface Writer {
  readonly state: WritingState
  readonly route: WriteRoute
  readonly reader: Reader
  readonly departs: Departs
  readonly reading: Pick<ReaderOptions, 'profile' | 'budget' | 'spent'>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly method: string
  readonly body: Body
  readonly cite: CiteWrite
  readonly roleOf: (token: string | undefined) => Role | undefined
  readonly lacks: Lacks
}

export interface WriteOutcome {
  readonly graph: Graph
  readonly ids: Ids
  /** undefined where there is nothing to say. */
  readonly answered: Answered | undefined
}

/** The graph with what was planned. @throws Refused where it has no room for it. */
export function applied(graph: Graph, desk: Transaction): Graph {
  const puts = desk.puts()
  let ready = graph
  for (const rows of puts.values()) {
    for (const row of rows.values())
      if (typeof row?.['locale'] === 'string') ready = withLocale(ready, row['locale'])
  }
  try {
    return putRows(ready, puts)
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    throw new Refused(invalid('write.room', `The entry cannot be kept: ${error.message}`))
  }
}
