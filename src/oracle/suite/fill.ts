/** Fills the templates of suite cases: each `{name}` becomes the value with this name. */
import type { Json } from '../../util/json.ts'
import type { Bindings } from './case.ts'

const PLACEHOLDER = /\{(\+?)([A-Za-z][A-Za-z0-9]*)\}/g

/** The error for a wrong template of a suite case, for example a template that uses an unknown name. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/**
 * Fills every string in a JSON value, including the keys of objects. A string that consists only of `{name}` becomes
 * the named value, regardless of the value's type.
 */
export function fill(json: Json, bindings: Bindings): Json {
  if (typeof json === 'string') return fillWhole(json, bindings)
  if (typeof json !== 'object' || json === null) return json
  if (isList(json)) return json.map((item) => fill(item, bindings))
  const members = Object.entries(json).map(([key, value]) => [fillText(key, bindings), fill(value, bindings)])
  return Object.fromEntries(members)
}

const isList = (json: Json): json is readonly Json[] => Array.isArray(json)

function fillWhole(text: string, bindings: Bindings): Json {
  const name = /^\{([A-Za-z][A-Za-z0-9]*)\}$/.exec(text)?.[1]
  return name === undefined ? fillText(text, bindings) : lookUp(name, bindings)
}

/** Fills the placeholders in a text. A named value that is not a string is inserted as JSON. */
export function fillText(template: string, bindings: Bindings): string {
  return template.replace(PLACEHOLDER, (_all, _plus, name: string) => asText(lookUp(name, bindings)))
}

/**
 * Fills the placeholders in a URL. The value of `{name}` is percent-encoded, and the value of `{+name}` is inserted
 * unencoded.
 */
export function fillUrl(template: string, bindings: Bindings): string {
  return template.replace(PLACEHOLDER, (_all, plus: string, name: string) => {
    const text = asText(lookUp(name, bindings))
    return plus === '+' ? text : encodeURIComponent(text)
  })
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

function lookUp(name: string, bindings: Bindings): Json {
  const value = Object.hasOwn(bindings, name) ? bindings[name] : undefined
  if (value === undefined) throw new TemplateError(`{${name}}: no column and no value has this name`)
  return value
}

/** Expands a repeated text: `{"repeat": "&a[{n}]={n}", "times": 3}` becomes `&a[0]=0&a[1]=1&a[2]=2`. */
export function repeated(json: Json): Json {
  if (typeof json !== 'object' || json === null || isList(json)) return json
  const { repeat, times } = json
  if (typeof repeat !== 'string' || typeof times !== 'number') return json
  return Array.from({ length: times }, (_, n) => repeat.replaceAll('{n}', String(n))).join('')
}
