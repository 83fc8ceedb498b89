/** Laws about the value of a populated attribute of any kind. */

import type { Attribute, Model, PopulatableAttribute } from '../../src/reference/schema/schema.ts'
import { isOpenTo } from '../../src/semantics/access.ts'
import { populatable } from '../../src/semantics/model.ts'
import { isList, isObject, type JsonObject } from '../../src/util/json.ts'
import { type Fault, type LiveLaw, live } from './law.ts'
import { nestedSetting, ownersOf, variants } from './populate-place.ts'
import { walk } from './replies.ts'

const firstLevel = live({
  id: 'populate.first-level',
  kind: 'law',
  unedited: 'by the newest',
  lacking: 'no readable type has an attribute that a request can populate',
  rules: ['populate.all.depth', 'limit.all-depth', 'populate.without'],
  says:
    '`populate=*` populates only the first level. ' +
    'Entries and components populated by `populate=*` have scalars and nothing else.',
  experiment: (graph, input) => {
    const here = nestedSetting(graph, input)
    if (here === undefined) return undefined
    return {
      requests: variants(here, '*'),
      judge: ([reply]) =>
        (reply === undefined ? [] : (ownersOf(here, reply) ?? []))
          .map((entry) =>
            walk(entry, here.model, graph, (one, model, path) =>
              one === entry ? undefined : flat(one, model, path),
            ),
          )
          .find((fault) => fault !== undefined),
    }
  },
})

function flat(entry: JsonObject, model: Model, path: string): Fault {
  const deeper = populatable(model).find(({ name }) => entry[name] !== undefined)
  return deeper === undefined
    ? undefined
    : `${path}.${deeper.name} is below the first level, but the answer contains it`
}

const present = live({
  id: 'populate.present',
  kind: 'law',
  unedited: 'by the newest',
  lacking: 'no readable type has an attribute that a request can populate',
  rules: [
    'populate.to-one',
    'entry.answers-null',
    'populate.kind.relation',
    'populate.kind.media',
    'populate.kind.component',
  ],
  says:
    'A populated attribute that the role may see is present in every entry. ' +
    'A populated attribute is present even if the entry has no links. ' +
    'If a populated attribute can hold at most one entry and holds none, its value is null. ' +
    'If a populated attribute can hold at most one entry, its value is null or an object. ' +
    'If a populated attribute can hold several entries, its value is a list.',
  experiment: (graph, input) => {
    const here = nestedSetting(graph, input)
    if (here === undefined) return undefined
    const { ask, open, attribute } = here
    const seen = open.filter((one) => one.kind !== 'morphTo' && isOpenTo(one, ask.role))
    return {
      requests: variants(
        here,
        '*',
        open.map(({ name }) => name),
        { [attribute.name]: 'true' },
      ),
      judge: (replies) =>
        replies
          .flatMap((reply, at) =>
            (ownersOf(here, reply) ?? []).map((entry) =>
              missing(entry, at < 2 ? seen : seen.filter((one) => one === attribute)),
            ),
          )
          .find((fault) => fault !== undefined),
    }
  },
})

function missing(entry: JsonObject, attributes: readonly PopulatableAttribute[]): Fault {
  const wrong = attributes.find((attribute) => !fits(entry, attribute))
  return (
    wrong &&
    `${wrong.name} is populated and ${JSON.stringify(entry[wrong.name]) ?? 'absent'} in entry ${JSON.stringify(entry.id)}`
  )
}

function fits(entry: JsonObject, attribute: PopulatableAttribute): boolean {
  const value = entry[attribute.name]
  return isMany(attribute) ? isList(value) : value === null || isObject(value)
}

const isMany = (attribute: Attribute): boolean =>
  attribute.kind === 'zone' || (attribute.kind !== 'scalar' && attribute.many)

export const POPULATED_LAWS: readonly LiveLaw[] = [firstLevel, present]
