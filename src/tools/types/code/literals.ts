/** Converts the query that a project's own code sets to the source of a TypeScript type. */
import { parseQuery } from '../../../reference/parse/query.ts'
import type {
  FieldsSyntax,
  PopulateEntry,
  PopulateOption,
  PopulateSyntax,
  PopulateValue,
} from '../../../reference/parse/syntax.ts'
import { isMap, type Raw } from '../../../reference/parse/url.ts'
import { memberName, quoted } from '../names.ts'
import type { ShapingParameter } from './routes.ts'

/** The TypeScript type of each query parameter if only the project's own code determines its value. */
export const UNKNOWN_PARAMETER: Readonly<Record<ShapingParameter, string>> = {
  fields: 'CodeDecides',
  populate: 'CodeDecides',
  pagination: '{ start: number } | { page: number }',
}

/** The TypeScript type of a populated attribute if only the project's own code determines its options. */
const UNKNOWN_OPTIONS = 'CodeOptions'

/** Returns the TypeScript type of a query parameter whose value the project's own code sets. */
export function parameterType(name: ShapingParameter, value: Raw | undefined): string {
  if (name === 'pagination') return paginationType(value)
  if (value === undefined) return 'undefined'
  const { fields, populate } = parseQuery({ [name]: value })
  return name === 'fields'
    ? (fieldsType(fields) ?? UNKNOWN_PARAMETER.fields)
    : (populateType(populate) ?? UNKNOWN_PARAMETER.populate)
}

function paginationType(value: Raw | undefined): string {
  if (value === undefined) return '{}'
  if (!isMap(value)) return UNKNOWN_PARAMETER.pagination
  const members = ['start', 'limit', 'page', 'pageSize'].filter((name) => Object.hasOwn(value, name))
  const { withCount } = value
  const counted = withCount === undefined ? [] : [`withCount: ${countType(withCount)}`]
  return `{ ${[...members.map((name) => `${name}: number`), ...counted].join('; ')} }`
}

const TRUE: readonly unknown[] = ['true', 't', '1']
const FALSE: readonly unknown[] = ['false', 'f', '0']
const countType = (raw: Raw): string =>
  TRUE.includes(raw) ? 'true' : FALSE.includes(raw) ? 'false' : 'boolean'

const tupleOf = (names: readonly string[]): string => `readonly [${names.map(quoted).join(', ')}]`

const fieldsType = (syntax: FieldsSyntax): string | undefined =>
  syntax.kind === 'names' ? tupleOf(syntax.names) : undefined

/**
 * Returns the TypeScript type of a `populate` value; undefined if no type describes the value exactly. The nesting
 * limit of the query parser bounds the depth of this recursion.
 */
function populateType(syntax: PopulateSyntax): string | undefined {
  switch (syntax.kind) {
    case 'none':
      return 'undefined'
    case 'all':
      return "'*'"
    case 'paths':
      return tupleOf(syntax.clauses.flatMap(({ paths }) => paths.map((path) => path.join('.'))))
    case 'attributes':
      return objectOf(syntax.entries)
    case 'malformed':
    case 'overflow':
      return undefined
  }
}

const objectOf = (entries: readonly PopulateEntry[]): string =>
  entries.length === 0
    ? '{}'
    : `{ ${entries.map(({ key, value }) => `${memberName(key)}: ${valueType(value)}`).join('; ')} }`

function valueType(value: PopulateValue): string {
  switch (value.kind) {
    case 'star':
      return 'true'
    case 'flag':
      return String(value.on)
    case 'options': {
      const members = value.options.entries.flatMap(optionMember)
      return members.includes(undefined)
        ? UNKNOWN_OPTIONS
        : members.length === 0
          ? 'true'
          : `{ ${members.join('; ')} }`
    }
    case 'null':
    case 'names':
    case 'list':
    case 'overflow':
      return UNKNOWN_OPTIONS
  }
}

/**
 * Returns the TypeScript member for one option of `populate`; empty for an option that does not change the shape of
 * answers.
 */
function optionMember(option: PopulateOption): readonly (string | undefined)[] {
  switch (option.key) {
    case 'fields': {
      const type = fieldsType(option.fields)
      return [type === undefined ? undefined : `fields: ${type}`]
    }
    case 'populate': {
      const type = populateType(option.populate)
      return [type === undefined ? undefined : `populate: ${type}`]
    }
    case 'count':
      return countType(option.value) === 'boolean' ? [undefined] : [`count: ${countType(option.value)}`]
    case 'on':
      return [option.kinds === undefined ? undefined : `on: ${objectOf(option.kinds)}`]
    case 'filters':
    case 'sort':
    case 'other':
      return []
  }
}
