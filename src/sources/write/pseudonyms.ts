/**
 * Replaces texts by random texts of the same form. Equal texts get equal replacements; different texts get different
 * replacements. Guesses of the original texts cannot be tested without the key.
 */
import { createHmac } from 'node:crypto'

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'

/**
 * The number of random replacements to try for a text. If all of them are used already, the search tries the texts of
 * the same form in order.
 */
const MOST_TRIES = 100

/** A top-level domain that does not exist. */
const NOBODY = '.zz'

export class Pseudonyms {
  readonly #key: Uint8Array
  readonly #known = new Map<string, string>()
  readonly #taken = new Set<string>()

  constructor(key: Uint8Array) {
    this.#key = key
  }

  /**
   * Replaces a text, and keeps the case of letters, spaces and punctuation. The replacement also keeps the length,
   * unless all texts of this form are used.
   */
  text(text: string): string {
    if (!/[\p{L}\p{N}]/u.test(text)) return text
    return this.#replacement(`text ${text}`, text, '')
  }

  /** Returns an email address that cannot exist. Equal domains get equal replacements. */
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

  /** Returns the replacement of a text. The parameter `rest` is appended unchanged. */
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
    // If all random replacements are taken, few texts have this form, so the search tries every text of the form.
    for (let number = 0; ; number++) {
      const next = `${counted(text, number)}${rest}`
      if (!this.#taken.has(next)) return next
    }
  }

  /** Replaces each letter and digit by a pseudo-random letter or digit. */
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

/** Returns the characters that may replace a character; an empty text for spaces and punctuation, which stay. */
function alphabetOf(character: string): string {
  if (/\p{N}/u.test(character)) return DIGITS
  if (!/\p{L}/u.test(character)) return ''
  return character === character.toLowerCase() ? LOWER : LOWER.toUpperCase()
}

/** Returns the text number `number` of the same form; a longer text if the form has too few texts. */
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
