/** Chooses words for a text attribute by its name; for names and titles, by the name of the model. */
import type { Words } from './chance.ts'

type Make = (words: Words) => string

/** Generators by attribute name, in lower case without blanks. */
const BY_ATTRIBUTE: readonly (readonly [names: string, make: Make])[] = [
  ['firstname givenname forename', (words) => words.person.firstName()],
  ['lastname surname familyname', (words) => words.person.lastName()],
  ['fullname author byline displayname', (words) => words.person.fullName()],
  ['username login nickname handle', (words) => words.internet.username().toLowerCase()],
  ['jobtitle position occupation profession', (words) => words.person.jobTitle()],
  ['email mail', (words) => words.internet.exampleEmail().toLowerCase()],
  ['phone telephone phonenumber mobile fax tel', (words) => words.phone.number({ style: 'international' })],
  [
    'url link href website homepage canonical canonicalurl domain src',
    (words) => `https://www.${words.internet.domainWord()}.example/${words.lorem.slug(2)}`,
  ],
  ['slug path permalink', (words) => words.lorem.slug(3)],
  ['street address streetaddress addressline', (words) => words.location.streetAddress()],
  ['city town', (words) => words.location.city()],
  ['zip zipcode postcode postalcode', (words) => words.location.zipCode()],
  ['state region province county', (words) => words.location.state()],
  ['country', (words) => words.location.country()],
  ['countrycode', (words) => words.location.countryCode()],
  ['timezone', (words) => words.location.timeZone()],
  ['company organization organisation employer brand vendor', (words) => words.company.name()],
  ['slogan tagline claim catchphrase motto', (words) => words.company.catchPhrase()],
  ['category department section', (words) => words.commerce.department()],
  ['product productname', (words) => words.commerce.productName()],
  ['sku code reference', (words) => words.string.alphanumeric({ length: 8, casing: 'upper' })],
  ['isbn', (words) => words.commerce.isbn()],
  ['ean gtin barcode', (words) => words.string.numeric(13)],
  ['uuid guid', (words) => words.string.uuid()],
  ['token key hash', (words) => words.string.hexadecimal({ length: 24, prefix: '' })],
  ['iban', (words) => words.finance.iban()],
  ['bic', (words) => words.finance.bic()],
  ['currency currencycode', (words) => words.finance.currencyCode()],
  ['color colour colorcode', (words) => words.color.rgb()],
  ['language', (words) => words.helpers.arrayElement(['English', 'French', 'German', 'Spanish'])],
  ['icon', (words) => words.helpers.arrayElement(['star', 'heart', 'check', 'arrow-right', 'mail'])],
  ['tag keyword topic', (words) => words.word.noun()],
  ['keywords tags', (words) => words.helpers.multiple(() => words.word.noun(), { count: 3 }).join(', ')],
  ['label button cta calltoaction', (words) => call(words)],
  ['question', (words) => `${capital(words.lorem.words({ min: 4, max: 8 }))}?`],
  ['quote testimonial', (words) => words.hacker.phrase()],
  ['bio biography', (words) => `${capital(words.person.bio())}. ${words.lorem.sentence()}`],
  ['ip ipaddress', (words) => words.internet.ipv4()],
  ['version', (words) => words.system.semver()],
  ['filename', (words) => words.system.fileName()],
  ['mime mimetype', (words) => words.system.mimeType()],
  ['alt alttext alternativetext caption', (words) => capital(words.lorem.words({ min: 3, max: 6 }))],
  ['subtitle subheading heading headline', (words) => headline(words)],
  [
    'description summary excerpt intro introduction teaser abstract lead metadescription',
    (words) => words.lorem.sentence({ min: 10, max: 20 }),
  ],
]

/** Generators of names and titles by model name, in the same form. */
const BY_MODEL: readonly (readonly [names: string, make: Make])[] = [
  [
    'author user person people employee member speaker customer profile contact reviewer editor guest student teacher',
    (words) => words.person.fullName(),
  ],
  ['product item', (words) => words.commerce.productName()],
  ['category department', (words) => words.commerce.department()],
  ['tag topic keyword label', (words) => words.word.noun()],
  [
    'company organization organisation brand partner sponsor client supplier vendor',
    (words) => words.company.name(),
  ],
  [
    'restaurant shop store venue hotel bar cafe',
    (words) => `The ${capital(words.word.adjective())} ${capital(words.animal.type())}`,
  ],
  ['city town place location office', (words) => words.location.city()],
  ['country', (words) => words.location.country()],
  ['recipe dish meal menu', (words) => words.food.dish()],
  ['ingredient', (words) => words.food.ingredient()],
  ['book', (words) => words.book.title()],
  ['song track', (words) => words.music.songName()],
  ['album', (words) => words.music.album()],
  ['artist band', (words) => words.music.artist()],
  ['animal pet', (words) => words.animal.petName()],
  ['car vehicle', (words) => words.vehicle.vehicle()],
  ['job vacancy role', (words) => words.person.jobTitle()],
  ['link button cta', (words) => call(words)],
]

const indexOf = (table: readonly (readonly [string, Make])[]): ReadonlyMap<string, Make> =>
  new Map(table.flatMap(([names, make]) => names.split(' ').map((name) => [name, make] as const)))

const ATTRIBUTES = indexOf(BY_ATTRIBUTE)
const MODELS = indexOf(BY_MODEL)
const NAMES: ReadonlySet<string> = new Set(['name', 'title', 'label', 'headline', 'heading'])

/** Whether an attribute is the display name of its entry. */
export const isName = (attribute: string): boolean => NAMES.has(wordsOf(attribute).at(-1) ?? '')

/** A text for an attribute of a model, by their names; undefined if neither is known. */
export function textFor(attribute: string, model: string): Make | undefined {
  const parts = wordsOf(attribute)
  const ends = [parts.join(''), parts.slice(-2).join(''), parts.at(-1) ?? '']
  if (NAMES.has(parts.at(-1) ?? '')) {
    const named = MODELS.get(wordsOf(model).at(-1) ?? '')
    if (parts.length === 1 && named !== undefined) return named
  }
  const found = ends.find((end) => ATTRIBUTES.has(end))
  if (found !== undefined) return ATTRIBUTES.get(found)
  return isName(attribute) ? headline : undefined
}

/** `metaTitle`, `meta_title`, `meta-title` → `meta`, `title`. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const call = (words: Words): string =>
  words.helpers.arrayElement([
    'Learn more',
    'Read on',
    'Get started',
    'Contact us',
    'Book a table',
    'See all',
  ])

function headline(words: Words): string {
  const { adjective, noun } = words.word
  return words.helpers.arrayElement<() => string>([
    () => words.company.catchPhrase(),
    () => `The ${adjective()} ${noun()}`,
    () => `How to ${words.hacker.verb()} a ${noun()}`,
    () => `${capital(adjective())} ${noun()}, ${adjective()} ${noun()}`,
  ])()
}
