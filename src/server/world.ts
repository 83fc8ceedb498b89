/** The served world: a mutable reference to the current graph, and the writes to it. */
import type { RoleOfToken } from '../reference/access.ts'
import { type ApiOptions, type ApiResponse, type ContentApi, createReferenceApi } from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import { createReader, type Reader } from '../reference/read.ts'
import { type EditableDataset, editGraph } from '../writing/edit/edit.ts'
import {
  changeRows,
  firstState,
  type Lacks,
  type Rows,
  type WriteRequest,
  type WritingState,
  withGraph,
  write,
} from '../writing/index.ts'

/** Creates the content API of a graph. Default: `createContentApi`. */
export type MakeApi = (graph: Graph, options: ApiOptions) => ContentApi

interface WorldOptions extends ApiOptions {
  readonly make?: MakeApi
  /** The clock, in milliseconds. By default, every write is a second later than the previous one. */
  readonly clock?: (() => number) | undefined
  /** Called with the permission that a refused write lacks. */
  readonly lacks?: Lacks
  /** Called with every refused write of content. */
  readonly refused?: (refused: RefusedWrite) => void
}

/** A refused write, and the state that it would have changed. */
export interface RefusedWrite {
  readonly state: WritingState
  readonly request: WriteRequest
  readonly roleOfToken?: RoleOfToken
}

export class ServedWorld {
  private readonly options: WorldOptions
  private readonly clock: (() => number) | undefined
  private now: { readonly graph: Graph; readonly api: ContentApi; readonly reader: Reader }
  /** The state after the last write. */
  private written: WritingState | undefined

  constructor(graph: Graph, { clock, ...options }: WorldOptions) {
    this.options = options
    this.clock = clock
    this.now = readings(graph, options)
  }

  get graph(): Graph {
    return this.now.graph
  }

  /** The content API over the current graph. */
  get api(): ContentApi {
    return this.now.api
  }

  /** Reads entries of any type, including those of plugins. */
  get reader(): Reader {
    return this.now.reader
  }

  /** Serves another graph. */
  use(graph: Graph): void {
    this.now = readings(graph, this.options)
  }

  /** @throws DatasetError if the edit makes the dataset invalid; the world then keeps its graph. */
  edit(recipe: (dataset: EditableDataset) => void): void {
    this.use(editGraph(this.now.graph, recipe))
  }

  /** Answers a request that writes content, and stores the new state. undefined if the request does not write. */
  write(request: WriteRequest): ApiResponse | undefined {
    const { make: _, cite: __, refused, ...options } = this.options
    const state = this.state()
    const found = write(state, request, options)
    if (found === undefined) return undefined
    this.become(found.state)
    const { roleOfToken } = options
    if (found.answer.status >= 400)
      refused?.({ state, request, ...(roleOfToken === undefined ? {} : { roleOfToken }) })
    return found.answer
  }

  /** Changes rows of any type, including those of plugins. */
  change<T>(recipe: (rows: Rows) => T): T {
    const { state, result } = changeRows(this.state(), recipe)
    this.become({ ...state, time: state.time + SECOND })
    return result
  }

  private state(): WritingState {
    const { graph } = this.now
    const state = this.written === undefined ? firstState(graph) : withGraph(this.written, graph)
    return this.clock === undefined ? state : { ...state, time: this.clock() }
  }

  private become(state: WritingState): void {
    this.written = state
    if (state.graph !== this.now.graph) this.use(state.graph)
  }
}

const SECOND = 1000

const readings = (graph: Graph, { make = createReferenceApi, ...options }: WorldOptions) => ({
  graph,
  api: make(graph, options),
  reader: createReader(graph, options),
})
