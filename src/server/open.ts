/** `openSource` of `populace/mock`: opens the same sources as `populace serve`, for tests and adapters. */
import type { Graph } from '../reference/graph/graph.ts'
import { profile as profileOf, withoutRevealing } from '../reference/strapi/profile.ts'
import { withAccess, withGrants } from '../sources/allowed.ts'
import { profileOf as profileFrom } from '../sources/chosen-profile.ts'
import {
  type FakeOptions,
  graphOf,
  noteText,
  openSource as openAny,
  SourceError,
  type SourceOptions,
} from '../sources/index.ts'
import type { Json } from '../util/json.ts'
import { printable } from '../util/printable.ts'
import { missingPermissions, type Remedies } from './advice/missing-permission.ts'
import { reportRefusal } from './advice/refused-write.ts'
import { type ExplainedWorld, explainedWorld } from './code/explained-world.ts'
import { startCode } from './code/start.ts'
import { mockHandler } from './fetch.ts'
import { createMock, type Mock, type MockOptions } from './mock.ts'
import { firstOf, picturesOf } from './pictures.ts'
import { Uploaded } from './plugins/upload/uploaded.ts'
import { type FindFile, storedIn } from './stored.ts'
import { withFiles } from './uploads.ts'

export interface OpenOptions {
  /** The number of entries to make up for each collection type without entries, or options for made-up entries. */
  readonly fake?: number | FakeOptions
  /**
   * The name of the profile of the server that the answers imitate. The default is the release and database of the
   * source, or `documented` for a dataset folder.
   */
  readonly profile?: string
  /**
   * The settings in the format of `settings.json` of a dataset. The option `settings` overrides the configuration of a
   * project.
   */
  readonly settings?: Json
  /** Whether to run the project's own code. The default is true. */
  readonly projectCode?: boolean
  /** The hosts that the project's code may connect to, as `name` or `name:port`. */
  readonly allowNetwork?: readonly string[]
  /** The key of an encrypted export. */
  readonly key?: string
  /**
   * The folder of the Strapi project whose code runs over a dataset folder or an archive. The default is the project
   * from which the data was imported.
   */
  readonly project?: string
  /** Additional roles and API tokens, in the format of `access.json`, such as `{ tokens: { secret: 'editor' } }`. */
  readonly access?: Json
  /** The permissions to add: an action for the public role, such as `*.create`, or `ROLE=ACTION`. */
  readonly grant?: readonly string[]
  /**
   * Whether a request with an unknown API token gets a 401. By default, it gets a 401 if the source lists API tokens;
   * otherwise, it may read everything.
   */
  readonly strictTokens?: boolean
  /** Whether the server answers 405 to every request that changes data. */
  readonly readOnly?: boolean
  /** The environment variables of the project, which override those of `.env`; by default, those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /**
   * Called with each line that the project's code prints, and with a line about each refused write and each missing
   * permission. The callback also reports effects that only the real server has, such as a mail.
   */
  readonly tell?: (line: string) => void
}

/** An opened source. Its members `handle`, `mock` and `graph` belong to its first world. */
export interface OpenedSource extends OpenedWorld {
  /** The name of the profile of the server that the answers imitate. */
  readonly profile: string
  /**
   * Notes on omitted, changed or unreadable parts of the source. Each note begins with the name of the file that it
   * concerns.
   */
  readonly notes: readonly string[]
  /**
   * Creates a world with the data of the source, or with the graph `edited`, which a test made from `graph`. Writes to
   * the new world do not change any other world. The project's code runs in each world.
   */
  readonly world: (edited?: Graph) => OpenedWorld
  /** Stops the code of the project. */
  readonly end: () => void
}

/** One world of a source. */
export interface OpenedWorld extends ExplainedWorld {
  /**
   * Answers a request from the data of this world. The adapters take this handler: `mswHandlers(handle, …)`,
   * `routeContent(page, handle)`.
   */
  readonly handle: (request: Request) => Promise<Response>
  readonly mock: Mock
  /** The current graph. */
  readonly graph: Graph
}

/**
 * Opens a Strapi project, an export or a dataset folder and answers as `populace serve` does.
 * @throws SourceError for an unreadable source or an unknown option, DatasetError for an invalid source, and
 * ProfileError for an unknown profile.
 */
export async function openSource(path: string, options: OpenOptions = {}): Promise<OpenedSource> {
  checkNames(options)
  const { tell, access, grant = [], strictTokens = false, readOnly = false } = options
  const found = await openAny(path, sourceOptions(options))
  const source = withGrants(access === undefined ? found : withAccess(found, access), grant, 'grant')
  const own = source.server === undefined ? 'documented' : profileFrom(source.server).name
  const profile = options.profile ?? withoutRevealing(profileOf(own)).name
  const mocking: MockOptions = {
    profile,
    readOnly,
    ...(tell === undefined ? {} : { tell, ...reporting(profile, tell) }),
    ...(strictTokens ? {} : { admit: () => undefined }),
    ...(source.api === undefined ? {} : { api: source.api }),
    ...(source.roleOfToken === undefined ? {} : { roleOfToken: source.roleOfToken }),
    ...(source.accounts === undefined ? {} : { accounts: source.accounts }),
  }
  const opened = graphOf(source)
  const started = await startCode(source, opened, mocking)
  const graph = started?.graph ?? opened
  const full = started === undefined ? mocking : { ...mocking, code: started.code, tables: started.tables }
  const stored = storedIn(source)
  const first = worldOver(graph, full, stored)
  started?.code.useHost(first.mock.host())
  // Uses `Object.assign` on `first`, because an object spread would replace the getter of the current graph by the
  // current value.
  return Object.assign(first, {
    profile,
    notes: source.notes.map((note) => printable(noteText(note), MAX_LINE)),
    world: (edited?: Graph) => worldOver(edited ?? graph, full, stored),
    end: () => source.end?.(),
  })
}

const MAX_LINE = 1_000

/** Returns the callback that reports why a write was refused. */
const reporting = (profile: string, tell: (line: string) => void): Pick<MockOptions, 'refused'> => ({
  refused: (write) => reportRefusal(write, profile, tell),
})

/** How messages name the options of `openSource` that add a permission or an API token. */
const REMEDIES: Remedies = {
  grant: (permission) => `the option grant: ['${permission}']`,
  access: 'the option access',
}

/** The names of all options of `openSource`. */
const OPTIONS: Readonly<Record<keyof OpenOptions, true>> = {
  fake: true,
  profile: true,
  settings: true,
  projectCode: true,
  allowNetwork: true,
  key: true,
  project: true,
  access: true,
  grant: true,
  strictTokens: true,
  readOnly: true,
  env: true,
  tell: true,
}

/** Throws an error for an unknown option, such as `grants`. A program in JavaScript may pass such an option. */
function checkNames(options: OpenOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name))
  if (unknown === undefined) return
  const names = Object.keys(OPTIONS).join(', ')
  throw new SourceError(`openSource has no option ${printable(unknown, 100)}. The options are ${names}.`)
}

/**
 * Creates a world that also serves files: the uploaded files of the source, files that are uploaded to this world,
 * and generated files in place of missing files.
 */
function worldOver(graph: Graph, options: MockOptions, stored: readonly FindFile[]): OpenedWorld {
  const uploaded = new Uploaded()
  const { tell } = options
  const lacks = tell && missingPermissions(() => mock.api.graph, REMEDIES, tell)
  const mock: Mock = createMock(graph, { ...options, uploaded, ...(lacks === undefined ? {} : { lacks }) })
  const find = firstOf(
    ...stored,
    uploaded.find,
    picturesOf(() => mock.api.graph),
  )
  return {
    ...explainedWorld(mock, (now) => createMock(now, options), options),
    mock,
    handle: withFiles(mockHandler(mock), find),
    get graph() {
      return mock.api.graph
    },
  }
}

function sourceOptions({
  fake,
  settings,
  projectCode,
  allowNetwork,
  key,
  project,
  env,
  tell,
}: OpenOptions): SourceOptions {
  const given = typeof fake === 'number' ? { count: fake, seed: 1 } : fake
  return {
    env: env ?? process.env,
    ...(settings === undefined ? {} : { settings }),
    ...(key === undefined ? {} : { key }),
    ...(project === undefined ? {} : { project }),
    ...(given === undefined ? {} : { fake: given }),
    projectCode:
      projectCode === false ? false : { tell: tell ?? (() => undefined), allowedHosts: allowNetwork ?? [] },
  }
}
