/**
 * Maps each custom field of a plugin to the attribute type that stores the field, and to a kind of values such as
 * `location`.
 */
import { type JsonObject, member } from '../../util/json.ts'

/** The attribute type that stores a custom field, and the kind of the custom field's values, such as `location`. */
interface CustomField {
  readonly type: 'string' | 'text' | 'richtext' | 'json' | 'blocks' | 'uid' | 'integer'
  readonly kind: string
  /** Whether the attribute type is certain, because a known package registers the custom field with this type. */
  readonly isCertain: boolean
}

type Row = readonly [type: CustomField['type'], kind: string, fields: string]

/**
 * The custom fields of published packages, in the form `plugin.field`, with the attribute types that these packages
 * register.
 */
const REGISTERED: readonly Row[] = [
  ['richtext', 'html', 'ckeditor.CKEditor ckeditor5.CKEditor tinymce.tinymce'],
  ['text', 'html', 'tiptap-editor.RichText'],
  ['blocks', 'blocks', 'content-manager.blocks'],
  ['text', 'code', 'strapi-code-editor-custom-field.code-editor-text'],
  ['json', 'options', 'strapi-code-editor-custom-field.code-editor-json hero-visual-editor.visual-editor'],
  ['text', 'secret', 'encryptable-field.encryptable-field'],
  ['string', 'color', 'color-picker.color'],
  ['integer', 'percent', 'range-slider.range-slider'],
  ['string', 'icon', 'react-icons.icon lucide-icon-picker.lucide-icon icon-picker.icon-picker'],
  ['string', 'icon', 'strapi-bootstrap-icons.bootstrap-icon'],
  ['text', 'iconText', 'heroicons-field.icon-picker'],
  ['json', 'iconData', 'strapi-plugin-iconhub.iconhub iconhub.iconhub'],
  ['uid', 'uuid', 'strapi-advanced-uuid.uuid field-uuid.uuid'],
  ['string', 'slug', 'permalinks.permalink'],
  ['json', 'tags', 'multi-select.multi-select advanced-fields.checkbox advanced-fields.radio'],
  ['json', 'namedTags', 'tagsinput.tags'],
  ['string', 'tag', 'multiselect-field.multiselect-field dynamic-enumeration.dynamic-field'],
  ['string', 'tag', 'remote-select.remote-select remote-select.searchable-remote-select'],
  ['string', 'headline', 'advanced-fields.input'],
  ['string', 'countryCode', 'country-select.country strapi-country-select.country-select'],
  ['string', 'country', 'address-selection.country'],
  ['json', 'countries', 'multi-country-select.country'],
  ['string', 'address', 'address-selection.address'],
  ['string', 'timezone', 'timezone-select.timezone'],
  ['string', 'phone', 'strapi-phone-validator-5.phone'],
  ['json', 'place', 'google-maps.location-picker'],
  ['json', 'point', 'geodata.geojson strapi-location-picker.location-picker'],
  ['json', 'geojson', 'strapi-leaflet-geoman.geojson maplibre-field.map'],
  ['json', 'video', 'video-field.video'],
  ['json', 'oembed', 'oembed.oembed'],
  ['string', 'image', 'cloudinary-media-library.cloudinary'],
  ['json', 'table', 'table-field.table'],
  ['json', 'dateRange', 'strapi-date-range-picker-5.date-range-picker'],
  ['json', 'timeSlots', 'time-slot-picker.time-slot-picker'],
]

/**
 * The attribute types of unknown custom fields, by words in their names. The first row of `BY_WORD` with a word in
 * the field's name decides about the type. If the custom field has a general name, the words in the name of its
 * plugin decide about the type.
 */
const BY_WORD: readonly Row[] = [
  ['json', 'tags', 'multi multiselect tags tagsinput array checkbox list repeatable'],
  ['json', 'oembed', 'oembed video youtube vimeo embed'],
  ['json', 'location', 'location map maps geo coordinates geolocation geodata'],
  ['json', 'hours', 'hours'],
  ['richtext', 'html', 'ckeditor ckeditor5 tinymce tiptap quill froala lexical wysiwyg html suneditor'],
  ['richtext', 'markdown', 'markdown mdx'],
  ['string', 'color', 'color colour colorpicker'],
  ['string', 'icon', 'icon icons iconpicker fontawesome lucide'],
  ['string', 'uuid', 'uuid nanoid ulid cuid'],
  ['string', 'countryCode', 'country countries'],
  ['string', 'currency', 'currency'],
  ['string', 'language', 'language'],
  ['string', 'timezone', 'timezone'],
  ['string', 'phone', 'phone'],
  ['string', 'slug', 'permalink permalinks'],
]

/** The words in the name of a custom field that do not describe the values of the field. */
const GENERAL: ReadonlySet<string> = new Set(
  'field input picker select selector editor text richtext rich value data point item custom area'.split(' '),
)

const indexOf = (rows: readonly Row[], isCertain: boolean): ReadonlyMap<string, CustomField> =>
  new Map(
    rows.flatMap(([type, kind, names]) =>
      names.split(' ').map((name) => [name, { type, kind, isCertain }] as const),
    ),
  )

const FIELDS = indexOf(REGISTERED, true)
const WORDS = indexOf(BY_WORD, false)

/**
 * Returns the attribute type of a custom field, and a text for a note. The text for the note is undefined if a known
 * package registers this type, because the type is then certain.
 */
export function customFieldType(attribute: JsonObject): {
  readonly type: string
  readonly says: string | undefined
} {
  const name = member(attribute, 'customField')
  const found = fieldOf(attribute)
  if (found?.isCertain === true) return { type: found.type, says: undefined }
  if (found !== undefined)
    return { type: found.type, says: `the custom field ${name} counts as ${found.type}` }
  const what = typeof name === 'string' ? `the custom field ${name}` : 'the attribute'
  return { type: 'json', says: `${what} counts as JSON` }
}

/**
 * Returns the kind of values in a custom field, as a word such as `location`; undefined if the attribute is not a
 * known custom field.
 */
export const customFieldKind = (attribute: JsonObject): string | undefined => fieldOf(attribute)?.kind

function fieldOf(attribute: JsonObject): CustomField | undefined {
  const name = member(attribute, 'customField')
  if (typeof name !== 'string') return undefined
  const path = name.split('::').at(-1) ?? ''
  const [plugin = [], field = []] = path.split('.').map((part) => part.toLowerCase().split(/[^a-z0-9]+/))
  const isGeneral = field.some((word) => GENERAL.has(word) || plugin.includes(word))
  return FIELDS.get(path) ?? byWord(field) ?? (isGeneral ? byWord(plugin) : undefined)
}

const byWord = (words: readonly string[]): CustomField | undefined =>
  [...WORDS].find(([word]) => words.includes(word))?.[1]
