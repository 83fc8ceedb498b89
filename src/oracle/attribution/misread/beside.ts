/** Misreadings: a parameter has no effect beside another parameter. */
import type { CheckedRule } from '../../exchange/rules.ts'
import { readPart } from '../../names/mentions.ts'
import { type Misreading, ofQuery } from './parts.ts'

/** The parameters that may have no effect beside another parameter, each with its rule. */
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

/** Whether a part belongs to a parameter, to one member of it, such as `pagination[withCount]`, or is `status=draft`. */
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
  says: `Beside \`${other}\`, the parameter \`${ignored}\` has no effect.`,
})

export const BESIDE: readonly Misreading[] = IGNORED.flatMap(([ignored, rule]) =>
  OTHERS.filter((other) => other !== ignored && other.split('=', 1)[0] !== ignored).map((other) =>
    beside(ignored, rule, other),
  ),
)
