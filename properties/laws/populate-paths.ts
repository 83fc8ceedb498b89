/** The law about dotted paths in `populate`. */
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Model, PopulatableAttribute } from '../../src/reference/schema/schema.ts'
import { leadsTo, populatable } from '../../src/semantics/model.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import type { Scene } from '../arbitraries/scene.ts'
import { type LiveLaw, live } from './law.ts'
import { allSame, nestedSetting, setting, variants } from './populate-place.ts'

const paths = live({
  id: 'populate.paths',
  kind: 'law',
  lacking: 'no readable type has an attribute that a request can populate below the first level',
  rules: [
    'populate.form.component-path',
    'populate.form.component-nested',
    'populate.explicit',
    'populate.nested-name',
  ],
  says:
    'A dotted path of two or three names gives the same answer as the nested populate of its names. ' +
    'A dotted path may go through relations. A dotted path may go through components. ' +
    'A dotted path may go through zones. The first name of a dotted path may also be in the populate by itself. ' +
    'A dotted path may also be the only value of the populate.',
  experiment: (graph, input) => {
    // Only a dotted path in the `populate` at the root of the query may go through a dynamic zone.
    const here =
      (input.dice[0] ?? 0) % 2 === 0
        ? nestedSetting(graph, input, ({ kind }) => kind === 'relation' || kind === 'component')
        : setting(graph, input, ({ kind }) => kind !== 'media' && kind !== 'morphTo')
    if (here === undefined) return undefined
    const { attribute, scene } = here
    const below = namesBelow(modelsOf(attribute, graph), scene)
    if (below.length === 0) return undefined
    const { name } = attribute
    const path = [name, ...below].join('.')
    return {
      requests: variants(
        here,
        path,
        [path],
        [path, name],
        [name, path],
        ...LAST_FORMS.map((form) => ({ [name]: nestedUnder(attribute, below, graph, form) })),
      ),
      judge: allSame,
    }
  },
})

/** The forms in which the value of `populate` can name one attribute. */
const LAST_FORMS: readonly ((name: string) => QueryTree)[] = [
  (name) => name,
  (name) => [name],
  (name) => ({ [name]: 'true' }),
]

/**
 * Returns the models to which an attribute leads: the target type, the component, or the components of a dynamic zone.
 */
const modelsOf = (attribute: PopulatableAttribute, { schema }: Graph): readonly Model[] =>
  attribute.kind === 'zone'
    ? attribute.components.flatMap((uid) => schema.components.get(uid) ?? [])
    : [leadsTo(attribute, schema)].flatMap((model) => model ?? [])

const named = (model: Model, name: string): PopulatableAttribute | undefined =>
  populatable(model).find((attribute) => attribute.name === name)

/**
 * Returns one or two attribute names that continue a dotted path. Each model that has an attribute with the first name
 * leads to models that have an attribute with the second name.
 */
function namesBelow(models: readonly Model[], scene: Scene): readonly string[] {
  const common = [...new Set(models.flatMap(populatable).map(({ name }) => name))]
  if (common.length === 0) return []
  const first = scene.roll.pick(common)
  const owners = models.flatMap((model) => named(model, first) ?? [])
  if (scene.roll.chance(30)) return [first]
  const isOpen = owners.every(({ kind }) => kind === 'relation' || kind === 'component')
  const targets = owners.flatMap((attribute) => modelsOf(attribute, scene.graph))
  const next = targets.flatMap(populatable).filter(({ name }) => targets.every((one) => named(one, name)))
  return isOpen && next.length > 0 ? [first, scene.roll.pick(next).name] : [first]
}

/**
 * Returns populate options for the names of a dotted path, each name nested inside the options of the previous name.
 */
function nestedUnder(
  attribute: PopulatableAttribute,
  [first = '', ...others]: readonly string[],
  graph: Graph,
  form: (last: string) => QueryTree,
): QueryTree {
  const under = (model: Model): QueryTree => {
    const next = named(model, first)
    if (next === undefined) return 'true'
    return {
      populate: others.length === 0 ? form(first) : { [first]: nestedUnder(next, others, graph, form) },
    }
  }
  const models = modelsOf(attribute, graph)
  if (attribute.kind === 'zone') return { on: Object.fromEntries(models.map((one) => [one.uid, under(one)])) }
  return models.map(under)[0] ?? 'true'
}

export const POPULATE_PATH_LAWS: readonly LiveLaw[] = [paths]
