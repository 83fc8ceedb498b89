/**
 * Worlds by name on one server: each begins as the one that is served to whoever names none, and costs what it differs
 * by. One that is not changed follows the server's own.
 */
import type { ApiResponse } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { errorAnswer } from '../errors.ts'
import type { Layer } from '../layer.ts'
import type { Mock } from '../mock.ts'
import { changesBetween, type WorldChange } from '../world/changes.ts'
import { namedWorld } from './named.ts'

export interface WorldsOptions {
  /** The graph that is served to whoever names no world. */
  readonly base: () => Graph
  readonly make: (graph: Graph) => Mock
  /** Worlds at once; 10,000 where it is left out. */
  readonly most?: number
}

interface WorldEntry {
  readonly mock: Mock
  /** What it began as. */
  readonly from: Graph
}

const MOST = 10_000

export class Worlds {
  readonly #options: WorldsOptions
  /** The one that was asked longest ago first. */
  readonly #kept = new Map<string, WorldEntry>()

  constructor(options: WorldsOptions) {
    this.#options = options
  }

  /** The world of a name, which begins when it is first asked; undefined where there are too many that are changed. */
  get(name: string): Mock | undefined {
    const known = this.#kept.get(name)
    const base = this.#options.base()
    this.#kept.delete(name)
    const current = known !== undefined && (isChanged(known) || known.from === base) ? known : undefined
    if (current === undefined && !this.#makeRoom()) return undefined
    const kept = current ?? { mock: this.#options.make(base), from: base }
    this.#kept.set(name, kept)
    return kept.mock
  }

  /** Begins anew as the server's own. */
  reset(name: string): void {
    this.#kept.delete(name)
  }

  /** Those that were asked for, and whether they differ from what they began as. */
  list(): readonly { readonly name: string; readonly isChanged: boolean }[] {
    return [...this.#kept].map(([name, kept]) => ({ name, isChanged: isChanged(kept) }))
  }

  /** What differs in the world of a name from what it began as; nothing for one that nobody asked for. */
  changes(name: string): readonly WorldChange[] {
    const kept = this.#kept.get(name)
    return kept === undefined ? [] : changesBetween(kept.from, kept.mock.api.graph)
  }

  /** What nobody has changed is made again when it is asked for. */
  #makeRoom(): boolean {
    const most = this.#options.most ?? MOST
    if (this.#kept.size < most) return true
    for (const [name, kept] of this.#kept) {
      if (isChanged(kept)) continue
      this.#kept.delete(name)
      return true
    }
    return false
  }
}

const isChanged = ({ mock, from }: WorldEntry): boolean => mock.api.graph !== from

/** Answers requests that name a world from it. */
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
