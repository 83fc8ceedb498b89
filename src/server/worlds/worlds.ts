/**
 * Named worlds on one server. Each starts with the graph of the default world, and stores only its difference. An
 * unchanged world follows the default world.
 */
import type { ApiResponse } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { errorAnswer } from '../errors.ts'
import type { Layer } from '../layer.ts'
import type { Mock } from '../mock.ts'
import { changesBetween, type WorldChange } from '../world/changes.ts'
import { namedWorld } from './named.ts'

export interface WorldsOptions {
  /** The graph of the default world. */
  readonly base: () => Graph
  readonly make: (graph: Graph) => Mock
  /** The limit of worlds. Default: 10,000. */
  readonly most?: number
}

interface WorldEntry {
  readonly mock: Mock
  /** The graph at the start. */
  readonly from: Graph
}

const MOST = 10_000

export class Worlds {
  readonly #options: WorldsOptions
  /** Least recently used first. */
  readonly #entries = new Map<string, WorldEntry>()

  constructor(options: WorldsOptions) {
    this.#options = options
  }

  /** The world of a name, created at its first request. undefined if too many worlds are changed. */
  get(name: string): Mock | undefined {
    const known = this.#entries.get(name)
    const base = this.#options.base()
    this.#entries.delete(name)
    const current = known !== undefined && (isChanged(known) || known.from === base) ? known : undefined
    if (current === undefined && !this.#makeRoom()) return undefined
    const entry = current ?? { mock: this.#options.make(base), from: base }
    this.#entries.set(name, entry)
    return entry.mock
  }

  /** Resets a world to the graph of the default world. */
  reset(name: string): void {
    this.#entries.delete(name)
  }

  /** The worlds in use, and whether each differs from its start. */
  list(): readonly { readonly name: string; readonly isChanged: boolean }[] {
    return [...this.#entries].map(([name, entry]) => ({ name, isChanged: isChanged(entry) }))
  }

  /** The diff of a world from its start; empty for a world that no request used. */
  changes(name: string): readonly WorldChange[] {
    const entry = this.#entries.get(name)
    return entry === undefined ? [] : changesBetween(entry.from, entry.mock.api.graph)
  }

  /** Removes unchanged worlds. A later request creates them again. */
  #makeRoom(): boolean {
    const most = this.#options.most ?? MOST
    if (this.#entries.size < most) return true
    for (const [name, entry] of this.#entries) {
      if (isChanged(entry)) continue
      this.#entries.delete(name)
      return true
    }
    return false
  }
}

const isChanged = ({ mock, from }: WorldEntry): boolean => mock.api.graph !== from

/** Answers requests that name a world. */
export function worldsLayer(worlds: Worlds): Layer {
  return (asked) => {
    const named = namedWorld(asked)
    if (named === undefined) return undefined
    const { origin } = asked.headers ?? {}
    if (named === 'bad') return badName(origin)
    const mock = worlds.get(named.name)
    return mock === undefined ? tooMany(origin) : mock.answer(named.request)
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

const tooMany = (origin: string | undefined): ApiResponse =>
  errorAnswer(
    {
      status: 503,
      name: 'ServiceUnavailableError',
      message: 'Too many worlds that are changed. DELETE /_populace/worlds/NAME gives one back',
    },
    origin,
  )
