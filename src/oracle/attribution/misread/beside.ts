/** Defines misreadings: the target ignores a parameter, or an option of a populate, beside another one. */
import type { CheckedRule } from '../../exchange/rules.ts'
import { readPart } from '../../names/mentions.ts'
import { type Misreading, ofQuery } from './parts.ts'

/** The query parameters that a target may ignore if the request has another parameter, each with the rule about it. */
const IGNORED: readonly (readonly [parameter: string, rule: CheckedRule])[] = [
  ['filters', 'param.filters'],
  ['sort', 'param.sort'],
  ['pagination', 'pagination.page'],
  ['populate', 'param.populate'],
  ['fields', 'fields.restricts'],
  ['locale', 'locale.chosen'],
  ['status', 'status.draft'],
  ['_q', 'search.text'],
]

const OTHERS = [
  ...IGNORED.map(([parameter]) => parameter),
  'pagination[page]',
  'pagination[withCount]',
  'status=draft',
]

/**
 * Returns whether a part of the query belongs to `parameter`, which is a name, a member such as
 * `pagination[withCount]`, or a parameter with its value such as `status=draft`.
 */
function isOf(parameter: string, part: string): boolean {
  const { segments, value } = readPart(part)
  const [root = '', name = ''] = segments
  return [root, `${root}[${name}]`, `${root}=${value}`].includes(parameter)
}

const beside = (ignored: string, rule: CheckedRule, other: string): Misreading => ({
  ...ofQuery(other === '_q' ? 'search.text' : rule, `${ignored} beside ${other} ignored`, (parts) =>
    parts.some((part) => isOf(other, part))
      ? parts.filter((part) => isOf(other, part) || !isOf(ignored, part))
      : parts,
  ),
  says: `Beside \`${other}\`, the server ignores the parameter \`${ignored}\`.`,
})

/**
 * The options of a populated attribute that a target may ignore if the attribute has another option, each with the
 * rule about it.
 */
const OPTIONS: readonly (readonly [option: string, rule: CheckedRule])[] = [
  ['filters', 'populate.filters.list'],
  ['sort', 'populate.sort.list'],
  ['fields', 'fields.nested'],
  ['populate', 'fields.not-populate'],
]

/** Returns the levels of `populate` at which a part of the query has an option. */
const levelsOf = (option: string, part: string): readonly string[] => {
  const { segments } = readPart(part)
  return segments.flatMap((name, at) =>
    at > 1 && name === option && segments[0] === 'populate' ? [segments.slice(0, at).join('.')] : [],
  )
}

const besideOption = (ignored: string, rule: CheckedRule, other: string): Misreading => ({
  ...ofQuery(rule, `${ignored} beside ${other} ignored in populate`, (parts) => {
    const levels = new Set(parts.flatMap((part) => levelsOf(other, part)))
    return parts.filter((part) => !levelsOf(ignored, part).some((level) => levels.has(level)))
  }),
  says: `Inside a populate, the server ignores \`${ignored}\` beside \`${other}\`.`,
})

const BESIDE_OPTIONS: readonly Misreading[] = OPTIONS.flatMap(([ignored, rule]) =>
  [...OPTIONS.map(([option]) => option), 'count'].flatMap((other) =>
    other === ignored ? [] : [besideOption(ignored, rule, other)],
  ),
)

const BESIDE_PARAMETERS: readonly Misreading[] = IGNORED.flatMap(([ignored, rule]) =>
  OTHERS.filter((other) => other !== ignored && other.split('=', 1)[0] !== ignored).map((other) =>
    beside(ignored, rule, other),
  ),
)

export const BESIDE: readonly Misreading[] = [...BESIDE_PARAMETERS, ...BESIDE_OPTIONS].map((one) => ({
  ...one,
  isOfMany: true,
}))
