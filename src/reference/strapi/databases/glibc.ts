/**
 * Approximates the order of texts in the locale en_US of the GNU C library, version 2.36. Of 3,075 neighbours among
 * random texts, 6 have the wrong order: doubled blanks, and ideographs next to punctuation.
 */
import { inLanguage } from '../../../util/language.ts'
import { compareText } from '../../values.ts'

const compareLetters = inLanguage('en')

/**
 * Matches the ignored characters: blanks, punctuation, and symbols except for currency. Ignored characters order two
 * texts only if the texts differ in nothing else.
 */
const IGNORED = /(?!\p{Sc})(?:[\p{P}\p{Z}\p{S}\p{Cc}\p{Cf}]|\uFE0F|\u20E3)/gu

export function compareGlibc(a: string, b: string): number {
  if (a === b) return 0
  return (
    compareLetters(a.replace(IGNORED, ''), b.replace(IGNORED, '')) ||
    compareIgnored(a, b) ||
    compareText(a, b)
  )
}

/** Compares two texts character by character: ignored characters come first, and among each other by code point. */
function compareIgnored(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const [one = '', other = ''] = [left[at], right[at]]
    if (one === other) continue
    const [isOneIgnored, isOtherIgnored] = [isIgnored(one), isIgnored(other)]
    if (isOneIgnored !== isOtherIgnored) return isOneIgnored ? -1 : 1
    if (isOneIgnored) return compareText(one, other)
    return compareLetters(one, other)
  }
  return left.length - right.length
}

const isIgnored = (character: string): boolean => character.replace(IGNORED, '') === ''
