/** The steps that decide of a row whether it is shown, one by one, each with what it says of a row that it keeps out. */
import { citeConditions } from '../../reference/cite/conditions.ts'
import { matcher } from '../../reference/evaluate/conditions.ts'
import { type RowTest, rowTest } from '../../reference/evaluate/follow.ts'
import type { ComponentNode, Row } from '../../reference/graph/graph.ts'
import type { RawMap } from '../../reference/parse/url.ts'
import type { Condition, RowFilter } from '../../reference/plan/plan.ts'
import type { RuleId } from '../../reference/rules.ts'
import type { Model } from '../../reference/schema/schema.ts'
import { membersOf, textOfCondition } from '../condition-text.ts'
import type { Change, Reason, StepTaken } from '../explanation.ts'
import type { ExplainContext } from '../told.ts'
import { requestChange } from '../told.ts'
import { withMember } from '../written.ts'

/** A row, or a component, which no status and no locale keeps out. */
export type VisibleNode = Row | ComponentNode

export interface Sieve {
  readonly step: StepTaken['step']
  readonly says: string
  readonly keeps: (row: VisibleNode) => boolean
  readonly reason: (row: VisibleNode) => Reason
  /** The rules by which it keeps rows out, those that say most about it first. */
  readonly rules: readonly RuleId[]
  /** Why a row is kept out, as the end of a sentence: `it is a draft, and status=published is asked for`. */
  readonly because: (row: VisibleNode) => string
  readonly change: (row: VisibleNode) => Change | null
}

export const isRow = (found: VisibleNode): found is Row => 'status' in found

/** `status`, by its own rule and by more, and the cohort of `publicationFilter`: none for what has no drafts. */
export function statusSieves(
  model: Model,
  { status, publication }: RowFilter,
  told: ExplainContext,
  more: readonly RuleId[] = [],
): readonly Sieve[] {
  const table = told.graph.tables.get(model.uid)
  if (model.modelType !== 'contentType' || !model.draftAndPublish || status === null || table === undefined)
    return []
  const asked = rowKeeper(rowTest({ status, publication: null }, table))
  const byStatus: Sieve = {
    step: 'status',
    says: `status ${status}`,
    keeps: asked,
    reason: () => (status === 'published' ? 'draft' : 'published'),
    rules: [status === 'published' ? 'status.default' : 'status.draft', ...more],
    because: () =>
      status === 'published'
        ? 'it is a draft, and what is published is asked for'
        : 'it is published, and drafts are asked for',
    change: () =>
      requestChange(
        told,
        withMember(told.query, 'status', status === 'published' ? 'draft' : undefined),
        'status',
      ),
  }
  if (publication === null) return [byStatus]
  const inCohort: Sieve = {
    step: 'filter',
    says: `publicationFilter ${publication}`,
    keeps: rowKeeper(rowTest({ status, publication }, table)),
    reason: () => 'filter',
    rules: ['status.publication-filter'],
    because: () => `publicationFilter asks for ${publication}`,
    change: () =>
      requestChange(told, withMember(told.query, 'publicationFilter', undefined), 'publicationFilter'),
  }
  return [byStatus, inCohort]
}

const rowKeeper =
  (test: RowTest) =>
  (found: VisibleNode): boolean =>
    !isRow(found) || test(found)

/** The conditions of a place, one after the other. */
export const filterSieves = (
  where: Condition,
  told: ExplainContext,
  without: (condition: Condition) => RawMap | null,
  parameter: string,
): readonly Sieve[] =>
  membersOf(where).map((condition) => {
    const says = textOfCondition(condition)
    return {
      step: 'filter',
      says,
      keeps: matcher(condition, told.graph, told.meter),
      reason: () => 'filter',
      rules: rulesOf(condition, told),
      because: () => `the filter ${says} is not true of it`,
      change: () => requestChange(told, without(condition), parameter),
    }
  })

/** Operators, and what a condition goes through. */
function rulesOf(condition: Condition, { context }: ExplainContext): readonly RuleId[] {
  const rules = new Set<RuleId>()
  citeConditions(condition, '', context.schema, (rule) => rules.add(rule))
  if (condition.kind === 'some') rules.add('filters.through')
  return [...rules]
}

/** The first sieve that keeps a row out. */
export const stopped = (row: VisibleNode, sieves: readonly Sieve[]): Sieve | undefined =>
  sieves.find((sieve) => !sieve.keeps(row))

/** How many rows each sieve leaves. */
export function sifted<R extends VisibleNode>(
  rows: readonly R[],
  sieves: readonly Sieve[],
): { readonly left: readonly R[]; readonly steps: readonly StepTaken[] } {
  let left = rows
  const steps = sieves.map(({ step, says, keeps }): StepTaken => {
    left = left.filter(keeps)
    return { step, says, left: left.length }
  })
  return { left, steps }
}
