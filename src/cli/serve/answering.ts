/**
 * The answers of `serve`: the mock of a source, named worlds, and `/_populace`. Loaded separately, so that the server
 * listens sooner.
 */

import type { RoleOfToken } from '../../reference/access.ts'
import { type ContentApi, createReferenceApi, KEPT_BYTES } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { adminLayer } from '../../server/admin/admin.ts'
import type { ExplorerOptions } from '../../server/admin/explained.ts'
import { firstAnswer, type Layer } from '../../server/layer.ts'
import { createMock, type Mock } from '../../server/mock.ts'
import { firstOf, picturesOf } from '../../server/pictures.ts'
import { Uploaded } from '../../server/plugins/upload/uploaded.ts'
import type { FindFile } from '../../server/stored.ts'
import { Worlds, worldsLayer } from '../../server/worlds/worlds.ts'
import { LruBudget } from '../../util/cache/lru.ts'
import { printable } from '../../util/printable.ts'
import { packageVersion } from '../root.ts'
import type { Opened } from '../source.ts'
import type { Around } from './around.ts'
import { granting } from './granting.ts'
import { printRefusal } from './refusing.ts'

export interface AnsweringOptions {
  /** The name of an existing profile. */
  readonly profile: string
  /** Whether the server rejects unknown tokens. */
  readonly strictTokens?: true
  /** The byte budget of the caches. */
  readonly keep?: number
  /** Whether the server refuses all changes. */
  readonly readOnly?: true
  /** Called with the graph after a request has changed it. */
  readonly written?: (graph: Graph) => void
  /** Called with the served name and the bytes of each uploaded file. */
  readonly sent?: (name: string, bytes: Uint8Array) => void
  readonly admin: boolean
  readonly explorer?: ExplorerOptions
  readonly around: Around
  /** `http://127.0.0.1:1337` */
  readonly origin: () => string
}

export interface Answering {
  readonly api: ContentApi
  /** The layers before the content API. */
  readonly before: Layer
  /** Generated files. */
  readonly pictures: FindFile
  /** Replaces the source. */
  readonly use: (opened: Opened) => void
}

export function answeringOf(opened: Opened, options: AnsweringOptions): Answering {
  const { profile, strictTokens, keep = KEPT_BYTES, readOnly, written, sent, ...rest } = options
  const uploaded = new Uploaded(sent)
  const share = new LruBudget(keep)
  const lacks = granting(() => current.graph, warn)
  const mockOf = ({ graph, source }: Opened, now = graph): Mock =>
    createMock(now, {
      profile,
      // One cache budget for all worlds.
      keep: { share },
      api: (one, given) => (source.api ?? createReferenceApi)(one, given),
      ...(source.roleOfToken === undefined ? {} : { roleOfToken: source.roleOfToken }),
      ...(source.accounts === undefined ? {} : { accounts: source.accounts }),
      ...(strictTokens === true ? {} : { admit: (token) => warn(admitted(token)) }),
      ...(readOnly === true ? { readOnly } : {}),
      uploaded,
      tell: warn,
      lacks,
      refused: (write) => printRefusal(write, profile, warn),
    })
  let current = opened
  let mock = mockOf(opened)
  const use = (next: Mock): void => {
    mock = next
    layers = [...worlds, ...mock.layers]
  }
  const base: Base = {
    graph: () => mock.api.graph,
    began: () => current.graph,
    use: (next) => use(mockOf(current, next)),
    answer: (request) => mock.api.answer(request),
    reset: () => use(mockOf(current)),
    make: (next) => mockOf(current, next),
    roleOfToken: (token) => mock.roleOfToken(token),
  }
  const worlds = worldLayers(base, rest)
  let layers: readonly Layer[] = [...worlds, ...mock.layers]
  return {
    before: (request) => {
      const { graph } = mock.api
      const reportChange = <T>(answer: T): T => {
        if (mock.api.graph !== graph) written?.(mock.api.graph)
        return answer
      }
      const answer = firstAnswer(layers, request)
      return answer instanceof Promise ? answer.then(reportChange) : reportChange(answer)
    },
    api: {
      get graph() {
        return mock.api.graph
      },
      answer: (request) => mock.api.answer(request),
    },
    pictures: firstOf(uploaded.find, picturesOf(base.graph)),
    use: (now) => {
      current = now
      use(mockOf(now))
    },
  }
}

/** The default world, and how to make others. */
export interface Base {
  readonly graph: () => Graph
  /** The graph at the start. */
  readonly began: () => Graph
  readonly answer: ContentApi['answer']
  readonly use: (graph: Graph) => void
  readonly reset: () => void
  readonly make: (graph: Graph) => Mock
  /** Returns the role of a token that the graph does not list. */
  readonly roleOfToken?: RoleOfToken
}

/** The layers of named worlds and of `/_populace`. */
export function worldLayers(
  base: Base,
  {
    around: { journal, faults },
    admin,
    origin,
    explorer,
  }: Omit<AnsweringOptions, 'profile' | 'strictTokens' | 'keep' | 'readOnly' | 'written' | 'sent'>,
): readonly Layer[] {
  const worlds = new Worlds({ base: base.graph, make: base.make })
  const shown = explorer === undefined ? {} : { explorer }
  const asked = adminLayer({ version: packageVersion(), journal, worlds, faults, base, origin, ...shown })
  return [...(admin ? [asked] : []), worldsLayer(worlds)]
}

const warn = (line: string): void => void process.stderr.write(`${line}\n`)

/** The visible characters of a token; too few to reconstruct it. */
const SHOWN_OF_TOKEN = 4

function admitted(token: string): string {
  const begins = token.length < 4 * SHOWN_OF_TOKEN ? '' : ` ${printable(token.slice(0, SHOWN_OF_TOKEN), 10)}…`
  return `A token${begins} that nobody was given: it may read everything; --strict-tokens refuses it`
}
