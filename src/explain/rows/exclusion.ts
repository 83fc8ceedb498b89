/**
 * Exclusion steps. An exclusion step tests whether an answer shows a row, and explains the absence of an excluded
 * row.
 */
import { citeConditions } from '../../reference/cite/conditions.ts'
import { matcher } from '../../reference/evaluate/conditions.ts'
import { type RowTest, rowTest } from '../../reference/evaluate/follow.ts'
import type { ComponentNode, Row } from '../../reference/graph/graph.ts'
import { isGiven, type RawMap } from '../../reference/parse/url.ts'
import type { Condition, RowFilter } from '../../reference/plan/plan.ts'
import type { RuleId } from '../../reference/rules.ts'
import type { Model } from '../../reference/schema/schema.ts'
import { membersOf, textOfCondition } from '../condition-text.ts'
import type { ExplainContext } from '../explain-context.ts'
import { requestChange } from '../explain-context.ts'
import type { Change, Reason, StepTaken } from '../explanation.ts'
import { withMember } from '../written.ts'

/**
 * A row or a component. A component has neither status nor locale. Therefore, a component passes every exclusion
 * step that tests the status or the locale.
 */
export type VisibleNode = Row | ComponentNode

export interface ExclusionStep {
  readonly step: StepTaken['step']
  readonly says: string
  readonly keeps: (row: VisibleNode) => boolean
  readonly reason: (row: VisibleNode) => Reason
  /** The rules that the exclusion step applies, most specific first. */
  readonly rules: readonly RuleId[]
  /**
   * Returns the reason for the absence of an excluded row, such as `it is a draft, and the request asks for
   * published entries`.
   */
  readonly because: (row: VisibleNode) => string
  readonly change: (row: VisibleNode) => Change | null
}

export const isRow = (found: VisibleNode): found is Row => 'status' in found

/**
 * Returns the exclusion steps for the query parameters `status` and `publicationFilter`; an empty list for a content
 * type without drafts.
 */
export function statusExclusions(
  model: Model,
  { status, publication }: RowFilter,
  explained: ExplainContext,
  more: readonly RuleId[] = [],
): readonly ExclusionStep[] {
  const table = explained.graph.tables.get(model.uid)
  if (model.modelType !== 'contentType' || !model.draftAndPublish || status === null || table === undefined)
    return []
  const hasStatus = testOfRow(rowTest({ status, publication: null }, table))
  const byStatus: ExclusionStep = {
    step: 'status',
    says: `status ${status}`,
    keeps: hasStatus,
    reason: () => (status === 'published' ? 'draft' : 'published'),
    rules: [status === 'published' ? 'status.default' : 'status.draft', ...more],
    because: () =>
      status === 'published'
        ? 'it is a draft, and the request asks for published entries'
        : 'it is published, and the request asks for drafts',
    change: () =>
      requestChange(
        explained,
        withMember(explained.query, 'status', status === 'published' ? 'draft' : undefined),
        'status',
      ),
  }
  if (publication === null) return [byStatus]
  const { publicationFilter, hasPublishedVersion } = explained.query
  const [name, value, rule] = isGiven(publicationFilter)
    ? (['publicationFilter', publication, 'status.publication-filter'] as const)
    : (['hasPublishedVersion', String(hasPublishedVersion), 'status.has-published-version'] as const)
  const inCohort: ExclusionStep = {
    step: 'filter',
    says: `${name} ${value}`,
    keeps: testOfRow(rowTest({ status, publication }, table)),
    reason: () => 'filter',
    rules: [rule],
    because: () => `it does not match ${name}=${value}`,
    change: () => requestChange(explained, withMember(explained.query, name, undefined), name),
  }
  return [byStatus, inCohort]
}

const testOfRow =
  (test: RowTest) =>
  (found: VisibleNode): boolean =>
    !isRow(found) || test(found)

/** Creates one exclusion step for each filter condition on the rows. */
export const filterExclusions = (
  where: Condition,
  explained: ExplainContext,
  without: (condition: Condition) => RawMap | null,
  parameter: string,
): readonly ExclusionStep[] =>
  membersOf(where).map((condition) => {
    const says = textOfCondition(condition)
    return {
      step: 'filter',
      says,
      keeps: matcher(condition, explained.graph, explained.meter),
      reason: () => 'filter',
      rules: rulesOf(condition, explained),
      because: () => `it does not match the filter ${says}`,
      change: () => requestChange(explained, without(condition), parameter),
    }
  })

/**
 * Returns the rules that a condition applies: the rules of its operators, and the rules of the links that the
 * condition follows.
 */
function rulesOf(condition: Condition, { context }: ExplainContext): readonly RuleId[] {
  const rules = new Set<RuleId>()
  citeConditions(condition, '', context.schema, (rule) => rules.add(rule))
  if (condition.kind === 'some') rules.add('filters.through')
  return [...rules]
}

/** Returns the first exclusion step that a row fails. */
export const excludedBy = (
  row: VisibleNode,
  exclusions: readonly ExclusionStep[],
): ExclusionStep | undefined => exclusions.find((exclusion) => !exclusion.keeps(row))

/** Applies the exclusion steps in turn, and counts the rows that remain after each step. */
export function applyExclusions<R extends VisibleNode>(
  rows: readonly R[],
  exclusions: readonly ExclusionStep[],
): { readonly left: readonly R[]; readonly steps: readonly StepTaken[] } {
  let left = rows
  const steps = exclusions.map(({ step, says, keeps }): StepTaken => {
    left = left.filter(keeps)
    return { step, says, left: left.length }
  })
  return { left, steps }
}
