/** What is said of that which is not there, each in one sentence. */
import type { RuleId } from '../reference/rules.ts'
import type { Attribute, Model } from '../reference/schema/schema.ts'
import type { Absent, Change, KeptBack, Reason } from './explanation.ts'
import { isRow, type Sieve, type VisibleNode } from './rows/sieve.ts'

export function keptBack(row: VisibleNode, attribute: string | null, sieve: Sieve): KeptBack {
  const isOwn = isRow(row)
  return {
    model: row.uid,
    id: row.id,
    documentId: row.documentId ?? null,
    locale: isOwn ? row.locale : null,
    status: isOwn ? row.status : null,
    attribute,
    reason: sieve.reason(row),
    sentence: `${nameOf(row)} is not shown: ${sieve.because(row)}.`,
    rules: sieve.rules,
    change: sieve.change(row),
  }
}

const nameOf = (row: VisibleNode): string => `${row.uid} ${row.documentId ?? row.id}`

/** An attribute that no entry of a place can have. */
export function absentEverywhere(
  attribute: Attribute,
  reason: Reason,
  entries: number,
  {
    says,
    rule,
    change,
  }: { readonly says: string; readonly rule: RuleId | null; readonly change: Change | null },
): Absent {
  return {
    attribute: attribute.name,
    reason,
    sentence: `${attribute.name} is not there: ${says}.`,
    rule,
    entries,
    change,
  }
}

/** What is linked may be closed to a role: which permission it lacks. */
export const lacks = (role: string, model: Model): string => `the role ${role} lacks find on ${model.uid}`
