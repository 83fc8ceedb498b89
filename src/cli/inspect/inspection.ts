/** Collects the facts about a source and its code. */
import type { Graph, Table } from '../../reference/graph/graph.ts'
import { type Note, noteText, type Source } from '../../sources/index.ts'
import type { CodeProblem, ProjectCode } from '../../sources/runner/project-code.ts'
import type { ServerFound } from '../../sources/server.ts'
import { printable } from '../../util/printable.ts'
import { nextSteps } from './advice.ts'
import type { CodeFacts, Inspection, TypeFacts } from './facts.ts'

export interface Inspected {
  readonly path: string
  readonly source: Source
  readonly profile: string
  readonly graph: Graph
  readonly printed: readonly string[]
  readonly report?: ProjectCode['report']
  /** Whether the options of the command let the code of the project run. */
  readonly runsCode: boolean
}

const MAX_LINE = 1_000

/** Collects the facts about an opened source. */
export function inspectionOf(inspected: Inspected): Inspection {
  const { path, source, profile, graph, printed } = inspected
  const { server } = source
  const code = codeOf(inspected)
  const unrouted = new Set(inspected.report?.unrouted ?? [])
  const facts = {
    source: path,
    kind: source.kind,
    profile,
    release: { value: server?.version ?? null, from: server?.versionFrom ?? null },
    database: { value: server?.database ?? null, from: server?.databaseFrom ?? null },
    types: [...graph.tables.values()].filter(isListed).map((table) => typeFacts(table, graph, unrouted)),
    components: [...graph.schema.components.keys()],
    locales: { default: graph.locales.default, codes: graph.locales.codes.map((locale) => locale.code) },
    roles: [...graph.access.roles.values()].map(({ name, permissions }) => ({
      name,
      isPublic: name === graph.access.publicRole,
      permissions: [...permissions],
    })),
    tokens: graph.access.tokens.size,
    code,
    notes: notesOf(source.notes, server, code),
    printed: printed.map((line) => printable(line, MAX_LINE)),
  }
  return { ...facts, next: nextSteps(facts, inspected.runsCode) }
}

/**
 * Returns whether the page of `inspect` lists a type: each type of the project, and each type of a plugin that has
 * entries. The page does not list the types of roles and permissions, because it has a section about roles.
 */
const isListed = ({ type, rows }: Table): boolean =>
  type.uid.startsWith('api::') || (rows.length > 0 && !RIGHTS.has(type.uid))

const RIGHTS: ReadonlySet<string> = new Set([
  'plugin::users-permissions.role',
  'plugin::users-permissions.permission',
])

function typeFacts(
  { type, rows, byDocument }: Table,
  { settings }: Graph,
  unrouted: ReadonlySet<string>,
): TypeFacts {
  const isOwn = type.uid.startsWith('api::')
  const name = type.kind === 'singleType' ? type.singularName : type.pluralName
  const published = new Set(rows.filter(({ status }) => status === 'published').map((row) => row.documentId))
  return {
    uid: type.uid,
    path: isOwn ? `${settings.prefix}/${name}` : '',
    entries: byDocument.size,
    ...(type.draftAndPublish ? { published: published.size } : {}),
    ...(unrouted.has(type.uid) ? { unrouted: true } : {}),
  }
}

function codeOf({ source, report }: Inspected): CodeFacts | null {
  if (report === undefined) return null
  const { files, routes, inventory, customFields = {}, unset = [] } = report
  const failed = new Set(files.filter(({ state }) => state === 'failed').map(({ file }) => file))
  const all = distinct([...(source.code?.problems ?? []), ...report.problems])
  return {
    ...(inventory ?? { plugins: [], globals: [], documentMiddlewares: 0, subscribers: 0, cron: [] }),
    folder: source.project ?? '',
    ...{ files, routes, customFields, unset },
    lifecycles: files.filter(({ file }) => /\/lifecycles\.[^/]*$/.test(file)).map(({ file }) => file),
    missing: [...new Set(all.flatMap(({ missing }) => missing ?? []))],
    problems: all.filter(({ missing, file }) => missing === undefined && !failed.has(file)),
  }
}

function distinct(problems: readonly CodeProblem[]): readonly CodeProblem[] {
  const byText = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return [...byText.values()]
}

/**
 * Returns the notes on the source, except the notes that repeat a fact from the section about code on the page of
 * `inspect`.
 */
function notesOf(
  notes: readonly Note[],
  server: ServerFound | undefined,
  code: CodeFacts | null,
): readonly string[] {
  const isKnown = ({ file, says }: Note): boolean =>
    code !== null &&
    (code.missing.some((name) => says.includes(`"${name}"`)) ||
      code.problems.some((problem) => problem.file === file && problem.message === says) ||
      code.files.some((one) => one.file === file && one.state === 'failed'))
  return [...notes, ...(server?.notes ?? [])]
    .filter((note) => !isKnown(note))
    .map((note) => printable(noteText(note), MAX_LINE))
}
