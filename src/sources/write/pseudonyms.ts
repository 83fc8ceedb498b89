/**
 * Replaces texts by random texts of the same form. Equal texts get equal replacements, and different texts get
 * different replacements. The secret key is necessary to test guesses of the original texts.
 */
import { createHmac } from 'node:crypto'

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'

/**
 * The maximum number of random replacements that the search tries for a text. If all random replacements are already
 * used, the search tries all texts of the same form in order.
 */
const MOST_TRIES = 100

/** A top-level domain that does not exist, for replaced e-mail addresses. */
const NOBODY = '.zz'

export class Pseudonyms {
  readonly #key: Uint8Array
  readonly #known = new Map<string, string>()
  readonly #taken = new Set<string>()

  constructor(key: Uint8Array) {
    this.#key = key
  }

  /**
   * Replaces a text. The replacement has the same spaces, punctuation and upper and lower case. The replacement also
   * has the same length, unless all texts of this form are already used.
   */
  text(text: string): string {
    if (!/[\p{L}\p{N}]/u.test(text)) return text
    return this.#replacement(`text ${text}`, text, '')
  }

  /**
   * Returns a replacement for an e-mail address. The new address cannot exist. Equal domains get equal replacements.
   */
  email(email: string): string {
    const at = email.lastIndexOf('@')
    if (at < 1) return this.text(email)
    const domain = email.slice(at + 1)
    const label = domain
      .slice(0, Math.max(1, domain.length - NOBODY.length))
      .replaceAll(/[^\p{L}\p{N}-]/gu, 'x')
    const host = this.#replacement(`domain ${domain.toLowerCase()}`, label, NOBODY)
    return this.#replacement(`email ${email}`, email.slice(0, at), `@${host}`)
  }

  /** Returns the replacement for a text, with the unchanged text `rest` at the end. */
  #replacement(name: string, text: string, rest: string): string {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const found = this.#free(name, text, rest)
    this.#known.set(name, found)
    this.#taken.add(found)
    return found
  }

  #free(name: string, text: string, rest: string): string {
    let made = ''
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      made = `${this.#varied(text, `${attempt} ${name}`)}${rest}`
      if (!this.#taken.has(made) && made !== text) return made
    }
    // If all random replacements are already used, only few texts have this form. Therefore, the search tries every
    // text of the form.
    for (let number = 0; ; number++) {
      const next = `${counted(text, number)}${rest}`
      if (!this.#taken.has(next)) return next
    }
  }

  /**
   * Replaces each letter and digit of a text by a pseudo-random letter or digit, which depends on the key and on
   * `seed`.
   */
  #varied(text: string, seed: string): string {
    let [block, used, number] = [Buffer.alloc(0), 0, 0]
    const byte = (): number => {
      if (used === block.length) {
        block = createHmac('sha256', this.#key).update(`${number++} ${seed}`).digest()
        used = 0
      }
      return block[used++] ?? 0
    }
    return Array.from(text, (character) => {
      const letters = alphabetOf(character)
      return letters === '' ? character : (letters[byte() % letters.length] ?? '')
    }).join('')
  }
}

/**
 * Returns the characters that may replace a character of an original text. The result is empty for spaces and
 * punctuation, because they stay unchanged.
 */
function alphabetOf(character: string): string {
  if (/\p{N}/u.test(character)) return DIGITS
  if (!/\p{L}/u.test(character)) return ''
  return character === character.toLowerCase() ? LOWER : LOWER.toUpperCase()
}

/**
 * Returns the text with the index `number` among all texts of the same form. If the number of texts of this form is
 * too small, returns a longer text.
 */
function counted(text: string, number: number): string {
  let left = number
  const made = Array.from(text, (character) => {
    const letters = alphabetOf(character)
    if (letters === '') return character
    const letter = letters[left % letters.length] ?? ''
    left = Math.floor(left / letters.length)
    return letter
  }).join('')
  return left === 0 ? made : `${made}${left}`
}
