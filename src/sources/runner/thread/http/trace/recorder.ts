/** Records the effect of a project's code on one request. */
import type { ShadowedRoute } from '../../../../../reference/code-effect.ts'
import type { CodeChange, CodeEffect, CodePlace, OwnRefusal } from '../../../protocol.ts'
import { placeNow } from '../../guard/place.ts'
import { type Difference, differences, isJsonLike } from './differences.ts'
import { Refusals } from './refusals.ts'
import { watched } from './watched.ts'

export const MOST_CHANGES = 200

type Part = CodeChange['part']
type Kind = CodeChange['kind']

/** A write of the project's code to a part of the answer's body. */
interface Write extends CodePlace {
  readonly path: readonly string[]
}

export class Recorder {
  private readonly folder: string
  private readonly changes: CodeChange[] = []
  private readonly ran: CodePlace[] = []
  private readonly writes: Write[] = []
  private core: CodeEffect['core']
  /** The parsed body of the content API's answer. */
  private coreBody: unknown
  private unrouted: string | undefined
  private shadowed: ShadowedRoute | undefined
  /** The place (file and line) of the project's controller that answers the request. */
  private controller: CodePlace | undefined
  private muted = 0
  private refusal: OwnRefusal | undefined
  /** The calls that Strapi's own code refused. */
  readonly refusals: Refusals

  constructor(folder: string) {
    this.folder = folder
    this.refusals = new Refusals(folder)
  }

  /** Runs a function of Populace. The recorder does not record changes that this function makes. */
  quietly<T>(work: () => T): T {
    this.muted++
    try {
      return work()
    } finally {
      this.muted--
    }
  }

  /** Wraps an object of headers, so that the recorder records changes to the headers. */
  headers<T extends object>(headers: T): T {
    return watched(headers, (kind, path) => this.add('headers', kind, path))
  }

  /** Records a change, with the place in the project's code that is currently running. */
  add(part: Part, kind: Kind, path: readonly string[]): void {
    if (this.muted > 0 || this.changes.length >= MOST_CHANGES) return
    const place = placeNow(this.folder)
    if (place !== undefined) this.changes.push({ part, kind, path, ...place })
  }

  /**
   * Records a change that was detected only after the code had run. The recorded place of a late change is the
   * project's function that started last.
   */
  addLate(part: Part, kind: Kind, path: readonly string[]): void {
    const place = this.ran.at(-1)
    if (place !== undefined && this.changes.length < MOST_CHANGES)
      this.changes.push({ part, kind, path, ...place })
  }

  /** Records a write of the project's code to a part of the answer's body. */
  write(path: readonly string[]): void {
    if (this.muted > 0 || this.writes.length >= MOST_CHANGES) return
    const place = placeNow(this.folder)
    if (place !== undefined) this.writes.push({ path, ...place })
  }

  /** Records the start of a middleware, a policy or a controller of the project. */
  run(place: CodePlace): void {
    if (this.ran.length < MOST_CHANGES) this.ran.push(place)
  }

  /** Records the start of a controller of the project. The value that a controller returns may become the answer. */
  runController(place: CodePlace): void {
    this.controller = place
    this.run(place)
  }

  /** Records the request that the content API receives. */
  called(core: CodeEffect['core']): void {
    this.core = core
  }

  /** Records the content type to which the request's path belongs, if the project has no route for this path. */
  missed(uid: string): void {
    this.unrouted = uid
  }

  /** Records the later route that would answer the request if an earlier route did not. */
  shadows(route: ShadowedRoute | undefined): void {
    this.shadowed = route
  }

  answered(body: unknown): void {
    this.coreBody = body
  }

  /** Records the thrown error from which the answer was made. */
  failed(error: unknown): void {
    this.refusal = this.refusals.of(error)
  }

  /**
   * Returns the recorded effect of the project's code, including the changes to the answer. The parameter `final` is
   * the body of the answer to the client.
   */
  effect(final: string | Uint8Array): CodeEffect {
    const answer = typeof final === 'string' ? this.answerChanges(final) : []
    return {
      changes: [...this.changes, ...answer].slice(0, MOST_CHANGES),
      core: this.core,
      ran: this.ran,
      ...(this.unrouted === undefined ? {} : { unrouted: this.unrouted }),
      ...(this.shadowed === undefined ? {} : { shadowed: this.shadowed }),
      ...(this.refusal === undefined ? {} : { refusal: this.refusal }),
    }
  }

  private answerChanges(final: string): readonly CodeChange[] {
    if (this.coreBody === undefined && this.writes.length === 0) return []
    const parsed = parsedOr(final)
    if (this.coreBody === undefined || !isJsonLike(parsed)) {
      const last = this.placeOf([])
      return last === undefined ? [] : [{ part: 'answer', kind: 'changed', path: [], ...last }]
    }
    return differences(this.coreBody, parsed, MOST_CHANGES).flatMap((difference) =>
      this.attributed(difference),
    )
  }

  private attributed({ kind, path }: Difference): readonly CodeChange[] {
    const place = this.placeOf(path)
    return place === undefined ? [] : [{ part: 'answer', kind, path, ...place }]
  }

  /**
   * Returns the place in the project's code that changed a path of the answer. If several writes may have changed
   * the path, the last write with the longest path decides. If no write may have changed the path, the result is the
   * place of the controller, or else of the function that started last.
   */
  private placeOf(path: readonly string[]): CodePlace | undefined {
    let best: Write | undefined
    for (const write of this.writes)
      if (write.path.length >= (best?.path.length ?? 0) && startsWith(path, write.path)) best = write
    const { file, line } = best ?? this.controller ?? this.ran.at(-1) ?? { file: '', line: 0 }
    return file === '' ? undefined : { file, line }
  }
}

/**
 * Returns whether one of two paths is the beginning of the other path. If one path begins with the other path, a
 * write to `written` may have changed the value at `path`.
 */
const startsWith = (path: readonly string[], written: readonly string[]): boolean =>
  written.every((name, at) => at >= path.length || path[at] === name)

function parsedOr(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return text
  }
}
