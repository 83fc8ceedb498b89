/** Implements the member `strings` of `@strapi/utils`, with functions such as `nameToSlug`. */
import { trimmed, trimmedEnd, trimmedStart } from '../../../../../util/trimmed.ts'

interface SlugOptions {
  readonly separator?: string
  readonly lowercase?: boolean
  readonly decamelize?: boolean
}

/** The replacements for characters that a slug must neither omit nor reduce to a letter without its accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'TH',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  '&': ' and ',
  '♥': ' love ',
  '🦄': ' unicorn ',
}

/** Makes a slug from a text. The slug consists of letters and digits, with a separator between words. */
export function slugOf(text: unknown, options: SlugOptions = {}): string {
  const { separator = '-', lowercase = true, decamelize = true } = options
  const plain = Array.from(String(text).normalize(), (letter) => LETTERS[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
  const words = decamelize
    ? plain
        .replace(/(?<=[A-Z]{2})(?=\d)/g, ' ')
        .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
        .replace(/(?<=[A-Z])(?=[A-Z][a-rt-z\d])/g, ' ')
    : plain
  const cased = lowercase ? words.toLowerCase() : words
  return cased
    .replace(/['’]/g, '')
    .split(/[^a-zA-Z\d]+/)
    .filter((word) => word !== '')
    .join(separator)
}

function joinBy(joint: string, ...parts: readonly string[]): string {
  const [only = ''] = parts
  if (parts.length === 1) return only
  return parts.reduce((url, part, index) => {
    if (index === 0) return trimmedEnd(part, joint)
    return `${url}${joint}${index === parts.length - 1 ? trimmedStart(part, joint) : trimmed(part, joint)}`
  }, '')
}

function getCommonPath(...paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'))
  const end = first.findIndex((part, index) => others.some((other) => other[index] !== part))
  return (end === -1 ? first : first.slice(0, end)).join('/')
}

const kebab = (text: unknown): string =>
  String(text)
    .normalize('NFD')
    .replace(/\p{M}|['’]/gu, '')
    .replace(/([a-z])([A-Z\d])|(\d)([A-Za-z])|([A-Z])([A-Z][a-z])/g, '$1$3$5 $2$4$6')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .join('-')
    .toLowerCase()

export const strings = {
  nameToSlug: (name: unknown, options: SlugOptions = { separator: '-' }): string => slugOf(name, options),
  nameToCollectionName: (name: unknown): string => slugOf(name, { separator: '_' }),
  toRegressedEnumValue: (value: unknown): string =>
    slugOf(value, { decamelize: false, lowercase: false, separator: '_' }),
  getCommonPath,
  isEqual: (a: unknown, b: unknown): boolean => String(a) === String(b),
  isCamelCase: (value: string): boolean => /^[a-z][a-zA-Z0-9]+$/.test(value),
  isKebabCase: (value: string): boolean => /^([a-z][a-z0-9]*)(-[a-z0-9]+)*$/.test(value),
  startsWithANumber: (value: string): boolean => /^[0-9]/.test(value),
  startsWithASlash: (value: string): boolean => value.startsWith('/'),
  joinBy,
  toKebabCase: kebab,
}
