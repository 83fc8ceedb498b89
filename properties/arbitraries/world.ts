/** Generates worlds. A world is a schema, a dataset for the schema, and roles with different permissions. */

import * as fc from 'fast-check'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import { formatFault } from '../../src/reference/schema/fault.ts'
import type { ContentType } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'
import { modelsOf } from '../../src/writing/index.ts'
import { DOCUMENT_DICE, draftRows, LOCALES, type RowDraft, rowsByType } from './dataset.ts'
import { type Dice, dice, manyDice, roll } from './dice.ts'
import { linkRows } from './links.ts'
import { type SchemaFiles, schemaDice, writeSchema } from './schema.ts'
import { type WorldSettings, worldSettings } from './settings.ts'
import { TEXT_FAMILIES } from './values.ts'

/** The files of a generated dataset, and the graph that is built from these files. */
export interface World {
  readonly files: DatasetFiles
  readonly graph: Graph
  /** Returns the text that fast-check prints for a world: its dataset files, one per line. */
  readonly [fc.toStringMethod]: () => string
}

const LONGEST_LINE = 600

/** Returns the dataset files of a counterexample as text, each with its name and its shortened JSON. */
function textOf(files: DatasetFiles): string {
  const { contentTypes, components = {}, entries = {}, media = [], access = null } = files
  const lines = [
    ...Object.entries(contentTypes).map(([name, json]) => [`content-types/${name}`, json] as const),
    ...Object.entries(components).map(([name, json]) => [`components/${name}`, json] as const),
    ...Object.entries(entries).map(([name, json]) => [`entries/${name}`, json] as const),
    ['media', media] as const,
    ['access', access] as const,
  ]
  return lines.map(([name, json]) => `\n${name}: ${JSON.stringify(json).slice(0, LONGEST_LINE)}`).join('')
}

/**
 * Generates worlds with generated schemas.
 *
 * ```ts
 * fc.assert(fc.property(worlds({ types: 2, morphs: false }), ({ graph }) => graph.tables.size > 0))
 * ```
 */
export function worlds(settings: Partial<WorldSettings> = {}): fc.Arbitrary<World> {
  const all = worldSettings(settings)
  return fc
    .record({ schema: schemaDice(all), data: dataDice(all) })
    .map(({ schema, data }) => furnish(writeSchema(schema, all), data, all))
}

/**
 * Generates worlds for schema files that you pass, such as the schema files of your own project.
 *
 * ```ts
 * const info = { singularName: 'article', pluralName: 'articles' }
 * const article = { info, attributes: { title: { type: 'string' } } }
 * const [world] = fc.sample(worldsOf({ contentTypes: { article }, components: {} }), 1)
 * ```
 */
export function worldsOf(schema: SchemaFiles, settings: Partial<WorldSettings> = {}): fc.Arbitrary<World> {
  const all = worldSettings(settings)
  return dataDice(all).map((data) => furnish(schema, data, all))
}

interface DataDice {
  readonly documents: readonly Dice[]
  readonly access: Dice
  readonly options: Dice
}

const dataDice = ({ documents }: WorldSettings): fc.Arbitrary<DataDice> =>
  fc.record({
    documents: manyDice(DOCUMENT_DICE, documents),
    access: dice(40),
    options: dice(9),
  })

function furnish(
  schema: SchemaFiles,
  { documents, access, options }: DataDice,
  settings: WorldSettings,
): World {
  const empty = load({ ...schema })
  const types = empty.schema
  const option = roll(options)
  const rows = draftRows(documents, types, modelsOf(empty), option.pick(TEXT_FAMILIES))
  linkRows(rows, types, option.chance(40))
  const locales = { default: 'en', locales: LOCALES.map((code) => ({ code })) }
  const rest = settings.restrictions ? restSettings(option) : {}
  const files = {
    ...schema,
    ...rowFiles(rows),
    locales,
    access: settings.restrictions ? accessFile(access, [...types.contentTypes.values()]) : OPEN,
    settings: { rest },
  }
  return { files, graph: load(files), [fc.toStringMethod]: () => textOf(files) }
}

/** Builds the graph of generated dataset files, which must be valid. */
export function load(files: DatasetFiles): Graph {
  const built = buildGraph(files)
  if ('graph' in built) return built.graph
  throw new Error(`a generated dataset is faulty:\n${built.faults.map(formatFault).join('\n')}`)
}

/** Returns the name of the JSON file of a type without extension: the uid with dashes in place of `::` and dots. */
export const stemOf = (uid: string): string => uid.replace('::', '-').replaceAll('.', '-')

function rowFiles(rows: readonly RowDraft[]): Pick<DatasetFiles, 'entries' | 'media'> {
  const byType = rowsByType(rows)
  const media = (byType.get('plugin::upload.file') ?? []).map(({ json }) => json)
  byType.delete('plugin::upload.file')
  const entries = [...byType].map(([uid, own]): [string, Json] => [stemOf(uid), own.map(({ json }) => json)])
  return { entries: Object.fromEntries(entries), media }
}

function restSettings(option: ReturnType<typeof roll>): { [key: string]: Json } {
  return {
    defaultLimit: option.pick([25, 25, 2]),
    maxLimit: option.pick([null, 100, null, 100, null, null, null, 3]),
    withCount: !option.chance(15),
    prefix: option.pick(['/api', '/api', '/api', '/content/v1', '']),
    strictParams: option.chance(12),
  }
}

const OPEN: Json = { publicRole: 'public', roles: { public: { permissions: ['*'] } }, tokens: {} }

/**
 * Returns the JSON of `access.json` with five roles: the public role, and four roles with an API token each. The four
 * roles have some permissions, only `find` of every type, all permissions, or none.
 */
function accessFile(throws: Dice, types: readonly ContentType[]): Json {
  const { chance, some } = roll(throws)
  const everyone = chance(35) ? ['*'] : []
  const actions = types.flatMap(({ uid }) => [`${uid}.find`, `${uid}.findOne`])
  const routed = actions.filter((action) => action.startsWith('api::'))
  const permissions = (): Json => [...new Set([...some(routed, routed.length), ...some(actions, 3)])]
  return {
    publicRole: 'public',
    roles: {
      public: { permissions: everyone.length > 0 ? everyone : permissions() },
      some: { permissions: permissions() },
      finder: { permissions: ['*.find'] },
      all: { permissions: ['*'] },
      none: { permissions: [] },
    },
    tokens: { 'all-token': 'all', 'some-token': 'some', 'finder-token': 'finder', 'none-token': 'none' },
  }
}
