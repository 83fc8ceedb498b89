/** Misreadings of the query of a write: the target does not check the parameters that have no effect. */
import { isOf } from '../../misread/parts.ts'
import type { WriteMisreading } from './kit.ts'
import { ALL, ofQuery } from './query.ts'

/** The parameters without effect on a write, which a server may leave unchecked. */
const WITHOUT_EFFECT = ['filters', 'sort', 'pagination'] as const

/** The misreadings in which the target does not check a parameter in the query of a write. */
export const UNCHECKED: readonly WriteMisreading[] = ALL.flatMap((method) => [
  ...WITHOUT_EFFECT.map((name) =>
    ofQuery(
      {
        rule: 'write.query',
        kind: `${name} unchecked`,
        says: `An invalid parameter \`${name}\` in the query of METHOD is an error. The server ignores \`${name}\`.`,
      },
      method,
      (parts) => parts.filter((part) => !isOf(name, part)),
    ),
  ),
  ofQuery(
    {
      rule: 'write.query',
      kind: 'the query unchecked',
      says: 'Invalid `filters`, `sort` and `pagination` in the query of METHOD are an error. The server ignores them.',
    },
    method,
    (parts) => parts.filter((part) => !WITHOUT_EFFECT.some((name) => isOf(name, part))),
  ),
])
