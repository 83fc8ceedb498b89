/** Helpers that make faulty servers for the clauses about options inside a populate. */
import type { Json, JsonObject } from '../../../src/util/json.ts'
import type { QueryObject, QueryTree } from '../../arbitraries/print.ts'
import { type Asked, isMap, links, reading } from '../kit.ts'

export const inside = ({ query: { populate } }: Asked): readonly (readonly [string, QueryObject])[] =>
  isMap(populate)
    ? Object.entries(populate).flatMap(([name, options]) =>
        isMap(options) ? [[name, options] as const] : [],
      )
    : []
export const optionsOf = (asked: Asked, name: string): QueryObject | undefined =>
  inside(asked).find(([one]) => one === name)?.[1]

/** Returns a faulty server that changes the value of each attribute that is populated with options. */
export const cut = (
  says: string,
  isFor: (options: QueryObject, kind: string, asked: Asked) => boolean,
  change: (value: Json, asked: Asked, name: string, entry: JsonObject) => Json,
) =>
  links(says, (value, { name, kind }, { depth }, asked, entry) => {
    const options = depth === 0 ? optionsOf(asked, name) : undefined
    return options !== undefined && isFor(options, kind, asked) ? change(value, asked, name, entry) : value
  })

/** Returns a faulty server that reads changed options of each populated attribute. */
export const readingOptions = (
  says: string,
  change: (options: QueryObject, kind: string | undefined, asked: Asked) => QueryTree | undefined,
) =>
  reading(says, (query, asked) => {
    let isChanged = false
    const populate = Object.fromEntries(
      Object.entries(isMap(query.populate) ? query.populate : {}).map(([name, options]) => {
        const other = isMap(options)
          ? change(options, asked.type?.attributes.get(name)?.kind, asked)
          : undefined
        isChanged ||= other !== undefined
        return [name, other ?? options]
      }),
    )
    return isChanged ? { ...query, populate } : undefined
  })
