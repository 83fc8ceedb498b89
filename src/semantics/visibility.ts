/** Selects rows: by `status` at every level, by `publicationFilter`, `hasPublishedVersion` and `locale` at the root. */

import type { Graph, Role, Row } from '../reference/graph/graph.ts'
import type { QuerySyntax } from '../reference/parse/syntax.ts'
import type { PublicationFilter, Target } from '../reference/plan/plan.ts'
import type { ContentType, Uid } from '../reference/schema/schema.ts'

/** The context of every step of a request. The context has no locale, because `locale` selects only root rows. */
export interface View {
  readonly graph: Graph
  readonly role: Role
  readonly status: 'draft' | 'published'
}

export const statusOf = ({ status }: QuerySyntax): View['status'] =>
  status === 'draft' ? 'draft' : 'published' // status.draft status.default

export const rowsOf = (uid: Uid, { tables }: Graph): readonly Row[] => tables.get(uid)?.rows ?? []

export const rowOf = (uid: Uid, id: number, { tables }: Graph): Row | undefined =>
  tables.get(uid)?.byId.get(id)

/** Returns all rows of the document of a row: drafts and published rows in all locales. */
export const versionsOf = (row: Row, { tables }: Graph): readonly Row[] =>
  tables.get(row.uid)?.byDocument.get(row.documentId) ?? []

/** Returns whether a row has the requested status. A row of a type without draft & publish has every status. */
export function isVisible(row: Row, { graph, status }: View): boolean {
  const type = graph.schema.contentTypes.get(row.uid)
  return type?.draftAndPublish !== true || row.status === status
}

/** A row, the rows of its document with the other status (`others`), and the `others` in its own locale (`pairs`). */
interface Pairing {
  readonly isDraft: boolean
  readonly others: readonly Row[]
  readonly pairs: readonly Row[]
  readonly isModified: (pair: Row) => boolean
}

const COHORTS: Readonly<Record<PublicationFilter, (pairing: Pairing) => boolean>> = {
  'never-published': ({ isDraft, pairs }) => isDraft && pairs.length === 0,
  'never-published-document': ({ isDraft, others }) => isDraft && others.length === 0,
  'has-published-version': ({ pairs }) => pairs.length > 0,
  'has-published-version-document': ({ others }) => others.length > 0,
  modified: ({ pairs, isModified }) => pairs.some(isModified),
  unmodified: ({ pairs, isModified }) => pairs.some((pair) => !isModified(pair)),
  'published-without-draft': ({ isDraft, pairs }) => !isDraft && pairs.length === 0,
  'published-with-draft': ({ isDraft, pairs }) => !isDraft && pairs.length > 0,
}

const isCohort = (name: unknown): name is PublicationFilter =>
  typeof name === 'string' && Object.hasOwn(COHORTS, name)

/** Returns the cohort of rows that a request selects. The older `hasPublishedVersion` selects one of two cohorts. */
function cohortOf({ publicationFilter, hasPublishedVersion }: QuerySyntax): PublicationFilter | undefined {
  if (isCohort(publicationFilter)) return publicationFilter
  if (hasPublishedVersion === 'true') return 'has-published-version-document' // status.has-published-version
  return hasPublishedVersion === 'false' ? 'never-published-document' : undefined
}

export function isInCohort(row: Row, syntax: QuerySyntax, type: ContentType, graph: Graph): boolean {
  const cohort = cohortOf(syntax)
  if (cohort === undefined || !type.draftAndPublish) return true
  const isDraft = row.status === 'draft'
  const others = versionsOf(row, graph).filter((other) => other.status !== row.status)
  const pairs = others.filter((other) => other.locale === row.locale)
  const isModified = (pair: Row): boolean =>
    isDraft ? updatedAt(row) > updatedAt(pair) : updatedAt(pair) > updatedAt(row)
  return COHORTS[cohort]({ isDraft, others, pairs, isModified }) // status.publication-filter
}

const updatedAt = ({ values }: Row): number => Date.parse(String(values.updatedAt))

export function isInLocale(
  row: Row,
  { locale }: QuerySyntax,
  type: ContentType,
  target: Target,
  { locales }: Graph,
): boolean {
  if (!type.localized) return true
  if (locale === undefined || locale === null || locale === '') return row.locale === locales.default // locale.default
  if (locale === '*' && target.kind === 'list') return true // locale.all
  return Array.isArray(locale) ? locale.includes(row.locale) : row.locale === locale // locale.chosen
}
