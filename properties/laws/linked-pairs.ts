/**
 * Laws about filters with two conditions or through two relations. The laws compare the found entries with the links
 * in the answer.
 */
import type { ContentType } from '../../src/reference/schema/schema.ts'
import { leadsTo } from '../../src/semantics/model.ts'
import type { Json, JsonObject } from '../../src/util/json.ts'
import { isSayable, SAYABLE } from '../arbitraries/held.ts'
import { passages } from '../arbitraries/places.ts'
import { type LiveLaw, live, type Reply } from './law.ts'
import { allEntries, allOf, below, changing, idsOf, wholeList } from './replies.ts'
import { pickScalar, sameSet } from './sets.ts'

const together = live({
  id: 'filters.linked-together',
  kind: 'law',
  looksAt: 'lists',
  lacking: 'no readable type has linked entries or components with values',
  rules: ['filters.through', 'filters.relation-id', 'populate.kind.relation'],
  says: 'A filter on an id and a value of a linked entry finds exactly the entries that show a linked entry with both.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const ways = passages(ask.type, ask.role).filter(({ name }) => name !== 'localizations')
    const lists = ways.filter((way) => way.kind === 'zone' || way.many)
    const attribute = ways.length === 0 ? undefined : scene.roll.pick(lists.length > 0 ? lists : ways)
    const target = attribute && leadsTo(attribute, graph.schema)
    const scalar = target && pickScalar(scene, target, ({ type }) => SAYABLE.includes(type))
    if (attribute === undefined || scalar === undefined) return undefined
    const { name } = attribute
    const [first, second] = [scene.roll.upTo(0xffff), scene.roll.upTo(0xffff)]
    const holds = (one: JsonObject, { id, value }: Pair): boolean =>
      one.id === id && one[scalar.name] === value
    /** Returns the id of a linked entry, and a value of a second entry that the same parent entry links. */
    const chosen = (reply: Reply | undefined): Pair | undefined => {
      const shown = ((reply && allEntries(reply)) ?? [])
        .map((entry) => below(entry, name).filter((one) => isSayable(one[scalar.name] ?? null)))
        .filter((list) => list.length > 0)
      const several = shown.filter((list) => list.length > 1)
      const groups = several.length > 0 ? several : shown
      const list = groups[first % Math.max(groups.length, 1)] ?? []
      const [one, other] = [
        list[second % Math.max(list.length, 1)],
        list[(second + 1) % Math.max(list.length, 1)],
      ]
      const [id, value] = [one?.id ?? null, other?.[scalar.name] ?? null]
      return typeof id !== 'number' || value === null ? undefined : { id, value }
    }
    return {
      requests: [changing(ask, { populate: { [name]: 'true' } })],
      follow: ([reply]) => {
        const pair = chosen(reply)
        if (pair === undefined) return []
        const test = { id: String(pair.id), [scalar.name]: { $eq: String(pair.value) } }
        return [changing(ask, { filters: { [name]: test } })]
      },
      judge: (replies) => {
        const pair = chosen(replies[0])
        const [all, found] = allOf(replies) ?? []
        if (all === undefined || found === undefined || pair === undefined) return undefined
        return sameSet(
          `the filter finds other entries than those that show ${name} ${pair.id} with ${scalar.name} ${JSON.stringify(pair.value)}`,
          idsOf(all.filter((entry) => below(entry, name).some((one) => holds(one, pair)))),
          idsOf(found),
        )
      },
    }
  },
})

/** The id and the value that two conditions on one relation test. */
interface Pair {
  readonly id: Json
  readonly value: Json
}

const twice = live({
  id: 'filters.linked-twice',
  kind: 'law',
  looksAt: 'lists',
  lacking: 'no readable type has a relation to a type with a relation',
  rules: ['filters.through', 'filters.relation-id', 'populate.depth'],
  says: 'A filter by an id through two relations finds exactly the entries that show this id when both relations are populated.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const relationsOf = (type: ContentType) =>
      passages(type, ask.role).filter(({ kind, name }) => kind === 'relation' && name !== 'localizations')
    const ways = relationsOf(ask.type).flatMap((near) => {
      const target = leadsTo(near, graph.schema)
      return target?.modelType === 'contentType'
        ? relationsOf(target).map((far) => ({ near, far, target }))
        : []
    })
    if (ways.length === 0) return undefined
    // A server that confuses two occurrences of one relation gives wrong answers only for a relation of a type to
    // itself.
    const same = ways.filter(({ near, far, target }) => near.name === far.name && target === ask.type)
    const { near, far } = scene.roll.pick(same.length > 0 && scene.roll.chance(50) ? same : ways)
    const at = scene.roll.upTo(0xffff)
    const farIds = (entry: JsonObject): readonly Json[] =>
      below(entry, near.name).flatMap((one) => below(one, far.name).flatMap(({ id }) => id ?? []))
    const chosen = (reply: Reply | undefined): Json | undefined => {
      const ids = [...new Set(((reply && allEntries(reply)) ?? []).flatMap(farIds))].filter(
        (id) => typeof id === 'number',
      )
      return ids[at % Math.max(ids.length, 1)]
    }
    const populate = { [near.name]: { fields: ['id'], populate: { [far.name]: { fields: ['id'] } } } }
    return {
      requests: [changing(ask, { populate })],
      follow: ([reply]) => {
        const id = chosen(reply)
        const filters = { [near.name]: { [far.name]: { id: String(id) } } }
        return id === undefined ? [] : [changing(ask, { filters })]
      },
      judge: (replies) => {
        const id = chosen(replies[0])
        const [all, found] = allOf(replies) ?? []
        if (all === undefined || found === undefined || id === undefined) return undefined
        return sameSet(
          `the filter finds other entries than those that show ${near.name}.${far.name} ${id}`,
          idsOf(all.filter((entry) => farIds(entry).includes(id))),
          idsOf(found),
        )
      },
    }
  },
})

export const LINKED_PAIR_LAWS: readonly LiveLaw[] = [together, twice]
