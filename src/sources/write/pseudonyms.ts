/**
 * Replaces texts by made-up ones of the same form. Equal texts get equal replacements, and different texts different
 * ones. Without the key, guesses cannot be tested.
 */
import { createHmac } from 'node:crypto'

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'

/** After so many taken replacements, the search goes through all texts of the form. */
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

  /** Keeps the length, the case of letters, spaces and punctuation. */
  text(text: string): string {
    if (!/[\p{L}\p{N}]/u.test(text)) return text
    return this.#replacement(`text ${text}`, text, '')
  }

  /** An email address that cannot exist. Equal domains stay equal. */
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

  /** `rest` is the part of the replacement that does not vary. */
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
    // Few texts have a form as short as this.
    for (let number = 0; ; number++) {
      const next = `${counted(text, number)}${rest}`
      if (!this.#taken.has(next)) return next
    }
  }

  /** Replaces each letter and digit by a pseudo-random one. */
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

/** The characters that may stand in place of one: none for spaces and punctuation. */
function alphabetOf(character: string): string {
  if (/\p{N}/u.test(character)) return DIGITS
  if (!/\p{L}/u.test(character)) return ''
  return character === character.toLowerCase() ? LOWER : LOWER.toUpperCase()
}

/** The n-th text of a form; longer than the form if it has too few. */
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
