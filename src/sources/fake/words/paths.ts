/** Generates paths and slugs of a website: the pages that most sites have, and links to them. */
import type { Words } from '../chance.ts'
import { slugOf } from './text.ts'

/**
 * The names of the pages that most websites have. A collection type for pages gets the names in `PAGES` in order, so
 * that its first entry is the home page.
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
 * The pages that made-up links lead to; if the dataset has twenty pages, each linked page has a published row in every
 * locale.
 */
const LINKED = ['About', 'Pricing', 'Contact', 'FAQ', 'Services', 'News', 'Support'] as const

/** Returns the name of the page at an index; undefined beyond the last page. */
export const pageName = (index: number): string | undefined => PAGES[index]

/**
 * Returns the name of the page that a made-up link leads to. For the same `pick`, `linkedPage` gives the text of a
 * link, and `linkedPath` gives the path of the same link.
 */
export const linkedPage = (pick: number): string => LINKED[pick % LINKED.length] ?? 'About'

/** Returns the path of the page that a made-up link leads to. */
export const linkedPath = (pick: number): string => `/${slugOf(linkedPage(pick))}`

/** Returns the path of a slug: `/` for the home page. */
export const pathOfSlug = (slug: string): string => (slug === 'homepage' ? '/' : `/${slug}`)

/**
 * Returns a made-up old path, from which a redirect leads away. No page of the dataset has a path that begins with
 * `/old/`.
 */
export const oldPath = (words: Words): string =>
  `/old/${slugOf(`${words.word.adjective()} ${words.word.noun()}`)}`

export const address = (words: Words): string =>
  `https://www.${words.internet.domainWord()}.example/${words.lorem.slug(2)}`
