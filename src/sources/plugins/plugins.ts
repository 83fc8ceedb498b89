/** Imitates popular plugins of a project without running them. */

import type { ApiOptions, ContentApi } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { DatasetFiles } from '../../reference/load/files/files.ts'
import type { BeforeFind, Instead } from '../../reference/plan/level.ts'
import { isObject, type Json, parseJson } from '../../util/json.ts'
import { splitTarget } from '../../util/url/target.ts'
import { type Value, valueAt } from '../code/value.ts'
import { at, textAt } from '../database/model.ts'
import type { Note } from '../note.ts'
import { type AllConfig, allOf, carried } from './all.ts'
import { DEEP_PARAMETERS, type DeepConfig, deepOf } from './deep.ts'
import { collectionNames } from './names.ts'

/** Creates an API of a graph. */
export type ApiMaker = (graph: Graph, options: ApiOptions) => ContentApi

export interface PluginsFound {
  readonly notes: readonly Note[]
  /** Adds the plugins to an API. */
  readonly withPlugins: (make: ApiMaker) => ApiMaker
}

export interface PluginOptions {
  /** Reads a file of the project. */
  readonly text: (path: string) => string | undefined
  /** `config/plugins` */
  readonly config: { readonly file: string; readonly value: Value }
  readonly dataset: DatasetFiles
}

/** The packages, the imitated version, and their name in `config/plugins`. */
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
  /** The plugin's configuration; null if the project does not have it. */
  const settingsOf = (plugin: Package): Settings | null => {
    const asked = textAt(dependencies, [plugin.from])
    if (asked === undefined) return null
    const settings = settingsIn(config, plugin, notes)
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
    last: comesLast(config.value, dependencies),
  }
  const isNone = deep === null && all === null
  return { notes, withPlugins: (make) => (isNone ? make : withConfigs(make, configs, dataset)) }
}

/** The order of plugins: first as in `config/plugins`, then as in `package.json`. */
function comesLast(config: Value, dependencies: Json | undefined): 'deep' | 'all' {
  const declared = config.kind === 'object' ? [...config.members.keys()] : []
  const installed = isObject(dependencies) ? Object.keys(dependencies) : []
  const placeOf = ({ from, name }: Package): number =>
    declared.includes(name) ? declared.indexOf(name) : declared.length + installed.indexOf(from)
  return placeOf(ALL) > placeOf(DEEP) ? 'all' : 'deep'
}

const followed = ({ from, version }: Package, found: string): Note => ({
  file: 'package.json',
  line: 0,
  says: `the plugin ${from} is ${found}: answers follow ${version} of it`,
})

/** A member of a plugin's configuration; undefined if it is missing or unreadable. */
interface Settings {
  readonly at: (path: readonly string[]) => Setting
}
type Setting = string | number | boolean | null | undefined | readonly Setting[]

function settingsIn({ file, value }: PluginOptions['config'], { name }: Package, notes: Note[]): Settings {
  const own = valueAt(value, [name])
  const noted = new Set<string>()
  return {
    at: (path) => {
      // `false` in place of the object disables the plugin.
      if (own.kind === 'plain') return path[0] === 'enabled' && own.value === false ? false : undefined
      const found = valueAt(own, path)
      if (found.kind !== 'unknown') return settingOf(found)
      const { why, line } = found
      if (!noted.has(`${line} ${why}`)) {
        const where = own.kind === 'unknown' ? name : [name, ...path].join('.')
        const says = `${where} cannot be read without running the project: ${why}; taken as by default`
        notes.push({ file, line, says })
      }
      noted.add(`${line} ${why}`)
      return undefined
    },
  }
}

function settingOf(value: Value): Setting {
  if (value.kind === 'plain') return value.value
  return value.kind === 'list' ? value.items.map(settingOf) : undefined
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
  /** The plugin that wins if both apply. */
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
      // The plugin handles requests below this path only, whatever the prefix of the API.
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
