/**
 * Answers the requests that `serve` gets: for the served source, for named worlds, and for `/_populace`. The server
 * loads this module after it has started to listen, so that it listens sooner.
 */

import type { RoleOfToken } from '../../reference/access.ts'
import { bearerToken, roleOf } from '../../reference/access.ts'
import { type ApiResponse, type ContentApi, createReferenceApi, KEPT_BYTES } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { AdminAccess } from '../../server/admin/access.ts'
import { adminLayer } from '../../server/admin/admin.ts'
import type { ExplorerOptions } from '../../server/admin/explained.ts'
import { missingPermissions, type Remedies } from '../../server/advice/missing-permission.ts'
import { reportRefusal } from '../../server/advice/refused-write.ts'
import { errorAnswer } from '../../server/errors.ts'
import { firstAnswer, type Layer, type MockRequest } from '../../server/layer.ts'
import { createMock, type Mock, type MockOptions } from '../../server/mock.ts'
import { firstOf, picturesOf } from '../../server/pictures.ts'
import { Uploaded } from '../../server/plugins/upload/uploaded.ts'
import type { FindFile } from '../../server/stored.ts'
import { Worlds, worldsLayer } from '../../server/worlds/worlds.ts'
import { NotSavedError } from '../../sources/write/saving/not-saved.ts'
import { LruBudget } from '../../util/cache/lru.ts'
import { printable, printableLines } from '../../util/printable.ts'
import { packageVersion } from '../root.ts'
import type { Started } from '../source.ts'
import { printError } from '../terminal.ts'
import type { Around } from './around.ts'

export interface AnsweringOptions {
  /** The name of an existing profile, under which the server answers. */
  readonly profile: string
  /** Whether the server rejects unknown tokens. */
  readonly strictTokens?: true
  /** The maximum number of bytes of all caches together. */
  readonly keep?: number
  /** Whether the server refuses all changes. */
  readonly readOnly?: true
  /**
   * The function that gives the time of a write, in milliseconds. By default, the time of each write is one second
   * after the latest time in the rows.
   */
  readonly now?: () => number
  /** Saves each new state of the default world. @throws NotSavedError if the world must keep its earlier state. */
  readonly store?: (graph: Graph) => void
  /** Receives each uploaded file: the name under which the server offers the file, and its bytes. */
  readonly sent?: (name: string, bytes: Uint8Array) => void
  readonly admin: boolean
  /** The rules for access to `/_populace`. By default, only this machine has access to `/_populace`. */
  readonly access?: AdminAccess
  readonly explorer?: ExplorerOptions
  readonly around: Around
  /** The number of this server among its replicas, so that each replica gives other ids to new entries. */
  readonly replica?: number
  /** The maximum number of named worlds. */
  readonly maxWorlds?: number
  /** Returns the origin of the server, such as `http://127.0.0.1:1337`. */
  readonly origin: () => string
}

export interface Answering {
  readonly api: ContentApi
  /** The function that answers a request before the content API gets it, such as a request for `/_populace`. */
  readonly before: Layer
  /** Finds uploaded files and made-up pictures by their path. */
  readonly pictures: FindFile
  /** Returns the name of the role of an `Authorization` header; undefined for an unknown token. */
  readonly roleNameOf: (authorization: string | undefined) => string | undefined
  /** Replaces the source. Returns whether the replacement discards writes to the default world. */
  readonly use: (opened: Started) => boolean
}

/** The command-line options that add a missing permission or token, for messages. */
const OPTIONS: Remedies = { grant: (permission) => `--grant ${permission}`, access: '--access FILE' }

export function answeringOf(opened: Started, options: AnsweringOptions): Answering {
  const { keep = KEPT_BYTES, store, sent, ...rest } = options
  const uploaded = new Uploaded(sent)
  const share = new LruBudget(keep)
  const lacks = missingPermissions(() => current.graph, OPTIONS, warn)
  const mockOf = (
    { source, code, tables }: Started,
    now: Graph,
    as: CopyOptions & Pick<MockOptions, 'store'> = {},
  ): Mock =>
    createMock(now, {
      ...sourceOptions({ source, code, tables }),
      ...sharedOptions(options),
      // All worlds share one budget for caches.
      keep: { share },
      uploaded,
      lacks,
      ...as,
    })
  let current = opened
  const saved = store === undefined ? {} : { store }
  const began = (of: Started): Mock => mockOf(of, of.graph, saved)
  let mock = began(opened)
  opened.code?.useHost(mock.host())
  const base = baseOf(() => ({ mock, current }), mockOf)
  const worlds = worldLayers(base, rest)
  /** The last graph of each mock that a reload has replaced. */
  const last = new WeakMap<Mock, Graph>()
  const isLate = (asked: Mock): boolean => (last.get(asked) ?? asked.api.graph) !== asked.api.graph
  let layers: readonly Layer[] = [...worlds, ...mock.layers]
  return {
    before: (request) => {
      const asked = mock
      const answer = orNotSaved(request, () => firstAnswer(layers, request))
      if (!(answer instanceof Promise)) return answer
      // A reload may replace the source while the server waits for the body of a write; then the server refuses the
      // write.
      return answer.then((one) => (isLate(asked) && !isReading(request) ? tooLate(request) : one))
    },
    api: {
      get graph() {
        return mock.api.graph
      },
      answer: (request) => mock.api.answer(request),
    },
    roleNameOf: (authorization) => roleOf(mock.api.graph, bearerToken(authorization), mock.roleOfToken)?.name,
    pictures: firstOf(uploaded.find, picturesOf(base.graph)),
    use: (now) => {
      const isChanged = mock.api.graph !== current.graph
      last.set(mock, mock.api.graph)
      current = now
      mock = began(now)
      now.code?.useHost(mock.host())
      layers = [...worlds, ...mock.layers]
      return isChanged
    },
  }
}

type MakeMock = (started: Started, now: Graph, as?: CopyOptions) => Mock

/** Returns the default world, whose functions always use the mock of the latest reload of the source. */
function baseOf(now: () => { readonly mock: Mock; readonly current: Started }, mockOf: MakeMock): Base {
  return {
    graph: () => now().mock.api.graph,
    began: () => now().current.graph,
    use: (next) => now().mock.use(next),
    trace: (request) => now().mock.trace(request),
    reset: () => now().mock.reset(now().current.graph),
    make: (next, as) => mockOf(now().current, next, as),
    get newIds() {
      return now().mock.newIds
    },
    roleOfToken: (token) => now().mock.roleOfToken(token),
  }
}

/** Returns the options of a mock server that depend on the source. */
function sourceOptions({
  source,
  code,
  tables,
}: Pick<Started, 'source' | 'tables'> & { readonly code: Started['code'] | undefined }): MockOptions {
  const { api, roleOfToken, accounts } = source
  return {
    api: (one, given) => (api ?? createReferenceApi)(one, given),
    ...(code === undefined ? {} : { code, tables }),
    ...(roleOfToken === undefined ? {} : { roleOfToken }),
    ...(accounts === undefined ? {} : { accounts }),
  }
}

type CopyOptions = Pick<MockOptions, 'profile' | 'roleOfToken'>

/** Returns the options of a mock server that do not depend on the source. All worlds share these options. */
function sharedOptions({ profile, strictTokens, readOnly, now, replica }: AnsweringOptions): MockOptions {
  return {
    profile,
    ...(now === undefined ? {} : { now }),
    ...(replica === undefined ? {} : { replica }),
    tell: warn,
    refused: (write) => reportRefusal(write, profile, warn),
    ...(strictTokens === true ? {} : { admit: (token) => warn(admitted(token)) }),
    ...(readOnly === true ? { readOnly } : {}),
  }
}

const isReading = ({ method = 'GET' }: MockRequest): boolean => method === 'GET' || method === 'HEAD'

/** The default world, and the functions that create other worlds. */
export interface Base {
  readonly graph: () => Graph
  /** Returns the graph of the default world before any write. */
  readonly began: () => Graph
  readonly trace: Mock['trace']
  readonly use: (graph: Graph) => void
  readonly reset: () => void
  /**
   * Creates a mock server over a graph. The mock server has the options of the default world, except the options
   * that `as` overrides.
   */
  readonly make: (graph: Graph, as?: CopyOptions) => Mock
  /** Generates the ids of new rows. */
  readonly newIds: Mock['newIds']
  /** Returns the role of a token that `access.json` does not list. */
  readonly roleOfToken?: RoleOfToken
}

/** Returns the layers that answer requests to named worlds and to `/_populace`. */
export function worldLayers(
  base: Base,
  {
    around: { journal, faults, metrics },
    admin,
    access,
    origin,
    explorer,
    maxWorlds,
  }: Omit<
    AnsweringOptions,
    'profile' | 'strictTokens' | 'keep' | 'readOnly' | 'now' | 'store' | 'sent' | 'replica'
  >,
): readonly Layer[] {
  const worlds = new Worlds({
    base: base.graph,
    make: base.make,
    ...(maxWorlds === undefined ? {} : { most: maxWorlds }),
  })
  const shown = explorer === undefined ? {} : { explorer }
  const asked = adminLayer({
    ...{ version: packageVersion(), journal, worlds, metrics, faults, base, origin, ...shown },
    ...(access === undefined ? {} : { access }),
  })
  return [...(admin ? [asked] : []), worldsLayer(worlds)]
}

/**
 * Returns the answer that the function `answer` gives, or an answer with status 507 if the write could not be saved.
 */
function orNotSaved(request: MockRequest, answer: () => ReturnType<Layer>): ReturnType<Layer> {
  const failed = (error: unknown): ApiResponse => {
    if (!(error instanceof NotSavedError)) throw error
    warn(error.message)
    const refusal = { status: 507, name: 'InsufficientStorageError', message: error.message } as const
    return errorAnswer(refusal, request.headers?.['origin'])
  }
  try {
    const found = answer()
    return found instanceof Promise ? found.catch(failed) : found
  } catch (error) {
    return failed(error)
  }
}

/** Returns the answer 503 for a write during which a reload replaced the source. */
function tooLate({ headers }: MockRequest): ApiResponse {
  const message = 'The source was replaced while the request arrived, so nothing was written. Send it again'
  return errorAnswer({ status: 503, name: 'ServiceUnavailableError', message }, headers?.['origin'])
}

const warn = (line: string): void => printError(printableLines(line))

/**
 * The number of characters of a token that messages print. The printed part is too short to guess the rest of the
 * token.
 */
const SHOWN_OF_TOKEN = 4

function admitted(token: string): string {
  const begins = token.length < 4 * SHOWN_OF_TOKEN ? '' : ` ${printable(token.slice(0, SHOWN_OF_TOKEN), 10)}…`
  return `Unknown token${begins}: it may read everything; to refuse it, use --strict-tokens`
}
