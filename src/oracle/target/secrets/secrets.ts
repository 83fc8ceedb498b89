/**
 * Removes secrets, such as tokens, passwords and header values, from the answers of a target. A target may echo
 * secrets. Therefore, they are removed before any other code reads the answers.
 */

import { isSecretName } from '../../../util/secrets.ts'
import { line } from '../../bodies/line.ts'
import { answered, type Outcome } from '../target.ts'
import type { Secret } from './secret.ts'

/**
 * The minimum length of a secret that is replaced everywhere in a text. A shorter secret may occur inside other words
 * by chance, so it is replaced only where it is a separate word.
 */
const LONG = 8

/**
 * The minimum length of a secret that is replaced at all. A shorter secret could equal numbers and punctuation in
 * answers by chance.
 */
const LEAST = 3

export type Redact = (text: string) => string

/**
 * Creates a function that replaces all secrets in a text, including their JSON-escaped, percent-encoded and base64
 * forms.
 */
export function createRedactor(secrets: readonly Secret[]): Redact {
  const forms = secrets
    .filter(({ value }) => value.length >= LEAST)
    .flatMap(({ value, shown }) => {
      const written = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), base64(value)]
      return [...new Set(written)].map((form) => ({ form, shown }))
    })
    // The longest form of a secret is replaced first, because one secret may contain another.
    .sort((a, b) => b.form.length - a.form.length)
  return (text) =>
    forms.reduce(
      (rest, { form, shown }) =>
        form.length < LONG ? wordReplaced(rest, form, shown) : rest.replaceAll(form, () => shown),
      text,
    )
}

/** Replaces a word in a text wherever no letter or digit is next to the word. */
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

/** Replaces the secrets in the outcome of a request. Returns the same object for an answer that contains no secret. */
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
 * Returns the secrets in the headers that are sent with every request. In reports, a shell variable with the
 * upper-case name of the header replaces each of these secrets. A short header value is a secret only in a header such
 * as `authorization`. Answers may contain short values such as `1` by chance.
 */
export const secretHeaders = (headers: Readonly<Record<string, string>>): readonly Secret[] =>
  Object.entries(headers).flatMap(([name, value]) => {
    const [, credentials = value] = /^[A-Za-z]+ +(\S.*)$/.exec(value) ?? []
    const values = [credentials, ...basicPassword(value), ...(name === 'cookie' ? cookieValues(value) : [])]
    return values
      .filter((one) => one.length >= LONG || (isSecretName(name) && one.length >= LEAST))
      .map((one) => ({ value: one, shown: `$${variableOf(name)}` }))
  })

/**
 * Returns the decoded password in a header value with Basic credentials, alone and with the user. Both are secrets too,
 * because a target may echo them.
 */
function basicPassword(value: string): readonly string[] {
  const [, encoded] = /^basic +(\S+)$/i.exec(value) ?? []
  if (encoded === undefined) return []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const at = text.indexOf(':')
  return at < 0 ? [] : [text.slice(at + 1), text]
}

const cookieValues = (value: string): readonly string[] =>
  value.split(';').map((part) => part.slice(part.indexOf('=') + 1).trim())

/** Returns the name of the shell variable that replaces a secret of a header or of a role. */
export const variableOf = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
