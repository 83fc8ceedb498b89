/** Defines misreadings of `_q`: the target searches with another operator than `$containsi`. */
import type { TestOperator } from '../../../../reference/operators/operators.ts'
import type { ContentType } from '../../../../reference/schema/schema.ts'
import { TEXT_TYPES } from '../../../../reference/values.ts'
import { sentenceOf } from '../../../exchange/rules.ts'
import { readPart } from '../../../names/mentions.ts'
import type { WireRequest } from '../../../target/target.ts'
import { FREE_INDEX, partOf } from '../filters/conditions.ts'
import { type Misreading, withParts } from '../parts.ts'

/** The operators with which a server may search, each with the phrase about the server. */
const OPERATORS: readonly (readonly [operator: TestOperator, does: string])[] = [
  ['$contains', 'searches without ignoring case'],
  ['$startsWithi', 'searches only the beginning of the values'],
  ['$startsWith', 'searches only the beginning of the values, without ignoring case'],
  ['$eqi', 'compares the whole values with the text'],
]

/** Returns the conditions that search a text in all text attributes of a type. */
const conditions = (text: string, operator: TestOperator, { attributes }: ContentType): readonly string[] =>
  [...attributes.values()]
    .filter((one) => one.kind === 'scalar' && TEXT_TYPES.has(one.type) && !one.private)
    .map(({ name }, at) =>
      partOf(['filters', '$and', String(FREE_INDEX), '$or', String(at), name, operator], text),
    )

/** Returns the misreadings of a search. A search for a number also finds numbers, which no filter on texts predicts. */
export const searchMisread = (
  typeOf: (request: WireRequest) => ContentType | undefined,
): readonly Misreading[] =>
  OPERATORS.map(([operator, does]) => ({
    rule: 'search.text',
    kind: `_q as ${operator}`,
    says: `${sentenceOf('search.text')} The server ${does}.`,
    isUnchecked: true,
    read: (request) => {
      const type = typeOf(request)
      if (type === undefined) return request
      return withParts(request, (parts) =>
        parts.flatMap((part) => {
          const { segments, value } = readPart(part)
          const isText =
            segments.length === 1 && segments[0] === '_q' && value !== '' && Number.isNaN(Number(value))
          return isText ? conditions(value, operator, type) : [part]
        }),
      )
    },
  }))
