/**
 * Chooses the generated words for a text attribute from the name of the attribute and the name of the attribute's
 * model.
 */
import type { Words } from '../chance.ts'
import { clockFor, instantFor } from './numbers.ts'
import { address, linkedPage, linkedPath, oldPath, pageName } from './paths.ts'
import { capital, slugOf, wordsOf } from './text.ts'

/** The position of a generated text: the attribute, the model and the entry. */
export interface TextPlace {
  readonly attribute: string
  /** The name of the attribute's model, such as `article` or `seo`. */
  readonly model: string
  /** Whether the model is a collection type. */
  readonly isCollection: boolean
  /** The index of the entry in its content type, counted from 0. */
  readonly index: number
  /** A random number that all attributes of a row or component share, so that the text and the path of a link match. */
  readonly pick: number
}

type Make = (words: Words, place: TextPlace) => string
type Table = readonly (readonly [names: string, make: Make])[]

const oneOf =
  (...texts: readonly string[]): Make =>
  (words) =>
    words.helpers.arrayElement(texts)

const call = oneOf('Learn more', 'Read on', 'Get started', 'Contact us', 'Book a demo', 'See all')
const question: Make = (words) =>
  words.helpers.arrayElement([
    `How do I ${words.hacker.verb()} my ${words.word.noun()}?`,
    `What is ${oneThing(words.word.adjective())} ${words.word.noun()}?`,
    `Can I change the ${words.word.noun()} of my ${words.word.noun()}?`,
    `Why does the ${words.word.noun()} ${words.hacker.verb()}?`,
    `When will my ${words.word.noun()} arrive?`,
  ])
const sentence: Make = (words) => words.lorem.sentence({ min: 10, max: 20 })
const alternative: Make = (words) => capital(words.lorem.words({ min: 3, max: 6 }))
const person: Make = (words) => words.person.fullName()
const jobTitle: Make = (words) => words.person.jobTitle()
const company: Make = (words) => words.company.name()

const opaque: Make = (words) => words.string.alphanumeric({ length: 20, casing: 'lower' })
const day: Make = (words, { attribute }) => instantFor(attribute, words).toISOString().slice(0, 10)
const clock: Make = (words, { attribute }) => clockFor(attribute, words)

/**
 * The generators of texts by the names of attributes. The table contains the names of the attributes in lower case
 * and without separators.
 */
const BY_ATTRIBUTE: Table = [
  ['firstname givenname forename', (words) => words.person.firstName()],
  ['lastname surname familyname', (words) => words.person.lastName()],
  ['fullname author byline displayname speaker organizer creator', person],
  ['username login nickname handle', (words) => words.internet.username().toLowerCase()],
  ['jobtitle position occupation profession job role designation', jobTitle],
  ['email mail correo', (words) => words.internet.exampleEmail().toLowerCase()],
  [
    'phone telephone phonenumber mobile fax tel whatsapp telefono',
    (words) => words.phone.number({ style: 'international' }),
  ],
  ['url link href website canonical canonicalurl domain src', address],
  ['slug permalink alias', (words) => words.lorem.slug(3)],
  ['path fullpath pathname route', (words) => `/${words.lorem.slug(2)}`],
  ['anchor hash fragment', (words) => `#${slugOf(words.word.noun())}`],
  ['target', oneOf('_self', '_blank')],
  ['rel', oneOf('noopener', 'nofollow')],
  ['street address streetaddress addressline', (words) => words.location.streetAddress()],
  ['city town', (words) => words.location.city()],
  ['zip zipcode postcode postalcode', (words) => words.location.zipCode()],
  ['state region province county', (words) => words.location.state()],
  ['country', (words) => words.location.country()],
  ['countrycode', (words) => words.location.countryCode()],
  ['location', (words) => `${words.location.city()}, ${words.location.country()}`],
  ['timezone', (words) => words.location.timeZone()],
  ['company companyname organization organisation employer brand vendor sitename publisher', company],
  ['slogan tagline claim catchphrase motto', (words) => words.company.catchPhrase()],
  ['copyright', (words) => `© 2026 ${words.company.name()}`],
  ['category department section', (words) => words.commerce.department()],
  ['product productname', (words) => words.commerce.productName()],
  ['price cost amount total fee', (words) => `$${words.number.int({ min: 5, max: 200 })}`],
  ['percent percentage discount', (words) => `${words.number.int({ min: 5, max: 95 })}%`],
  ['readtime readingtime', (words) => `${words.number.int({ min: 2, max: 15 })} min`],
  ['openinghours workinghours', oneOf('Mo–Fr 9:00–17:00', 'Mo–Sa 10:00–19:00', 'Tu–Su 11:00–22:00')],
  ['sku code reference', (words) => words.string.alphanumeric({ length: 8, casing: 'upper' })],
  ['isbn', (words) => words.commerce.isbn()],
  ['ean gtin barcode', (words) => words.string.numeric(13)],
  ['uuid guid', (words) => words.string.uuid()],
  ['token key', (words) => words.string.hexadecimal({ length: 24, prefix: '' })],
  ['iban', (words) => words.finance.iban()],
  ['bic swift swiftcode biccode', (words) => words.finance.bic()],
  ['currency currencycode', (words) => words.finance.currencyCode()],
  ['site homepage webpage', address],
  ['color colour colorcode bgcolor background foreground', (words) => words.color.rgb()],
  ['language', oneOf('English', 'French', 'German', 'Spanish')],
  ['icon iconname', oneOf('star', 'heart', 'check', 'arrow-right', 'mail')],
  ['tag keyword topic', (words) => words.word.noun()],
  ['keywords tags', (words) => words.helpers.multiple(() => words.word.noun(), { count: 3 }).join(', ')],
  ['label button cta calltoaction buttontext ctatext', call],
  ['question', question],
  ['answer', (words) => words.lorem.sentences({ min: 1, max: 3 })],
  ['quote testimonial review', (words) => words.hacker.phrase()],
  ['bio biography', (words) => `${capital(words.person.bio())}. ${words.lorem.sentence()}`],
  ['ip ipaddress', (words) => words.internet.ipv4()],
  ['version', (words) => words.system.semver()],
  ['id sid ref secret password checksum', opaque],
  [
    'nif dni vat vatid vatnumber taxid ssn',
    (words) => words.string.alphanumeric({ length: 9, casing: 'upper' }),
  ],
  ['date day releasedate', day],
  ['time', clock],
  ['datetime timestamp', (words, { attribute }) => instantFor(attribute, words).toISOString()],
  ['duration', (words) => `${words.number.int({ min: 5, max: 90 })} min`],
  ['nationality', (words) => words.location.country()],
  ['platform', oneOf('Web', 'iOS', 'Android', 'Windows', 'macOS')],
  ['size', oneOf('Small', 'Medium', 'Large')],
  ['status', oneOf('active', 'pending', 'archived')],
  ['gender sex', oneOf('female', 'male', 'other')],
  ['locale lang languagecode', oneOf('en', 'de', 'fr', 'es')],
  ['message comment note notes remark remarks reason feedback', sentence],
  ['subject', (words) => headline(words)],
  ['image picture photo avatar thumbnail banner', (words) => `${address(words)}.jpg`],
  ['icontext', () => '{"name":"star","component":"<svg viewBox=\\"0 0 24 24\\"></svg>"}'],
  ['latitude lat', (words) => String(words.location.latitude())],
  ['longitude lng lon', (words) => String(words.location.longitude())],
  ['year', (words) => String(words.number.int({ min: 1990, max: 2026 }))],
  ['filename', (words) => words.system.fileName()],
  ['mime mimetype', (words) => words.system.mimeType()],
  ['robots metarobots', oneOf('index, follow')],
  ['viewport metaviewport', oneOf('width=device-width, initial-scale=1')],
  ['ogtype', oneOf('website', 'article')],
  ['alt alttext alternativetext caption', alternative],
  ['subtitle subheading heading headline', (words) => headline(words)],
  [
    'description summary excerpt intro introduction teaser abstract lead metadescription subtext descripcion omschrijving beschreibung',
    sentence,
  ],
]

/**
 * The generators of names and titles by the names of models. The names of the models are in lower case and without
 * separators.
 */
const BY_MODEL: Table = [
  [
    'author user person people employee member speaker customer profile contact reviewer editor guest student teacher',
    person,
  ],
  ['product item', (words) => words.commerce.productName()],
  ['category department', (words) => words.commerce.department()],
  ['plan tier package subscription', oneOf('Free', 'Starter', 'Team', 'Business', 'Enterprise')],
  ['tag topic keyword label', (words) => words.word.noun()],
  ['company organization organisation brand partner sponsor client supplier vendor logo', company],
  [
    'restaurant shop store venue hotel bar cafe',
    (words) => `The ${capital(words.word.adjective())} ${capital(words.animal.type())}`,
  ],
  ['city town place location office', (words) => words.location.city()],
  ['country', (words) => words.location.country()],
  ['recipe dish meal', (words) => words.food.dish()],
  ['ingredient', (words) => words.food.ingredient()],
  ['book', (words) => words.book.title()],
  ['song track', (words) => words.music.songName()],
  ['album', (words) => words.music.album()],
  ['artist band', (words) => words.music.artist()],
  ['animal pet', (words) => words.animal.petName()],
  ['car vehicle', (words) => words.vehicle.vehicle()],
  ['job vacancy role', jobTitle],
  ['faq question', question],
  ['menu navigation nav navbar breadcrumb link', (_, { pick }) => linkedPage(pick)],
  ['button cta', call],
  [
    'page',
    (words, { isCollection, index }) => (isCollection ? pageName(index) : undefined) ?? headline(words),
  ],
]

const indexOf = (table: Table): ReadonlyMap<string, Make> =>
  new Map(table.flatMap(([names, make]) => names.split(' ').map((name) => [name, make] as const)))

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const ATTRIBUTES = indexOf(BY_ATTRIBUTE)
const MODELS = indexOf(BY_MODEL)
const NAMES = setOf('name title label headline heading titulo nombre titel naam titre nom')
/** The words in the names of models whose attributes contain links to pages of the same website. */
const LINKS = setOf(
  'link links button buttons cta nav navbar navigation menu item footer header breadcrumb hero banner',
)
const TARGETS = setOf('url href link path to')
const TEXTS = setOf('text label title name')
const ELSEWHERE = setOf(
  'external social canonical website source linkedin twitter facebook instagram youtube github',
)
const REDIRECTS = setOf('redirect redirects redirection redirections')
const OLD = setOf('source from old origin')
/** The names of attributes that a frontend needs to find an entry, or to link to an entry. */
const NEEDED = setOf('slug path fullpath permalink source destination url href link text')

/** The language codes at the end of an attribute's name, such as `titleEn` or `name_fr`. */
const LANGUAGES = setOf('en fr de es it pt nl ar ru zh ja ko pl cs sk sv da fi tr uk vi fa he hi ro hu el bg')
const COLOURS = setOf('color colour')
const IDENTITIES = setOf('uuid guid')

/**
 * Returns whether the last word of an attribute name is one of `IDENTITIES`, so that the attribute contains an id of
 * its entry.
 */
export const isIdentity = (attribute: string): boolean => IDENTITIES.has(lastOf(attribute))

/**
 * Returns whether the last word of an attribute name is one of `NAMES`. The value of an attribute with a name in
 * `NAMES` is the display name of its entry.
 */
export const isName = (attribute: string): boolean => NAMES.has(lastOf(attribute))

/** Returns whether the last word of an attribute name is `slug`. */
export const isSlug = (attribute: string): boolean => lastOf(attribute) === 'slug'

/**
 * Returns whether the last word of an attribute name is one of `NAMES` or `NEEDED`. Frontends rely on the values of
 * attributes with a name in `NAMES` or `NEEDED`, such as `title`. Therefore, an attribute with a name in `NAMES` or
 * `NEEDED` gets a generated value even if it is optional.
 */
export const isNeeded = (attribute: string): boolean => isName(attribute) || NEEDED.has(lastOf(attribute))

/**
 * Returns the generator of texts for an attribute, from the name of the attribute and the name of its model. The
 * result is undefined if no generator fits the two names.
 */
export function textFor({ attribute, model }: Pick<TextPlace, 'attribute' | 'model'>): Make | undefined {
  const parts = namedParts(attribute)
  const last = parts.at(-1) ?? ''
  const around = wordsOf(model)
  const within = linkFor(parts, around)
  if (within !== undefined) return within
  const ends = [parts.join(''), parts.slice(-2).join(''), last]
  if (NAMES.has(last)) {
    const named = MODELS.get(around.at(-1) ?? '')
    if (parts.length === 1 && named !== undefined) return named
  }
  const found = ends.find((end) => ATTRIBUTES.has(end))
  if (found !== undefined) return ATTRIBUTES.get(found)
  if (parts.some((word) => COLOURS.has(word))) return ATTRIBUTES.get('color')
  return NAMES.has(last) ? headline : undefined
}

/**
 * Returns the text generator for an attribute that is the text or the target of a link or redirect; undefined for
 * other attributes.
 */
function linkFor(parts: readonly string[], around: readonly string[]): Make | undefined {
  const last = parts.at(-1) ?? ''
  if (around.some((word) => REDIRECTS.has(word))) {
    if (parts.some((word) => OLD.has(word))) return oldPath
    if (parts.some((word) => word === 'destination' || word === 'target' || TARGETS.has(word)))
      return (_, { pick }) => linkedPath(pick)
  }
  const isElsewhere = [...parts, ...around].some((word) => ELSEWHERE.has(word))
  const model = around.at(-1) ?? ''
  const isLink = LINKS.has(model) || parts.some((word) => word === 'cta' || word === 'button')
  if (!isLink || isElsewhere) return undefined
  if (TARGETS.has(last)) return (_, { pick }) => linkedPath(pick)
  if (!TEXTS.has(last) || parts.length > 1) return undefined
  if (model === 'button' || model === 'cta') return call
  return model === 'link' || model.startsWith('nav') || model === 'menu'
    ? (_, { pick }) => linkedPage(pick)
    : undefined
}

/** Returns the words of an attribute's name, without a language code at the end of the name. */
function namedParts(name: string): readonly string[] {
  const parts = wordsOf(name)
  return parts.length > 1 && LANGUAGES.has(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts
}

const lastOf = (name: string): string => namedParts(name).at(-1) ?? ''

/** Returns a word with its indefinite article: `an apple`. */
const oneThing = (word: string): string => `${'aeiou'.includes(word.charAt(0)) ? 'an' : 'a'} ${word}`

function headline(words: Words): string {
  const { adjective, noun } = words.word
  return words.helpers.arrayElement<() => string>([
    () => words.company.catchPhrase(),
    () => `The ${adjective()} ${noun()}`,
    () => `How to ${words.hacker.verb()} ${oneThing(noun())}`,
    () => `${capital(adjective())} ${noun()}, ${adjective()} ${noun()}`,
  ])()
}
