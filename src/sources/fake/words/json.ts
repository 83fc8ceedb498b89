/** Generates the values of JSON attributes, from the custom field or the name of the attribute. */
import type { Json } from '../../../util/json.ts'
import type { Words } from '../chance.ts'
import { instantFor } from './numbers.ts'
import { address } from './paths.ts'
import { phrase, wordsOf } from './text.ts'
import { isName, type TextPlace, textFor } from './words.ts'

type MakeJson = (words: Words) => Json

const pointOf = ({ location }: Words) => ({ lat: location.latitude(), lng: location.longitude() })

const several = (words: Words, make: () => Json): Json => words.helpers.multiple(make, { count: 3 })

const dayOf = (name: string, words: Words): string => instantFor(name, words).toISOString().slice(0, 10)

const linkedData: MakeJson = (words) => ({
  '@context': 'https://schema.org',
  '@type': 'WebPage',
  name: phrase(words),
})

const box: MakeJson = ({ number }) => {
  const [west, south] = [number.int({ min: -170, max: 160 }), number.int({ min: -80, max: 70 })]
  return [west, south, west + 5, south + 5]
}

/**
 * The generators of values by kind of custom field. A value has the form that the package of the custom field
 * stores.
 */
const KINDS: Readonly<Record<string, MakeJson>> = {
  location: (words) => ({ ...pointOf(words), address: words.location.streetAddress() }),
  place: (words) => ({
    address: words.location.streetAddress(),
    coordinates: pointOf(words),
    geohash: words.string.alphanumeric({ length: 9, casing: 'lower' }),
  }),
  point: pointOf,
  geojson: (words) => {
    const { lat, lng } = pointOf(words)
    const geometry = { type: 'Point', coordinates: [lng, lat] }
    return { type: 'FeatureCollection', features: [{ type: 'Feature', geometry, properties: {} }] }
  },
  video: (words) => {
    const id = words.string.alphanumeric(11)
    return { url: `https://www.youtube.com/watch?v=${id}`, provider: 'youtube', providerUid: id }
  },
  oembed: (words) => {
    const url = address(words)
    return { url, oembed: { title: phrase(words), type: 'video', version: '1.0', provider_name: 'Video' } }
  },
  namedTags: (words) => several(words, () => ({ name: words.word.noun() })),
  iconData: ({ helpers }) => {
    const iconName = helpers.arrayElement(['mdi:star', 'mdi:heart', 'mdi:check', 'mdi:email'])
    return { iconName, iconData: '<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>' }
  },
  table: (words) => [['Name', 'Price'], ...words.helpers.multiple(() => [phrase(words), '10'], { count: 2 })],
  dateRange: (words) => ({ startDate: dayOf('start', words), endDate: dayOf('end', words) }),
  timeSlots: (words) => ({ days: [{ date: dayOf('start', words), slots: ['9:00-10:00', '10:00-11:00'] }] }),
  hours: () => ({ monday: '9:00-17:00', tuesday: '9:00-17:00', saturday: '10:00-14:00' }),
  schema: linkedData,
  box,
}

/**
 * The kind of custom field that the generator assumes for a JSON attribute, by the last words of the attribute's
 * name.
 */
const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    location: 'location coordinates',
    geojson: 'geojson geometry polygon',
    video: 'video',
    oembed: 'oembed',
    hours: 'hours',
    schema: 'schema structureddata linkeddata jsonld',
    box: 'bbox bounds boundingbox',
  }).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
)

/**
 * Generates the value of a JSON attribute. The parameter `kind` is the kind of the attribute's custom field, if it
 * has one.
 */
export function jsonFor(place: TextPlace, kind: string | undefined, words: Words): Json {
  const parts = wordsOf(kind ?? place.attribute)
  const last = parts.at(-1) ?? ''
  const named = kind ?? BY_NAME.get(parts.slice(-2).join('')) ?? BY_NAME.get(last) ?? ''
  const make = Object.hasOwn(KINDS, named) ? KINDS[named] : undefined
  if (make !== undefined) return make(words)
  const single = singularOf(last)
  if (single === undefined) return textOrObject(place, kind, words)
  // Generates a list for a JSON attribute with a plural name, such as `features` or `tags`.
  const text = textFor({ attribute: single, model: '' })
  return several(words, () => text?.(words, { ...place, attribute: single }) ?? phrase(words))
}

/**
 * Generates an object for a JSON attribute. If the name of the attribute means a display name, such as `title`, the
 * object contains a text for the language `en`.
 */
function textOrObject(place: TextPlace, kind: string | undefined, words: Words): Json {
  if (kind === undefined && isName(place.attribute))
    return { en: textFor(place)?.(words, place) ?? phrase(words) }
  return { [words.word.noun()]: words.word.adjective(), count: words.number.int({ min: 1, max: 9 }) }
}

/** The plural words that, as the name of a JSON attribute, stand for an object and not for a list. */
const WHOLE: ReadonlySet<string> = new Set([
  'settings',
  'options',
  'details',
  'statistics',
  'stats',
  'analytics',
])

/** Returns the singular of a plural word: `tags` → `tag`, `countries` → `country`; undefined for any other word. */
function singularOf(word: string): string | undefined {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || WHOLE.has(word)) return undefined
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}
