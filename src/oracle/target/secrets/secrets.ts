/**
 * Removes secrets: tokens, passwords and header values. A target may echo them, so they are removed from its answers
 * before any other code reads the answers.
 */

import { isSecretName } from '../../../util/secrets.ts'
import { line } from '../../bodies/line.ts'
import { answered, type Outcome } from '../target.ts'
import type { Secret } from './secret.ts'

/**
 * Values with fewer characters may occur inside other words by chance, and replacing them would change right answers.
 * They are replaced only where they are separate words.
 */
const LONG = 8

/** Values with fewer characters are not replaced, because numbers and punctuation in answers may equal them. */
const LEAST = 3

export type Redact = (text: string) => string

/** Creates a function that replaces all secrets in a text, including their JSON, URL and base64 forms. */
export function createRedactor(secrets: readonly Secret[]): Redact {
  const forms = secrets
    .filter(({ value }) => value.length >= LEAST)
    .flatMap(({ value, shown }) => {
      const written = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), base64(value)]
      return [...new Set(written)].map((form) => ({ form, shown }))
    })
    // Replaces the longest form first, because one secret may contain another.
    .sort((a, b) => b.form.length - a.form.length)
  return (text) =>
    forms.reduce(
      (rest, { form, shown }) =>
        form.length < LONG ? wordReplaced(rest, form, shown) : rest.replaceAll(form, () => shown),
      text,
    )
}

/** Replaces a word wherever no letter or digit is next to it. */
function wordReplaced(text: string, word: string, shown: string): string {
  const [first = '', ...pieces] = text.split(word)
  const parts = [first]
  let before = first
  for (const after of pieces) {
    parts.push(/[\p{L}\p{N}]/u.test(`${before.slice(-1)} ${after.slice(0, 1)}`) ? word : shown, after)
    before = after === '' ? word : after
  }
  return parts.join('')
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The outcome without secrets; the same object if it contains none. */
export function redacted(outcome: Outcome, redact: Redact): Outcome {
  if (outcome.kind === 'failed') return { ...outcome, message: line(redact(outcome.message)) }
  const { answer, text } = outcome
  const body = redact(text)
  const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => [name, redact(value)] as const)
  const isSame = body === text && headers.every(([name, value]) => answer.headers?.[name] === value)
  if (isSame) return outcome
  return answered(answer.status, body, answer.headers === undefined ? undefined : Object.fromEntries(headers))
}

/**
 * The secrets in headers that every request has. A shell variable with the upper-case name of the header replaces each.
 * A short value is a secret only in a header for secrets, because answers may contain short values such as `1` by
 * chance.
 */
export const secretHeaders = (headers: Readonly<Record<string, string>>): readonly Secret[] =>
  Object.entries(headers).flatMap(([name, value]) => {
    const [, credentials = value] = /^[A-Za-z]+ +(\S.*)$/.exec(value) ?? []
    const values = [credentials, ...basicPassword(value), ...(name === 'cookie' ? cookieValues(value) : [])]
    return values
      .filter((one) => one.length >= LONG || (isSecretName(name) && one.length >= LEAST))
      .map((one) => ({ value: one, shown: `$${variableOf(name)}` }))
  })

/** The password in Basic credentials, decoded, because a target may echo the decoded password. */
function basicPassword(value: string): readonly string[] {
  const [, encoded] = /^basic +(\S+)$/i.exec(value) ?? []
  if (encoded === undefined) return []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const at = text.indexOf(':')
  return at < 0 ? [] : [text.slice(at + 1), text]
}

const cookieValues = (value: string): readonly string[] =>
  value.split(';').map((part) => part.slice(part.indexOf('=') + 1).trim())

/** The name of the shell variable for a header or a role. */
export const variableOf = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
