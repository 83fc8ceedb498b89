/**
 * The named worlds of one server. Each world starts with the graph of the default world, and stores only its difference
 * from this graph. While a named world is unchanged, it follows the default world.
 */
import type { ApiResponse } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { errorAnswer } from '../errors.ts'
import { MOST_WORLDS } from '../http/limits.ts'
import type { Layer, MockRequest } from '../layer.ts'
import type { Mock } from '../mock.ts'
import { changesBetween, type WorldChange } from '../world/changes.ts'
import { namedWorld } from './named.ts'

export interface WorldsOptions {
  /** Returns the current graph of the default world. */
  readonly base: () => Graph
  readonly make: (graph: Graph) => Mock
  /** The maximum number of worlds. The default is `MOST_WORLDS`. */
  readonly most?: number
}

interface WorldEntry {
  readonly mock: Mock
  /** The graph with which the world started. */
  from: Graph
  /**
   * The number of requests to the world that are in progress. The server does not remove a world with requests in
   * progress, so that no write is lost.
   */
  waiting: number
}

export class Worlds {
  readonly #options: WorldsOptions
  /** The named worlds by name, least recently used first. */
  readonly #entries = new Map<string, WorldEntry>()

  constructor(options: WorldsOptions) {
    this.#options = options
  }

  /** Returns the error message for a request to a new world while all worlds are changed. */
  get full(): string {
    return `All ${this.#most} worlds are changed, which is the limit of --max-worlds: DELETE /_populace/worlds/NAME frees one`
  }

  /** Returns the number of named worlds, the number of changed worlds, and the maximum number of worlds. */
  counts(): { readonly all: number; readonly changed: number; readonly most: number } {
    const changed = this.list().filter(({ isChanged: differs }) => differs).length
    return { all: this.#entries.size, changed, most: this.#most }
  }

  get #most(): number {
    return this.#options.most ?? MOST_WORLDS
  }

  /**
   * Returns the world with the name `name`, and creates the world at the first request; undefined if there is no room
   * for a new world.
   */
  get(name: string): Mock | undefined {
    return this.#entry(name)?.mock
  }

  /** Answers a request to a named world; undefined if there is no room for a new world. */
  async answer(name: string, request: MockRequest): Promise<ApiResponse | undefined> {
    const entry = this.#entry(name)
    if (entry === undefined) return undefined
    entry.waiting++
    try {
      return await entry.mock.answer(request)
    } finally {
      entry.waiting--
    }
  }

  /**
   * Resets a world to the graph of the default world. A request whose body is still arriving then writes to the reset
   * world.
   */
  reset(name: string): void {
    const entry = this.#entries.get(name)
    if (entry === undefined || entry.waiting === 0) this.#entries.delete(name)
    else renew(entry, this.#options.base())
  }

  #entry(name: string): WorldEntry | undefined {
    const known = this.#entries.get(name)
    const base = this.#options.base()
    if (known !== undefined && !isChanged(known) && known.from !== base && known.waiting > 0)
      renew(known, base)
    this.#entries.delete(name)
    const current = known !== undefined && (isChanged(known) || known.from === base) ? known : undefined
    if (current === undefined && !this.#makeRoom()) return undefined
    const entry = current ?? { mock: this.#options.make(base), from: base, waiting: 0 }
    this.#entries.set(name, entry)
    return entry
  }

  /** Returns the name of each existing world, and whether the world has changed since it was created or reset. */
  list(): readonly { readonly name: string; readonly isChanged: boolean }[] {
    return [...this.#entries].map(([name, entry]) => ({ name, isChanged: isChanged(entry) }))
  }

  /** Returns the difference between a world and the graph with which it started; empty if no request used the world. */
  changes(name: string): readonly WorldChange[] {
    const entry = this.#entries.get(name)
    return entry === undefined ? [] : changesBetween(entry.from, entry.mock.api.graph)
  }

  /**
   * Removes an unchanged world if the limit is reached; a later request creates the world again. Returns false if
   * every world is changed or has a request in progress.
   */
  #makeRoom(): boolean {
    if (this.#entries.size < this.#most) return true
    for (const [name, entry] of this.#entries) {
      if (isChanged(entry) || entry.waiting > 0) continue
      this.#entries.delete(name)
      return true
    }
    return false
  }
}

function renew(entry: WorldEntry, base: Graph): void {
  entry.mock.reset(base)
  entry.from = base
}

const isChanged = ({ mock, from }: WorldEntry): boolean => mock.api.graph !== from

/** Creates the layer that answers requests that name a world. */
export function worldsLayer(worlds: Worlds): Layer {
  return (asked) => {
    const named = namedWorld(asked)
    if (named === undefined) return undefined
    const { origin } = asked.headers ?? {}
    if (named === 'bad') return badName(origin)
    return worlds.answer(named.name, named.request).then((answer) => answer ?? tooMany(worlds.full, origin))
  }
}

const badName = (origin: string | undefined): ApiResponse =>
  errorAnswer(
    {
      status: 400,
      name: 'BadRequestError',
      message: 'Invalid world: expected a name of at most 100 letters, digits, dots, dashes and underscores',
    },
    origin,
  )

const tooMany = (message: string, origin: string | undefined): ApiResponse =>
  errorAnswer(
    {
      status: 503,
      name: 'ServiceUnavailableError',
      message,
    },
    origin,
  )
