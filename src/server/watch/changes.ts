/** Summarizes the difference between two graphs in one line, for a user who has just saved a file. */
import { isDeepStrictEqual } from 'node:util'
import type { Graph, Row, Table } from '../../reference/graph/graph.ts'
import type { Model } from '../../reference/schema/schema.ts'

/** The maximum number of changes that the summary lists; the summary only counts further changes. */
const MOST = 8

/** The summary if no answer changes. */
export const NOTHING = 'nothing that is answered'

/**
 * Summarizes the differences between two graphs, for example as `article: 1 changed, 2 new; schema of tag; settings`.
 * The summary is `nothing that is answered` if the graphs are equal.
 */
export function changesBetween(before: Graph, after: Graph): string {
  const uids = new Set([...before.tables.keys(), ...after.tables.keys()])
  const rows = [...uids].flatMap((uid) => {
    const [old, now] = [before.tables.get(uid), after.tables.get(uid)]
    const name = (now ?? old)?.type.singularName ?? uid
    const counts = rowChanges(old, now)
    return counts === '' ? [] : [`${name}: ${counts}`]
  })
  const said = [...rows, ...schemaChanges(before, after), ...settingChanges(before, after)]
  if (said.length === 0) return NOTHING
  const rest = said.length - MOST
  return said.slice(0, MOST).join('; ') + (rest > 0 ? `; and ${rest} more` : '')
}

function rowChanges(before: Table | undefined, after: Table | undefined): string {
  if (before === after) return ''
  const [old, now] = [before?.byId ?? NONE, after?.byId ?? NONE]
  const added = [...now.keys()].filter((id) => !old.has(id)).length
  const gone = [...old.keys()].filter((id) => !now.has(id)).length
  const changed = [...now].filter(([id, row]) => isOther(old.get(id), row)).length
  const counts = [
    [changed, 'changed'],
    [added, 'new'],
    [gone, 'gone'],
  ] as const
  return counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(', ')
}

const NONE: ReadonlyMap<number, Row> = new Map()

const isOther = (before: Row | undefined, after: Row): boolean =>
  before !== undefined && before !== after && !isDeepStrictEqual(before, after)

function schemaChanges(before: Graph, after: Graph): readonly string[] {
  const models = ({ schema }: Graph) => new Map<string, Model>([...schema.contentTypes, ...schema.components])
  const [old, now] = [models(before), models(after)]
  const gone = [...old.keys()].filter((uid) => !now.has(uid)).map((uid) => `${uid} is gone`)
  const others = [...now].flatMap(([uid, model]) => {
    const was = old.get(uid)
    if (was === undefined) return [`${uid} is new`]
    return was === model || isSameModel(was, model) ? [] : [`schema of ${uid}`]
  })
  return [...gone, ...others]
}

/** Returns whether two models are equal, including the order of their attributes, because answers show this order. */
const isSameModel = (before: object, after: object): boolean =>
  isDeepStrictEqual(before, after) && isDeepStrictEqual(namesIn(before), namesIn(after))

const namesIn = (model: object): readonly unknown[] =>
  'attributes' in model && model.attributes instanceof Map ? [...model.attributes.keys()] : []

function settingChanges(before: Graph, after: Graph): readonly string[] {
  const parts = ['settings', 'access', 'locales'] as const
  return parts.filter((part) => before[part] !== after[part] && !isDeepStrictEqual(before[part], after[part]))
}

/** The maximum number of code files that a summary names. */
const MOST_FILES = 5

/** Adds the changed files of a project's code to a summary, such as `the code of the project changed: src/index.ts`. */
export function withCodeChanges(changes: string, files: readonly string[]): string {
  if (files.length === 0) return changes
  const rest = files.length - MOST_FILES
  const names = files.slice(0, MOST_FILES).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  const code = `the code of the project changed: ${names}`
  return changes === NOTHING ? code : `${changes}; ${code}`
}
