/**
 * Removes secrets: tokens, passwords and header values. A target may echo them, so its answers are cleaned before
 * anything else reads them.
 */

import { line } from '../../bodies/line.ts'
import { answered, type Outcome } from '../target.ts'
import type { Secret } from './secret.ts'

/** Shorter values may occur in any text by chance, so they are not replaced. */
const MIN_LENGTH = 8

export type Redact = (text: string) => string

/** Replaces all secrets in a text, also in their JSON, URL and base64 forms. */
export function createRedactor(secrets: readonly Secret[]): Redact {
  const forms = secrets
    .filter(({ value }) => value.length >= MIN_LENGTH)
    .flatMap(({ value, shown }) => {
      const written = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), base64(value)]
      return [...new Set(written)].map((form) => ({ form, shown }))
    })
    // The longest first, because one secret may contain another.
    .sort((a, b) => b.form.length - a.form.length)
  return (text) => forms.reduce((rest, { form, shown }) => rest.replaceAll(form, () => shown), text)
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The outcome without secrets; the same object if it has none. */
export function redacted(outcome: Outcome, redact: Redact): Outcome {
  if (outcome.kind === 'failed') return { ...outcome, message: line(redact(outcome.message)) }
  const { answer, text } = outcome
  const body = redact(text)
  const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => [name, redact(value)] as const)
  const isSame = body === text && headers.every(([name, value]) => answer.headers?.[name] === value)
  if (isSame) return outcome
  return answered(answer.status, body, answer.headers === undefined ? undefined : Object.fromEntries(headers))
}

/** The values of constant headers; upper-case names become the variables that replace them. */
export const secretHeaders = (headers: Readonly<Record<string, string>>): readonly Secret[] =>
  Object.entries(headers).map(([name, value]) => {
    const [, credentials = value] = /^[A-Za-z]+ +(\S.*)$/.exec(value) ?? []
    return { value: credentials, shown: `$${variableOf(name)}` }
  })

/** A name in the form of a shell variable. */
export const variableOf = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
