/** Defines distortions of locales: the target answers the default locale in place of a missing locale. */
import { sentenceOf } from '../../../exchange/rules.ts'
import { readPart } from '../../../names/mentions.ts'
import type { WireRequest } from '../../../target/target.ts'
import { type Distortion, isOf, withParts } from '../parts.ts'

const isCodeOfLocale = (part: string): boolean => isOf('locale', part) && readPart(part).value !== '*'
const withoutLocale = (request: WireRequest): WireRequest =>
  withParts(request, (parts) => parts.filter((part) => !isOf('locale', part)))

/**
 * The distortions in which the target answers the default locale for an entry that is missing in the locale. A strict
 * target does so only for the code of a locale, and only if the entry has no row in the locale.
 */
export const DEFAULT_LOCALES: readonly Distortion[] = [false, true].map((isStrict) => ({
  rule: 'locale.chosen',
  kind: `a missing locale is the default locale${isStrict ? ', without a row' : ''}`,
  says: `${sentenceOf('locale.chosen')} If an entry does not exist in the locale, the server answers the entry in the default locale.`,
  distort: (request, reference) => {
    const plain = withParts(request, (parts) => parts.filter(isCodeOfLocale))
    const missing = isStrict ? [request, plain] : [request]
    if (missing.some((one) => reference.ask(one).answer.status !== 404)) return undefined
    const { answer } = reference.ask(withoutLocale(request))
    return answer.status === 200 ? answer : undefined
  },
}))
