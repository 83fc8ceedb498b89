/** Values that come back from the real server's database other than they were written. */
import type { Json } from '../../ground/json.ts'
import type { Model, ScalarType } from '../schema/schema.ts'
import type { PlanContext } from './context.ts'
import type { Rewrite } from './plan.ts'

/** The attributes among `names` whose values the profile's database changes. */
export function planRewrites(
  names: readonly string[],
  model: Model,
  context: PlanContext,
): readonly Rewrite[] {
  return names.flatMap((name) => {
    const attribute = model.attributes.get(name)
    const rewrite = attribute?.kind === 'scalar' ? rewriteOf(attribute.type, context) : undefined
    return rewrite === undefined ? [] : [{ name, rewrite }]
  })
}

function rewriteOf(type: ScalarType, { has }: PlanContext): Rewrite['rewrite'] | undefined {
  if (type === 'biginteger' && has('bigint-double')) return throughDouble
  if ((type === 'json' || type === 'blocks' || type === 'array') && has('json-string-value'))
    return parsedAgain
  if (type === 'time' && has('time-fraction')) return withoutZeros
  if (type === 'decimal' && has('decimal-scale')) return toHundredths
  return undefined
}

/** `10:20:30.000` → `10:20:30`, `10:20:30.500` → `10:20:30.5` */
const withoutZeros = (value: Json): Json =>
  typeof value === 'string' ? value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : value

const toHundredths = (value: Json): Json =>
  typeof value === 'number' ? Math.round(value * 100) / 100 : value

const throughDouble = (value: Json): Json => (typeof value === 'string' ? String(Number(value)) : value)

function parsedAgain(value: Json): Json {
  if (typeof value !== 'string') return value
  try {
    const parsed: Json = JSON.parse(value)
    return typeof parsed === 'string' ? JSON.parse(parsed) : parsed
  } catch {
    return value
  }
}
