/** A graph that may become another: what is served now, and what is written to it. */
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

/** How the content API of a graph is made; as by itself where it is left out. */
export type MakeApi = (graph: Graph, options: ApiOptions) => ContentApi

interface WorldOptions extends ApiOptions {
  readonly make?: MakeApi
  /** Milliseconds; where it is left out, every write is a second later than the one before. */
  readonly clock?: (() => number) | undefined
  /** Told of the permission that whoever wanted to write has not. */
  readonly lacks?: Lacks
  /** Told of every write of content that is refused. */
  readonly refused?: (refused: RefusedWrite) => void
}

/** A write that is refused, and the world that it was asked of. */
export interface RefusedWrite {
  readonly state: WritingState
  readonly request: WriteRequest
  readonly roleOfToken?: RoleOfToken
}

export class ServedWorld {
  private readonly options: WorldOptions
  private readonly clock: (() => number) | undefined
  private now: { readonly graph: Graph; readonly api: ContentApi; readonly reader: Reader }
  /** Where it was written to. */
  private written: WritingState | undefined

  constructor(graph: Graph, { clock, ...options }: WorldOptions) {
    this.options = options
    this.clock = clock
    this.now = readings(graph, options)
  }

  get graph(): Graph {
    return this.now.graph
  }

  /** The content API over it. */
  get api(): ContentApi {
    return this.now.api
  }

  /** Reads of any type, those of plugins too. */
  get reader(): Reader {
    return this.now.reader
  }

  /** Another graph is served from now on. */
  use(graph: Graph): void {
    this.now = readings(graph, this.options)
  }

  /** @throws DatasetError where the edit breaks the dataset; the world stays as it was. */
  edit(recipe: (dataset: EditableDataset) => void): void {
    this.use(editGraph(this.now.graph, recipe))
  }

  /** Answers a request that writes content, and is the world that it leaves; undefined for one that writes none. */
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

  /** Changes rows of any type, those of plugins too. */
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
