/** Writes the sentences that explain absent attributes and hidden rows. */
import type { RuleId } from '../reference/rules.ts'
import type { Attribute, Model } from '../reference/schema/schema.ts'
import type { Absent, Change, KeptBack, Reason } from './explanation.ts'
import { type ExclusionStep, isRow, type VisibleNode } from './rows/exclusion.ts'

export function keptBack(row: VisibleNode, attribute: string | null, exclusion: ExclusionStep): KeptBack {
  const isOwn = isRow(row)
  return {
    model: row.uid,
    id: row.id,
    documentId: row.documentId ?? null,
    locale: isOwn ? row.locale : null,
    status: isOwn ? row.status : null,
    attribute,
    reason: exclusion.reason(row),
    sentence: `${nameOf(row)} is not in the answer: ${exclusion.because(row)}.`,
    rules: exclusion.rules,
    change: exclusion.change(row),
  }
}

const nameOf = (row: VisibleNode): string => {
  const locale = isRow(row) && row.locale !== null ? ` (${row.locale})` : ''
  return `${row.uid} ${row.documentId ?? row.id}${locale}`
}

/** Explains why an attribute is absent from all entries at one path of the answer. */
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
    sentence: `${attribute.name} is missing: ${says}.`,
    rule,
    entries,
    change,
  }
}

/** Names the permission that a role lacks to follow a link. */
export const lacks = (role: string, model: Model): string => `the role ${role} lacks find on ${model.uid}`

/**
 * Returns a message with a full stop at its end. Adds no full stop if the message already ends with one, like many
 * messages of the real server.
 */
export const asSentence = (message: string): string => (message.endsWith('.') ? message : `${message}.`)
