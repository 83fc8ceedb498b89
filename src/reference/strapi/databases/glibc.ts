/**
 * Approximates the order of texts in the locale en_US of the GNU C library, version 2.36. Among random texts of ten
 * scripts, 24 of 2,329 pairs of neighbours have the wrong order, mostly ideographs next to punctuation. Among Korean
 * texts, none of 1,007 pairs has the wrong order.
 */
import { inLanguage } from '../../../util/language.ts'
import { compareText } from '../../values.ts'

const compareLetters = inLanguage('en')

/**
 * The pattern of ignored characters: blanks, punctuation, and symbols except for currency signs and U+FFFD. Ignored
 * characters decide the order of two texts only if the texts differ in nothing else.
 */
const IGNORED = /(?![\p{Sc}\uFFFD])(?:[\p{P}\p{Z}\p{S}\p{Cc}\p{Cf}]|\uFE0F|\u20E3)/gu

/**
 * The pattern of the characters to which the GNU C library gives no weight: Hangul syllables and rare ideographs.
 * Only the number of characters without weight affects the order of two texts.
 */
const WEIGHTLESS = /[\uAC00-\uD7A3\u3400-\u4DBF\u9FA6-\u9FFF\u{20000}-\u{3FFFF}]/gu

export function compareGlibc(a: string, b: string): number {
  if (a === b) return 0
  return compareLetters(lettersOf(a), lettersOf(b)) || compareIgnored(a, b) || compareText(a, b)
}

const lettersOf = (text: string): string =>
  text.replace(IGNORED, '').replace(WEIGHTLESS, '').replaceAll('\uFFFD', BEFORE_IDEOGRAPHS)
/**
 * The letter of the Yi script that comes directly before the ideographs in the order. The character U+FFFD has the
 * same place in the order as the Yi letter U+A48C.
 */
const BEFORE_IDEOGRAPHS = '\uA48C'

/** Compares two texts character by character, first by their ranks. Characters without weight count as equal. */
function compareIgnored(a: string, b: string): number {
  const [left, right] = [ranked(a), ranked(b)]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const [one = '', other = ''] = [left[at], right[at]]
    if (one === other) continue
    const rank = rankOf(one)
    if (rank !== rankOf(other)) return rank - rankOf(other)
    if (rank === 1) return compareText(one, other)
    if (rank === 2) return compareLetters(one, other)
  }
  return left.length - right.length
}

/**
 * Returns the characters of a text without the ideographs, because ideographs affect only the comparison of letters.
 */
const ranked = (text: string): readonly string[] => [...text.replace(IDEOGRAPHS, '')]
const IDEOGRAPHS = /[\u4E00-\u9FA5\uFFFD]/gu

/** Returns the rank of a character: 0 without weight, 1 if it is ignored, 2 for letters and digits. */
function rankOf(character: string): 0 | 1 | 2 {
  if (character.replace(WEIGHTLESS, '') === '') return 0
  return character.replace(IGNORED, '') === '' ? 1 : 2
}
