/**
 * Implements the collation utf8mb4_general_ci: the weight of a character is its capital letter without marks. The
 * weights of the characters are measured on a server. The weights in this file are correct for all characters of the
 * first Unicode plane except four obsolete characters.
 */

/**
 * The lower case letters that have no capital letter in the collation, although most of them have one in later
 * versions of Unicode.
 */
const WITHOUT_CAPITAL: readonly RegExp[] = [
  /[\u0180\u019A\u019B\u019E\u023C\u023F\u0240\u0242\u0247\u0249\u024B\u024D\u024F-\u0252\u025C]/,
  /[\u0261\u0264-\u0266\u026A-\u026C\u0271\u027D\u0282\u0287\u0289\u028C\u029D\u029E\u0371-\u0374\u0377]/,
  /[\u037B-\u037E\u03D7\u03D9\u03F3\u03F8\u03FB\u048B\u04C6\u04CA\u04CE\u04CF\u04F7\u04FB\u04FD]/,
  /[\u04FF-\u052F\u10D0-\u10FF\u13A0-\u13FF\u1C80-\u1DFF\u1EFA-\u1EFF\u2C00-\uABFF]/,
]
/**
 * The capital letters that the collation compares without their marks: letters of Latin, Greek and Cyrillic, but not
 * `Й`.
 */
const MARKED: readonly RegExp[] = [
  /[\u00C0-\u024F\u0386-\u03D4\u0400-\u0418\u041A-\u04F9\u1E00-\u1EF9]/,
  /[\u1F00-\u1F6F\u1F80-\u1FAF\u1FB0-\u1FFC]/,
]
/**
 * The characters that the collation compares with their marks: some accented Greek letters, and marks without a
 * letter.
 */
const UNMARKED: readonly RegExp[] = [
  /[\u0385\u0387\u1F71\u1F73\u1F75\u1F77\u1F79\u1F7B\u1F7D\u1FBB\u1FC1\u1FC9\u1FCB\u1FCD-\u1FCF\u1FD3]/,
  /[\u1FDB\u1FDD-\u1FDF\u1FE3\u1FEB\u1FED-\u1FEF\u1FF9\u1FFB]/,
]
const isOneOf = (character: string, sets: readonly RegExp[]): boolean =>
  sets.some((set) => set.test(character))
/** The weight in the collation of every character outside the first Unicode plane. */
const BEYOND = '\uFFFD'

const weights = new Map<string, string>()

function weightOf(character: string): string {
  const known = weights.get(character)
  if (known !== undefined) return known
  const weight = character.length > 1 ? BEYOND : unmarked(character)
  // The cache of weights contains only characters of the first Unicode plane, so its size is bounded.
  if (character.length === 1) weights.set(character, weight)
  return weight
}

function unmarked(character: string): string {
  if (character === 'ß') return 'S'
  const upper = capital(character)
  if (!isOneOf(upper, MARKED) || isOneOf(character, UNMARKED)) return upper
  return capital(upper.normalize('NFD').slice(0, 1))
}

function capital(character: string): string {
  if (isOneOf(character, WITHOUT_CAPITAL)) return character
  const upper = character.toUpperCase()
  return upper.length === 1 ? upper : character
}

/** Returns the weights in the collation of all characters of a text, joined to one text. */
export const weighed = (text: string): string =>
  /^[ -~]*$/.test(text) ? text.toUpperCase() : Array.from(text, weightOf).join('')

/** Compares two texts by weight, and pads the shorter text with blanks. */
export const compareGeneral = (a: string, b: string): number => comparePadded(weighed(a), weighed(b))

/** Compares two texts by character, and pads the shorter text with blanks. */
export function comparePadded(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const order = (left[at] ?? ' ').codePointAt(0) ?? 0
    const other = (right[at] ?? ' ').codePointAt(0) ?? 0
    if (order !== other) return order - other
  }
  return 0
}
