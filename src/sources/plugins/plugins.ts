/** Imitates popular Strapi plugins that a project uses, without running the code of these plugins. */

import type { ApiOptions, ContentApi } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { DatasetFiles } from '../../reference/load/files/files.ts'
import type { BeforeFind, Instead } from '../../reference/plan/level.ts'
import { isObject, type Json, parseJson } from '../../util/json.ts'
import { splitTarget } from '../../util/url/target.ts'
import { at, textAt } from '../database/model.ts'
import type { Note } from '../note.ts'
import { collectionNames } from '../runner/tables.ts'
import { type AllConfig, allOf, carried } from './all.ts'
import { DEEP_PARAMETERS, type DeepConfig, deepOf } from './deep.ts'

/** Creates a content API over a graph. */
export type ApiMaker = (graph: Graph, options: ApiOptions) => ContentApi

export interface PluginsFound {
  readonly notes: readonly Note[]
  /** Wraps a function that creates a content API, so that the created API imitates the plugins. */
  readonly withPlugins: (make: ApiMaker) => ApiMaker
  /** Converts the path and query of a request to the form that the project's own code receives from the plugins. */
  readonly targetForCode: (target: string) => string
}

export interface PluginOptions {
  /** Reads a file of the project. */
  readonly text: (path: string) => string | undefined
  /** The exported value of `config/plugins`; undefined if the value is unknown. */
  readonly config: Json | undefined
  readonly dataset: DatasetFiles
}

/** The package name and version of an imitated plugin, and the plugin's name in `config/plugins`. */
const DEEP = {
  from: 'strapi-v5-plugin-populate-deep',
  version: '4.3.3',
  name: 'strapi-v5-plugin-populate-deep',
}
const ALL = { from: 'strapi-plugin-populate-all', version: '1.5.2', name: 'populate-all' }
type Package = typeof DEEP

export function readPlugins({ text, config, dataset }: PluginOptions): PluginsFound {
  const notes: Note[] = []
  const dependencies = at(parseJson(text('package.json') ?? ''), ['dependencies'])
  /** Returns the configuration of a plugin; null if the project does not use the plugin. */
  const settingsOf = (plugin: Package): Settings | null => {
    const asked = textAt(dependencies, [plugin.from])
    if (asked === undefined) return null
    const settings = settingsIn(config, plugin)
    if (settings.at(['enabled']) === false) return null
    const installed = textAt(parseJson(text(`node_modules/${plugin.from}/package.json`) ?? ''), ['version'])
    const version = installed ?? asked
    if (version !== plugin.version) notes.push(followed(plugin, version))
    return settings
  }
  const [deep, all] = [settingsOf(DEEP), settingsOf(ALL)]
  const configs: Configs = {
    deep: deep === null ? null : deepConfig(deep),
    all: all === null ? null : allConfig(all),
    last: comesLast(config, dependencies),
  }
  const isNone = deep === null && all === null
  return {
    notes,
    withPlugins: (make) => (isNone ? make : withConfigs(make, configs, dataset)),
    targetForCode: (target) => (all === null ? target : carried({ url: target }).url),
  }
}

/**
 * Returns the later of the plugins populate-deep and populate-all. The order of plugins is the order in
 * `config/plugins`, followed by the plugins that only `package.json` names.
 */
function comesLast(config: Json | undefined, dependencies: Json | undefined): 'deep' | 'all' {
  const declared = isObject(config) ? Object.keys(config) : []
  const installed = isObject(dependencies) ? Object.keys(dependencies) : []
  const placeOf = ({ from, name }: Package): number =>
    declared.includes(name) ? declared.indexOf(name) : declared.length + installed.indexOf(from)
  return placeOf(ALL) > placeOf(DEEP) ? 'all' : 'deep'
}

const followed = ({ from, version }: Package, found: string): Note => ({
  file: 'package.json',
  line: 0,
  says: `the plugin ${from} is ${found}; answers follow its version ${version}`,
})

/** A reader of a plugin's configuration. The function `at` returns a member; undefined if the member is missing. */
interface Settings {
  readonly at: (path: readonly string[]) => Json | undefined
}

function settingsIn(config: Json | undefined, { name }: Package): Settings {
  const own = at(config, [name])
  return {
    // If the configuration of a plugin is `false` instead of an object, the plugin is disabled.
    at: (path) => (own === false && path[0] === 'enabled' ? false : at(own, path)),
  }
}

const DEFAULT_DEPTH = 5

function deepConfig(settings: Settings): DeepConfig {
  const depth = settings.at(['config', 'defaultDepth'])
  const skips = settings.at(['config', 'skipCreatorFields'])
  return {
    defaultDepth: Number.parseInt(String(depth), 10) || DEFAULT_DEPTH,
    skipCreatorFields: skips === undefined || Boolean(skips),
  }
}

function allConfig(settings: Settings): AllConfig {
  const relations = settings.at(['config', 'relations'])
  if (Array.isArray(relations)) return { relations: relations.filter((uid) => typeof uid === 'string') }
  return { relations: relations !== false }
}

interface Configs {
  readonly deep: DeepConfig | null
  readonly all: AllConfig | null
  /** The plugin that determines the populated attributes if both plugins apply to a request. */
  readonly last: 'deep' | 'all'
}

function withConfigs(make: ApiMaker, { deep, all, last }: Configs, dataset: DatasetFiles): ApiMaker {
  const nameOf = collectionNames(dataset)
  return (graph, options) => {
    const { schema } = graph
    const api = (isDeep: boolean): ContentApi => {
      const beforeFind: BeforeFind = {
        parameters: deep === null ? NO_PARAMETERS : DEEP_PARAMETERS,
        ask: (query, type) => {
          const whole = all === null ? undefined : allOf(query, type, all)
          const levels =
            !isDeep || deep === null ? undefined : deepOf(query, type, { config: deep, nameOf, schema })
          return last === 'all' ? both(levels, whole) : both(whole, levels)
        },
      }
      return make(graph, { ...options, beforeFind })
    }
    const [under, elsewhere] = [api(true), api(false)]
    const answer: ContentApi['answer'] = (request) => {
      if (typeof request?.url !== 'string') return elsewhere.answer(request)
      const asked = all === null ? request : carried(request)
      // The plugin populate-deep handles only requests with a path below `/api/`, even if the API has another
      // prefix.
      return (splitTarget(asked.url).path.startsWith('/api/') ? under : elsewhere).answer(asked)
    }
    return { graph: under.graph, answer }
  }
}

const NO_PARAMETERS: ReadonlyMap<string, number> = new Map()

function both(first: Instead | undefined, second: Instead | undefined): Instead {
  const thrown = [first, second].find((one) => one?.kind === 'thrown')
  return thrown ?? { kind: 'instead', ...first, ...second }
}
