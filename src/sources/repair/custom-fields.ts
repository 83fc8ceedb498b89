/** Maps custom fields of plugins to the Strapi types that store them, and to the kind of their values. */
import { type JsonObject, member } from '../../util/json.ts'

/** The type of the column, and the kind of value that fits it. */
interface CustomField {
  readonly type: 'string' | 'text' | 'richtext' | 'json' | 'blocks'
  readonly kind: string
}

/** The fields that these plugins register. */
const KNOWN: Readonly<Record<string, CustomField>> = {
  'plugin::multi-country-select.country': { type: 'json', kind: 'countries' },
  'plugin::iconhub.iconhub': { type: 'json', kind: 'icon' },
  'plugin::content-manager.blocks': { type: 'blocks', kind: 'blocks' },
  'plugin::tiptap-editor.RichText': { type: 'text', kind: 'html' },
  'plugin::strapi-tiptap-editor.richtext-preview': { type: 'richtext', kind: 'html' },
}

/** Fields whose plugin or name has one of these words. The first row that fits counts. */
const BY_WORD: readonly (readonly [words: string, field: CustomField])[] = [
  ['multi tags tagsinput array checkbox list repeatable', { type: 'json', kind: 'tags' }],
  ['oembed video youtube vimeo embed', { type: 'json', kind: 'video' }],
  ['location map maps geo coordinates geolocation geodata', { type: 'json', kind: 'location' }],
  ['hours', { type: 'json', kind: 'hours' }],
  [
    'ckeditor ckeditor5 tinymce tiptap quill froala lexical wysiwyg html suneditor',
    { type: 'richtext', kind: 'html' },
  ],
  ['markdown mdx', { type: 'richtext', kind: 'markdown' }],
  ['color colour colorpicker', { type: 'string', kind: 'color' }],
  ['icon icons iconhub iconpicker fontawesome lucide', { type: 'string', kind: 'icon' }],
  ['uuid nanoid ulid cuid', { type: 'string', kind: 'uuid' }],
  ['country countries', { type: 'string', kind: 'countryCode' }],
  ['currency', { type: 'string', kind: 'currency' }],
  ['language', { type: 'string', kind: 'language' }],
  ['timezone', { type: 'string', kind: 'timezone' }],
  ['phone', { type: 'string', kind: 'phone' }],
  ['permalink permalinks', { type: 'string', kind: 'slug' }],
]

/** The type of a custom field, and a text for the note. */
export function customFieldType(attribute: JsonObject): { readonly type: string; readonly says: string } {
  const name = member(attribute, 'customField')
  const found = fieldOf(attribute)
  if (found !== undefined)
    return { type: found.type, says: `the custom field ${name} counts as ${found.type}` }
  const what = typeof name === 'string' ? `the custom field ${name}` : 'the attribute'
  return { type: 'json', says: `${what} counts as JSON` }
}

/** The kind of value of a custom field, as the name of an attribute; undefined for other attributes. */
export const customFieldKind = (attribute: JsonObject): string | undefined => fieldOf(attribute)?.kind

function fieldOf(attribute: JsonObject): CustomField | undefined {
  const name = member(attribute, 'customField')
  if (typeof name !== 'string') return undefined
  if (Object.hasOwn(KNOWN, name)) return KNOWN[name]
  const words = new Set(name.toLowerCase().split(/[^a-z0-9]+/))
  return BY_WORD.find(([known]) => known.split(' ').some((word) => words.has(word)))?.[1]
}
