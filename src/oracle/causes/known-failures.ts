/** Failures that are known: they run like the others, do not fail a check, and fail it when they are gone. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Cause } from '../report/report.ts'

/**
 * What fails, and why that is so for now. `rule` is a rule or a quirk of the report, and covers its whole
 * cause.
 */
export type Known =
  | { readonly case: string; readonly reason: string }
  | { readonly rule: string; readonly reason: string }

/** The file cannot be used. */
export class KnownFailuresError extends Error {
  override readonly name = 'KnownFailuresError'
}

/** @throws KnownFailuresError when there is a file and it is not a list of `{case or rule, reason}`. */
export function readKnown(file: string): readonly Known[] {
  const json: unknown = parse(file)
  if (!Array.isArray(json)) throw new KnownFailuresError(`${file}: expected a list`)
  return json.map((item: unknown, at): Known => {
    if (!isKnown(item))
      throw new KnownFailuresError(
        `${file}: entry ${at} is not {"case" or "rule", "reason"}, all of them texts`,
      )
    return item
  })
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new KnownFailuresError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function isKnown(item: unknown): item is Known {
  if (typeof item !== 'object' || item === null || !('reason' in item)) return false
  const subject = 'case' in item ? item.case : 'rule' in item ? item.rule : undefined
  return typeof subject === 'string' && typeof item.reason === 'string' && item.reason.trim() !== ''
}

export const subjectOf = (known: Known): string => ('case' in known ? known.case : known.rule)

/** Why a case or a cause is no news; undefined where it is. */
export function reasonFor(
  known: readonly Known[],
  names: readonly (string | undefined)[],
): string | undefined {
  return known.find((one) => names.includes(subjectOf(one)))?.reason
}

/** The names a cause may be known by, its cases aside. */
export const namesOf = ({
  key,
  rule,
  switches,
}: Pick<Cause, 'key' | 'rule' | 'switches'>): readonly string[] => [
  key,
  ...(rule === undefined ? [] : [rule]),
  ...(switches.length === 1 ? switches.map(({ quirk }) => quirk) : []),
]

/**
 * Every failure of a run as a known one: reasons that were given are kept, the others are yet to be written.
 */
export function writeKnown(file: string, before: readonly Known[], causes: readonly Cause[]): void {
  const keep = (name: string): string | undefined => reasonFor(before, [name])
  const entries = causes.flatMap((cause): Known[] => {
    const reason = keep(cause.key) ?? cause.title
    const cases = cause.cases.map((id): Known => ({ case: id, reason: keep(id) ?? reason }))
    return cause.count > cause.cases.length ? [{ rule: cause.key, reason }, ...cases] : cases
  })
  writeFileSync(file, `${JSON.stringify(entries, undefined, 2)}\n`)
}
