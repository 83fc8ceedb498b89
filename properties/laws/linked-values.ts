/**
 * Laws about filters on the values of linked entries and components. The laws compare the found entries with the
 * values in the answer.
 */
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Model, PopulatableAttribute, ScalarAttribute } from '../../src/reference/schema/schema.ts'
import { leadsTo } from '../../src/semantics/model.ts'
import type { Json, JsonObject } from '../../src/util/json.ts'
import { isSayable, SAYABLE } from '../arbitraries/held.ts'
import { passages } from '../arbitraries/places.ts'
import type { QueryObject, QueryTree } from '../arbitraries/print.ts'
import type { Ask } from '../arbitraries/request.ts'
import type { Scene } from '../arbitraries/scene.ts'
import { type Experiment, type LiveLaw, live, type Reply } from './law.ts'
import { allEntries, allOf, below, changing, idsOf, wholeList } from './replies.ts'
import { pickScalar, sameSet } from './sets.ts'

const linkedValues = live({
  id: 'filters.linked-values',
  kind: 'law',
  looksAt: 'lists',
  lacking: 'no readable type has an attribute through which a filter can reach values',
  rules: ['filters.through', 'filters.cast', 'populate.kind.relation', 'populate.kind.component'],
  says:
    'A filter on a value below an attribute finds exactly the entries that show this value when the attribute is populated. ' +
    '`$ne` with a value below an attribute finds exactly the entries that show another value when the attribute is populated.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const first = stepFrom(ask.type, ask, scene)
    return first && testOf(ask, scene, [first.attribute], first.target)
  },
})

const deepValues = live({
  id: 'filters.deep-values',
  kind: 'law',
  looksAt: 'lists',
  lacking: 'no readable type has a path of two attributes through which a filter can reach values',
  rules: ['filters.through', 'filters.cast', 'populate.depth'],
  says:
    'A filter by a value through two attributes finds exactly the entries that show this value when both attributes are populated. ' +
    '`$ne` through two attributes finds exactly the entries that show another value when both attributes are populated.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const first = stepFrom(ask.type, ask, scene, (target) => stepsFrom(target, ask, graph).length > 0)
    const second = first && stepFrom(first.target, ask, scene)
    return first && second && testOf(ask, scene, [first.attribute, second.attribute], second.target)
  },
})

/** An attribute that a filter can follow, with the model (type or component) to which the attribute leads. */
interface FilterStep {
  readonly attribute: PopulatableAttribute
  readonly target: Model
}

/**
 * Returns the attributes of a model that a filter can follow, without `localizations`. In `localizations`, real
 * servers omit entries that are on the same page.
 */
const stepsFrom = (model: Model, { role }: Ask, { schema }: Graph): readonly FilterStep[] =>
  passages(model, role).flatMap((attribute) => {
    const target = attribute.name === 'localizations' ? undefined : leadsTo(attribute, schema)
    return target === undefined ? [] : [{ attribute, target }]
  })

/**
 * Returns a random attribute of a model, if `fits` is true for the target of the attribute. The kind of the attribute
 * is selected before the attribute, so that laws often test rare kinds of attributes.
 */
function stepFrom(
  model: Model,
  ask: Ask,
  { graph, roll }: Scene,
  fits: (target: Model) => boolean = () => true,
): FilterStep | undefined {
  const steps = stepsFrom(model, ask, graph).filter(({ target }) => fits(target))
  if (steps.length === 0) return undefined
  const kind = roll.pick([...new Set(steps.map(({ attribute }) => attribute.kind))])
  return roll.pick(steps.filter(({ attribute }) => attribute.kind === kind))
}

/**
 * Returns an experiment that filters by a value that the answer shows at a path of attributes. The filter must find
 * exactly the entries that show the value.
 */
function testOf(
  ask: Ask,
  scene: Scene,
  path: readonly PopulatableAttribute[],
  target: Model,
): Experiment | undefined {
  const scalar = pickScalar(scene, target, ({ type }) => SAYABLE.includes(type))
  if (scalar === undefined) return undefined
  const at = scene.roll.upTo(0xffff)
  const names = path.map(({ name }) => name)
  const valuesOf = (entry: JsonObject): readonly Json[] =>
    names
      .reduce((entries, name) => entries.flatMap((one) => below(one, name)), [entry])
      .flatMap((one) => one[scalar.name] ?? [])
  const chosen = (reply: Reply | undefined): Json => {
    const shown = ((reply && allEntries(reply)) ?? []).flatMap(valuesOf).filter(isSayable)
    return shown[at % Math.max(shown.length, 1)] ?? null
  }
  const on = (test: QueryObject) => changing(ask, { filters: nested(names, { [scalar.name]: test }) })
  return {
    requests: [changing(ask, { populate: populating(names, scalar) })],
    follow: ([reply]) => {
      const value = chosen(reply)
      return value === null ? [] : [on({ $eq: String(value) }), on({ $ne: String(value) })]
    },
    judge: (replies) => {
      const value = chosen(replies[0])
      const [all, equal, other] = allOf(replies) ?? []
      if (all === undefined || equal === undefined || other === undefined) return undefined
      const showing = (test: (one: Json) => boolean) =>
        idsOf(all.filter((entry) => valuesOf(entry).some(test)))
      const what = `${names.join('.')}.${scalar.name} is ${JSON.stringify(value)}`
      const [equals, differs] = [(one: Json) => one === value, (one: Json) => one !== value]
      return (
        sameSet(
          `the filter finds other entries than those that show that ${what}`,
          showing(equals),
          idsOf(equal),
        ) ??
        sameSet(
          `\`$ne\` finds other entries than those that show another value (\`$eq\`: ${what})`,
          showing(differs),
          idsOf(other),
        )
      )
    },
  }
}

/**
 * Returns a query tree inside nested objects, one object for each name; the first name is the key of the outermost
 * object.
 */
const nested = (names: readonly string[], inner: QueryTree): QueryTree =>
  names.reduceRight<QueryTree>((tree, name) => ({ [name]: tree }), inner)

/** Returns the `populate` tree that shows one scalar attribute at the end of a path of attributes. */
function populating(names: readonly string[], { name: scalar }: ScalarAttribute): QueryTree {
  const [first = '', ...rest] = names
  const last: QueryTree = { fields: [scalar] }
  return { [first]: rest.reduceRight<QueryTree>((tree, name) => ({ populate: { [name]: tree } }), last) }
}

export const LINKED_VALUE_LAWS: readonly LiveLaw[] = [linkedValues, deepValues]
