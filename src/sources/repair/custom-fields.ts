/** Maps custom fields of plugins to the Strapi types that store them. */
import { type JsonObject, member } from '../../util/json.ts'

/** The base types that these plugins register. */
const BASES: Readonly<Record<string, string>> = {
  'plugin::color-picker.color': 'string',
  'plugin::ckeditor.CKEditor': 'richtext',
  'plugin::ckeditor5.CKEditor': 'richtext',
  'plugin::multi-select.multi-select': 'json',
  'plugin::multi-country-select.country': 'json',
  'plugin::country-select.country': 'string',
  'plugin::tagsinput.tags': 'json',
  'plugin::oembed.oembed': 'json',
  'plugin::content-manager.blocks': 'blocks',
}

/** The type of a custom field, and a text for the note. */
export function customFieldType(attribute: JsonObject): { readonly type: string; readonly says: string } {
  const name = member(attribute, 'customField')
  const base = typeof name === 'string' && Object.hasOwn(BASES, name) ? BASES[name] : undefined
  if (base !== undefined) return { type: base, says: `the custom field ${name} is read as ${base}` }
  const what = typeof name === 'string' ? `the custom field ${name}` : 'the attribute'
  return { type: 'json', says: `${what} is read as JSON` }
}
