/** The served world: the current graph, and the writes that replace it. */
import type { RoleOfToken } from '../reference/access.ts'
import { type ApiOptions, type ApiResponse, type ContentApi, createReferenceApi } from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import { createReader, type Reader } from '../reference/read.ts'
import type { ServiceCall, ServiceResult } from '../sources/runner/protocol.ts'
import { accessOfRows } from '../sources/tokens/access-of-rows.ts'
import { withAccess } from '../writing/change/access.ts'
import { type EditableDataset, editGraph } from '../writing/edit/edit.ts'
import {
  changeRows,
  firstState,
  type Lacks,
  type Replica,
  type Rows,
  type WriteRequest,
  type WritingState,
  withGraph,
  write,
} from '../writing/index.ts'
import { contentApi } from '../writing/service/content-api/content-api.ts'
import { callService, type ServiceOptions, type ServiceRequest } from '../writing/service/service.ts'
import { tablesFor } from './code/sql/answer.ts'
import { ADMIN_ROLES, isServerTable, serverTables } from './world/server-tables.ts'
import type { NewIds } from './world/workshop.ts'

/** A function that creates the content API of a graph. The default is `createReferenceApi`. */
export type MakeApi = (graph: Graph, options: ApiOptions) => ContentApi

interface WorldOptions extends ApiOptions {
  readonly make?: MakeApi
  /** Returns the current time in milliseconds. By default, each write is timed one second after the previous write. */
  readonly clock?: (() => number) | undefined
  readonly replica?: Replica | undefined
  /** Called with the permission that a refused write lacks. */
  readonly lacks?: Lacks
  /**
   * Called with each new graph before the world serves the graph, to store the graph. If the callback throws, the
   * world keeps its earlier graph.
   */
  readonly store?: (graph: Graph) => void
  /** The first state of the tables that only the project's code uses. */
  readonly tables?: WritingState | undefined
  /** Called with every refused write of content. */
  readonly refused?: (refused: RefusedWrite) => void
}

/** A refused write, and the state to which it was applied. */
export interface RefusedWrite {
  readonly state: WritingState
  readonly request: WriteRequest
  readonly roleOfToken?: RoleOfToken
}

/** The calls from the project's code that the world itself answers. */
export type WorldCall = Exclude<ServiceCall, { readonly service: 'core' | 'caller' | 'transaction' }>

/** A state of a world to which `restore` can return the world. */
export interface Savepoint {
  readonly graph: Graph
  readonly written: WritingState | undefined
  readonly tables: WritingState | undefined
}

export class ServedWorld {
  private readonly options: WorldOptions
  private readonly clock: (() => number) | undefined
  private now: { readonly graph: Graph; readonly api: ContentApi; readonly reader: Reader }
  /** The state of the world after the last write; undefined before the first write. */
  private written: WritingState | undefined
  /**
   * The state of the tables that only the project's code uses; undefined before the first call that uses such a table.
   */
  tables: WritingState | undefined
  /** Whether the method `together` is running. The method `together` stores the graph only once, at its end. */
  private isGrouped = false

  constructor(graph: Graph, { clock, ...options }: WorldOptions) {
    this.options = options
    this.clock = clock
    this.tables = options.tables
    this.now = readings(graph, options)
  }

  get graph(): Graph {
    return this.now.graph
  }

  /** Returns the content API over the current graph. */
  get api(): ContentApi {
    return this.now.api
  }

  /** Reads entries of any type, including the types of plugins. */
  get reader(): Reader {
    return this.now.reader
  }

  /** Serves another graph. @throws the error of the callback `store`; the world then keeps its earlier graph. */
  use(graph: Graph): void {
    // Keeps the earlier state with its record of used ids, because rows that are absent from the new graph may have
    // used ids.
    const state = this.state()
    this.serve(graph)
    this.written = state
  }

  /** Returns the ids that rows already used, so that new rows get other ids. */
  get newIds(): NewIds {
    return {
      highest: (uid) => this.state().ids.highest.get(uid) ?? 0,
      replica: this.options.replica,
    }
  }

  /**
   * Starts a new world with `graph`. The used ids are computed from `graph` alone. Without the option `clock`, the time
   * of the next write is computed from `graph` too.
   */
  reset(graph: Graph): void {
    this.serve(graph)
    this.written = undefined
    this.tables = this.options.tables
  }

  /** Returns the time of the next write in milliseconds, and advances the clock. */
  tick(): number {
    const state = this.state()
    this.written = { ...state, time: state.time + SECOND }
    return state.time
  }

  /** Makes several changes as a unit. If one of the changes fails, no change takes effect. */
  together<T>(changes: () => T): T {
    const { now, written } = this
    this.isGrouped = true
    try {
      const result = changes()
      this.isGrouped = false
      if (this.now.graph !== now.graph) this.options.store?.(this.now.graph)
      return result
    } catch (error) {
      this.now = now
      this.written = written
      throw error
    } finally {
      this.isGrouped = false
    }
  }

  /**
   * Edits the dataset of the world: replaces the graph by the result of `editGraph` with the same recipe.
   * @throws DatasetError if the edit makes the dataset invalid; the world then keeps its graph.
   */
  edit(recipe: (dataset: EditableDataset) => void): void {
    this.use(editGraph(this.now.graph, recipe))
  }

  /**
   * Answers a request that writes content, and stores the new state of the world; undefined if the request does not
   * write.
   */
  write(request: WriteRequest): ApiResponse | undefined {
    const { make: _, cite: __, store: ___, tables: ____, refused, ...options } = this.options
    const state = this.state()
    const found = write(state, request, options)
    if (found === undefined) return undefined
    this.become(found.state)
    const { roleOfToken } = options
    if (found.answer.status >= 400)
      refused?.({ state, request, ...(roleOfToken === undefined ? {} : { roleOfToken }) })
    return found.answer
  }

  /** Answers a service call of the project's code, such as a call of the document service or of the query engine. */
  call(asked: WorldCall): ServiceResult {
    const { profile, budget } = this.options
    const how = { ...(profile === undefined ? {} : { profile }), ...(budget === undefined ? {} : { budget }) }
    if (asked.service === 'tables') return tablesFor(this.now.graph, asked)
    if (asked.service === 'content-api') return contentApi(this.now.graph, asked, how)
    // If the project defines a type with the uid of a server table, the graph contains the rows of the type.
    const isOwn = this.now.graph.schema.contentTypes.has(asked.uid)
    if (!isOwn && isServerTable(asked.uid)) return this.callTables(asked, how)
    if (asked.uid === ADMIN_ROLE_UID) this.addAdminRoles()
    const { graph } = this.now
    const { state, ...result } = callService(this.state(), asked, how)
    if (asked.dryRun === true) return result
    this.become(state)
    if (this.now.graph.tables.get(PERMISSION_UID) !== graph.tables.get(PERMISSION_UID)) this.grant()
    return result
  }

  private callTables(
    asked: ServiceRequest & { readonly dryRun?: boolean },
    how: ServiceOptions,
  ): ServiceResult {
    const { state, ...result } = callService(this.tables ?? serverTables(this.now.graph), asked, how)
    if (asked.dryRun !== true) this.tables = state
    return result
  }

  /** Adds the roles of the admin panel, if the world has none. Only the project's code uses the rows of these roles. */
  private addAdminRoles(): void {
    if ((this.now.graph.tables.get(ADMIN_ROLE_UID)?.rows.length ?? 0) > 0) return
    const data = { service: 'query', uid: ADMIN_ROLE_UID, method: 'create' } as const
    for (const role of ADMIN_ROLES)
      this.become(callService(this.state(), { ...data, args: [{ data: role }] }).state)
  }

  /** Applies the permissions in the rows of roles to the graph, after the project's code changed these rows. */
  private grant(): void {
    const { graph } = this.now
    const access = accessOfRows(graph)
    if (access !== undefined) this.serve(withAccess(graph, access))
  }

  /** Returns the current state, to which `restore` can return. */
  savepoint(): Savepoint {
    return { graph: this.now.graph, written: this.written, tables: this.tables }
  }

  /** Returns to an earlier state. The ids of the undone rows are free again, as after a rollback in SQLite. */
  restore({ graph, written, tables }: Savepoint): void {
    if (graph !== this.now.graph) this.serve(graph)
    this.written = written
    this.tables = tables
  }

  /** Changes rows of any type, including the types of plugins. */
  change<T>(recipe: (rows: Rows) => T): T {
    const { state, result } = changeRows(this.state(), recipe)
    this.become({ ...state, time: state.time + SECOND })
    return result
  }

  private serve(graph: Graph): void {
    if (graph !== this.now.graph && !this.isGrouped) this.options.store?.(graph)
    this.now = readings(graph, this.options)
  }

  private state(): WritingState {
    const { graph } = this.now
    const state =
      this.written === undefined
        ? firstState(graph, { replica: this.options.replica })
        : withGraph(this.written, graph)
    return this.clock === undefined ? state : { ...state, time: this.clock() }
  }

  private become(state: WritingState): void {
    if (state.graph !== this.now.graph) this.serve(state.graph)
    this.written = state
  }
}

const SECOND = 1000
const PERMISSION_UID = 'plugin::users-permissions.permission'
const ADMIN_ROLE_UID = 'admin::role'

const readings = (graph: Graph, { make = createReferenceApi, ...options }: WorldOptions) => ({
  graph,
  api: make(graph, options),
  reader: createReader(graph, options),
})
