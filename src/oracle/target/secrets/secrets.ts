/**
 * What must not leave: tokens, passwords, values of headers. A target may send them back, so they are taken out of what
 * it answers before anything else is done with it.
 */

import { line } from '../../bodies/line.ts'
import { answered, type Outcome } from '../target.ts'
import type { Secret } from './secret.ts'

/** A value that is shorter may stand in any text, and is not looked for. */
const MIN_LENGTH = 8

export type Hide = (text: string) => string

/** Takes all of them out of a text, also as they stand in JSON and in URLs. */
export function hider(secrets: readonly Secret[]): Hide {
  const forms = secrets
    .filter(({ value }) => value.length >= MIN_LENGTH)
    .flatMap(({ value, shown }) => {
      const written = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), base64(value)]
      return [...new Set(written)].map((form) => ({ form, shown }))
    })
    // What holds another comes first.
    .sort((a, b) => b.form.length - a.form.length)
  return (text) => forms.reduce((rest, { form, shown }) => rest.replaceAll(form, () => shown), text)
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The outcome without them; the same one where it has none. */
export function hidden(outcome: Outcome, hide: Hide): Outcome {
  if (outcome.kind === 'failed') return { ...outcome, message: line(hide(outcome.message)) }
  const { answer, text } = outcome
  const body = hide(text)
  const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => [name, hide(value)] as const)
  const isSame = body === text && headers.every(([name, value]) => answer.headers?.[name] === value)
  if (isSame) return outcome
  return answered(answer.status, body, answer.headers === undefined ? undefined : Object.fromEntries(headers))
}

/** The values of headers that go with every request, by their names in capital letters. */
export const secretHeaders = (headers: Readonly<Record<string, string>>): readonly Secret[] =>
  Object.entries(headers).map(([name, value]) => {
    const [, credentials = value] = /^[A-Za-z]+ +(\S.*)$/.exec(value) ?? []
    return { value: credentials, shown: `$${variableOf(name)}` }
  })

/** A name as a variable of a shell. */
export const variableOf = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
