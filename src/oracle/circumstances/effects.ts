/** Finds the parameters of a request that change its answer. */

import { splitTarget } from '../../util/url/target.ts'
import { isSame } from '../compare/difference.ts'
import type { Reference } from '../exchange/reference.ts'
import type { Exchange } from '../exchange/session.ts'
import { partsOf, readPart } from '../names/mentions.ts'

/**
 * The parameters whose effect the check tests. Without such a parameter, an answer may have other entries, another
 * order or other members.
 */
export const TESTED = [
  ...(['filters', 'sort', '_q'] as const),
  ...(['filters in populate', 'sort in populate', 'fields in populate'] as const),
] as const

type Tested = (typeof TESTED)[number]

/** Returns whether the key of a query part belongs to a parameter. */
function isOf(parameter: Tested, [root = '', ...names]: readonly string[]): boolean {
  const [option = ''] = parameter.split(' ')
  return parameter === option ? root === option : root === 'populate' && names.includes(option)
}

/**
 * Returns whether a parameter is absent from a request (`absent`), is present but does not change the right answer
 * (`idle`), or changes it (`effective`). If a target ignores an idle parameter, its answer is right by chance.
 */
export function effectOf(
  parameter: Tested,
  { request, referenced }: Pick<Exchange, 'request' | 'referenced'>,
  reference: Reference,
): 'absent' | 'idle' | 'effective' {
  const { path, search } = splitTarget(request.url)
  const parts = partsOf(search)
  const others = parts.filter((part) => !isOf(parameter, readPart(part).segments))
  if (others.length === parts.length) return 'absent'
  const { answer } = reference.ask({ ...request, url: `${path}?${others.join('&')}` })
  return isSame(answer.body, referenced.answer.body) ? 'idle' : 'effective'
}
