/** A graph that may become another: what is served now. */
import { type ApiOptions, type ContentApi, createContentApi } from '../reference/api.ts'
import { type EditableDataset, editGraph } from '../reference/graph/edit.ts'
import type { Graph } from '../reference/graph/graph.ts'
import { createReader, type Reader } from '../reference/read.ts'

/** How the content API of a graph is made; as by itself where it is left out. */
export type MakeApi = (graph: Graph, options: ApiOptions) => ContentApi

interface WorldOptions extends ApiOptions {
  readonly make?: MakeApi
}

export class World {
  private readonly options: WorldOptions
  private now: { readonly graph: Graph; readonly api: ContentApi; readonly reader: Reader }

  constructor(graph: Graph, options: WorldOptions) {
    this.options = options
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
    this.now = readings(editGraph(this.now.graph, recipe), this.options)
  }
}

const readings = (graph: Graph, { make = createContentApi, ...options }: WorldOptions) => ({
  graph,
  api: make(graph, options),
  reader: createReader(graph, options),
})
