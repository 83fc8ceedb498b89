/** Attributes wrong headers of an answer to rules. */
import type { Difference } from '../compare/difference.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import { type Suspect, suspects } from './suspect.ts'

const HEADERS: ReadonlyMap<string, CheckedRule> = new Map([
  ['allow', 'endpoint.not-allowed'],
  ['vary', 'endpoint.cors'],
  ['content-type', 'endpoint.content-type'],
])

/** Returns whether the path of a difference leads to a header. */
export const isOfHeader = (path: string): boolean => path.startsWith(START)

const START = 'headers/'
const CHARSET = 'charset'

/**
 * Returns the suspects for wrong headers, which have the rule about the first wrong header. The header of an error may
 * differ although the same header of other answers is right.
 */
export function headerSuspects(
  { path, expected, found, others = [] }: Difference,
  isError: boolean,
): readonly Suspect[] {
  const name = path.slice(START.length)
  if (name === 'content-type' && bareType(expected) === bareType(found))
    return suspects(
      ['endpoint.content-type'],
      CHARSET,
      'The content type of an answer must state the charset UTF-8.',
    )
  const rule = name.startsWith('access-control-')
    ? 'endpoint.cors'
    : (HEADERS.get(name) ?? 'endpoint.envelope')
  const names = [name, ...others.map((one) => one.path.slice(START.length))].map((one) => `\`${one}\``)
  const general = suspects(
    [rule],
    path,
    names.length === 1 ? undefined : `Several headers differ: ${names.join(', ')}.`,
  )
  if (!isError || rule !== 'endpoint.cors' || found !== undefined) return general
  const says = 'An error has CORS headers too. The server omits them from errors.'
  return [...suspects([rule], `${path} of an error`, says), ...general]
}

/** Returns a content type without its parameters, such as `charset`. */
const bareType = (value: Difference['found']): string =>
  typeof value === 'string' ? (value.split(';', 1)[0]?.trim().toLowerCase() ?? '') : ''

/**
 * Returns whether a suspect concerns the charset. Only a few suite cases compare the charset, so right answers to
 * other requests say nothing about the charset.
 */
export const isOfCharset = ({ kind }: Suspect): boolean => kind === CHARSET
