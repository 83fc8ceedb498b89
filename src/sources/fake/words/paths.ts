/** Generates the names and paths of website pages, and paths for links to these pages. */
import type { Words } from '../chance.ts'
import { slugOf } from './text.ts'

/**
 * The names of the pages that most websites have. The entries of a collection type for pages get the names in
 * `PAGES` in order, so that the first entry is the home page.
 */
const PAGES = [
  ...[
    'Homepage',
    'Features',
    'About',
    'Team',
    'Careers',
    'Press',
    'Pricing',
    'Events',
    'Contact',
    'Portfolio',
  ],
  ...['FAQ', 'Resources', 'Services', 'Locations', 'Imprint', 'Integrations', 'News', 'Community', 'Support'],
  ...['Security', 'Partners', 'Case studies', 'Privacy policy', 'Terms of service'],
] as const

/**
 * The names of the website pages to which generated links lead. If the dataset has twenty pages, each page in
 * `LINKED` has a published row in every locale.
 */
const LINKED = ['About', 'Pricing', 'Contact', 'FAQ', 'Services', 'News', 'Support'] as const

/** Returns the name of the website page at an index of `PAGES`; undefined for an index beyond the last page. */
export const pageName = (index: number): string | undefined => PAGES[index]

/**
 * Returns the name of the page to which a generated link leads. For the same `pick`, `linkedPage` returns the text
 * of a link, and `linkedPath` returns the path of the same link.
 */
export const linkedPage = (pick: number): string => LINKED[pick % LINKED.length] ?? 'About'

/** Returns the path of the page to which a generated link leads. */
export const linkedPath = (pick: number): string => `/${slugOf(linkedPage(pick))}`

/** Returns the website path of the page with a slug. The path of the home page is `/`. */
export const pathOfSlug = (slug: string): string => (slug === 'homepage' ? '/' : `/${slug}`)

/**
 * Returns a generated path from which a redirect leads to another page. The path begins with `/old/`, because no
 * page of the dataset has such a path.
 */
export const oldPath = (words: Words): string =>
  `/old/${slugOf(`${words.word.adjective()} ${words.word.noun()}`)}`

export const address = (words: Words): string =>
  `https://www.${words.internet.domainWord()}.example/${words.lorem.slug(2)}`
