/** Generates texts, and fits texts to length limits. */
import type { Json } from '../../../util/json.ts'
import type { Words } from '../chance.ts'

export interface Lengths {
  readonly least: number
  readonly most: number
}

/**
 * Fits a text to length limits. Cuts a text that is too long, at a blank if possible. Appends words to a text that
 * is too short.
 */
export function within(text: string, { least, most }: Lengths, words: Words): string {
  let long = text
  // The loop ends, because each round appends at least two characters to the text.
  while (long.length < least) long += ` ${words.lorem.word()}`
  if (long.length <= most) return long
  const cut = long.slice(0, most)
  const blank = cut.lastIndexOf(' ')
  return (blank >= Math.max(least, 1) ? cut.slice(0, blank) : cut).trimEnd().padEnd(least, '.')
}

/** Converts a text to a slug of letters, digits and dashes. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .replace(/-$/, '')

/** Splits a name such as `metaTitle`, `meta_title` or `meta-title` into words such as `meta` and `title`. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

export const phrase = (words: Words): string => capital(`${words.word.adjective()} ${words.word.noun()}`)

export function markdown(words: Words): string {
  const { lorem, helpers } = words
  return [
    lorem.paragraph(),
    `## ${phrase(words)}`,
    `${lorem.sentence()} **${lorem.words(2)}** ${lorem.sentence()}`,
    helpers.multiple(() => `- ${lorem.words({ min: 2, max: 5 })}`, { count: 3 }).join('\n'),
    `[${phrase(words)}](https://www.${words.internet.domainWord()}.example)`,
  ].join('\n\n')
}

/** Returns a short generated article in HTML, in the form that rich-text editors store. */
export function html(words: Words): string {
  const { lorem } = words
  const items = words.helpers.multiple(() => `<li>${lorem.words({ min: 2, max: 5 })}</li>`, { count: 3 })
  return `<h2>${phrase(words)}</h2><p>${lorem.paragraph()}</p><ul>${items.join('')}</ul><p><strong>${lorem.words(2)}</strong> ${lorem.sentence()}</p>`
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const plain = (text: string): Json => ({ type: 'text', text })

/**
 * Returns a generated value for an attribute of the type `blocks`. The generated value contains each kind of block
 * except a picture and code.
 */
export function blocks(words: Words): Json {
  const { lorem } = words
  const item = (): Json => ({ type: 'list-item', children: [plain(capital(lorem.words(3)))] })
  const link: Json = {
    type: 'link',
    url: `https://www.${words.internet.domainWord()}.example`,
    children: [plain(phrase(words))],
  }
  return [
    { type: 'heading', level: 2, children: [plain(phrase(words))] },
    {
      type: 'paragraph',
      children: [plain(`${lorem.sentence()} `), { type: 'text', text: lorem.words(2), bold: true }],
    },
    { type: 'list', format: 'unordered', children: [item(), item()] },
    { type: 'quote', children: [plain(lorem.sentence())] },
    { type: 'paragraph', children: [plain(`${lorem.paragraph()} `), link, plain('')] },
  ]
}
