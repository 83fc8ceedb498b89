/** Laws about explanations: explanations are true, complete and useful, and contain no data that an answer hides. */

import type { Absent, Explanation, Place } from '../../src/explain/explanation.ts'
import type { Explainer } from '../../src/explain/index.ts'
import type { ApiResponse, ContentApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import { isPopulatable, modelOf } from '../../src/reference/schema/target.ts'
import { isList, isObject, type Json, type JsonObject, parseJson } from '../../src/util/json.ts'
import { broken } from '../arbitraries/broken.ts'
import { type Ask, requestOf } from '../arbitraries/request.ts'
import type { World } from '../arbitraries/world.ts'
import { type ExperimentInput, type Fault, same, type WorldExperiment, type WorldLaw, world } from './law.ts'
import { asksOf, withOtherClosed, withOtherSecrets } from './secrets.ts'
import { REFERENCE } from './subject.ts'

/** Returns the first fault that a law finds in the explanations of several requests. */
function ofEach(
  { graph }: World,
  asks: readonly Ask[],
  fault: (found: Explanation, ask: Ask, explainer: Explainer, answer: ContentApi['answer']) => Fault,
): WorldExperiment {
  return {
    requests: asks.map((ask) => requestOf(ask)),
    fault: ({ createApi, createExplainer } = REFERENCE) => {
      const explainer = createExplainer(graph, { developer: true })
      const { answer } = createApi(graph)
      for (const ask of asks) {
        const wrong = fault(explainer.explain(requestOf(ask)), ask, explainer, answer)
        if (wrong !== undefined) return `${requestOf(ask).url}\n  ${wrong}`
      }
      return undefined
    },
  }
}

const sound = ({ ask, other }: ExperimentInput, graph: Graph): readonly Ask[] => [ask(graph), other(graph)]

const unchanged = world({
  id: 'explain.same',
  kind: 'explanation',
  rules: ['endpoint.envelope'],
  says: 'An explanation does not change the answer. An explanation reports the status of the answer. An explanation reports the length of the answer. An explanation describes a refused request as refused.',
  experiment: ({ graph }, input) => {
    const asks = [...sound(input, graph), broken(input.ask, input.dice, graph)]
    const requests = asks.map((ask) => requestOf(ask))
    return {
      requests,
      fault: ({ createApi, createExplainer } = REFERENCE) => {
        const { answer } = createApi(graph)
        const before = requests.map(answer)
        const { explain } = createExplainer(graph, { developer: true })
        const explained = requests.map((request) => explain(request))
        return requests
          .map((request, at): Fault => {
            const was = before[at]
            return same(answer(request), was) && same(createApi(graph).answer(request), was)
              ? reportFault(explained[at], was)
              : `${request.url} has another answer after its explanation`
          })
          .find(Boolean)
      },
    }
  },
})

function reportFault(explained: Explanation | undefined, answered: ApiResponse | undefined): Fault {
  const { answer, refused } = explained ?? {}
  const { status = 0, body = '' } = answered ?? {}
  if (answer?.status !== status || answer.characters !== body.length)
    return `the explanation states the status ${answer?.status} and ${answer?.characters} characters, but the answer is ${status} ${body}`
  return (refused === null) === status < 400 ? undefined : `${status}, and refused: ${refused?.message}`
}

/** Returns the entries in the answer that a place of the explanation describes. */
function entriesAt(place: Place, places: readonly Place[], data: Json | undefined): readonly JsonObject[] {
  if (place.above === null) return listOf(data)
  const above = places[place.above]
  if (above === undefined) return []
  return entriesAt(above, places, data)
    .flatMap((entry) => listOf(entry[place.attribute ?? '']))
    .filter(
      (entry) =>
        [entry['__component'], entry['__type'], place.model].find((uid) => uid !== undefined) === place.model,
    )
}

const listOf = (json: Json | undefined): readonly JsonObject[] =>
  (isList(json) ? json : json === undefined ? [] : [json]).filter(isObject).filter((one) => 'id' in one)

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || (isList(value) && value.length === 0)

const dataOf = (body: string): Json | undefined => {
  const json = parseJson(body)
  return isObject(json) ? json['data'] : undefined
}

const whole = world({
  id: 'explain.whole',
  kind: 'explanation',
  rules: ['entry.default-scalars', 'populate.explicit', 'fields.restricts', 'populate.permission'],
  says: 'An explanation covers every place of the answer. An attribute that the answer shows is not reported absent. An attribute that the answer lacks is reported absent; except for scalars, null or an empty list counts as lacking. A report of an absent attribute has exactly one reason. A report of an absent attribute counts each entry that lacks the attribute.',
  experiment: (here, input) => {
    const { graph } = here
    return ofEach(here, sound(input, graph), ({ places }, ask, _, answer) => {
      const data = dataOf(answer(requestOf(ask)).body)
      for (const place of places) {
        const fault = faultOfPlace(place, entriesAt(place, places, data), graph)
        if (fault !== undefined) return `${place.at} (${place.model}): ${fault}`
      }
      return undefined
    })
  },
})

function faultOfPlace(
  { model, absent, entries, shown }: Place,
  found: readonly JsonObject[],
  { schema }: Graph,
): Fault {
  const ids = new Set(found.map(({ id }) => id))
  // Entries are counted by id, so components that share an id cannot be counted.
  const isCounted = ids.size === entries
  for (const attribute of modelOf(schema, model)?.attributes.values() ?? []) {
    const { name } = attribute
    const reported = absent.filter((one) => one.attribute === name)
    const lacking = found.filter((entry) =>
      isPopulatable(attribute) ? isEmpty(entry[name]) : !(name in entry),
    )
    const missing = new Set(lacking.map(({ id }) => id)).size
    const sum = reported.reduce((total, one) => total + one.entries, 0)
    if (lacking.length > 0 && reported.length === 0) return `the absence of ${name} is not reported`
    if (lacking.length === 0 && sum > 0) return `${name} is present, but the explanation reports it absent`
    if (isCounted && sum !== missing)
      return `${missing} entries lack ${name}, but the explanation reports ${sum}`
    if (new Set(reported.map(({ sentence }) => sentence)).size !== reported.length)
      return `the explanation reports ${name} twice`
    if (shown.includes(name) && !found.some((entry) => name in entry) && entries > 0)
      return `the explanation lists the absent attribute ${name} as shown`
  }
  return undefined
}

const counted = world({
  id: 'explain.counts',
  kind: 'explanation',
  rules: ['list.total', 'status.default', 'locale.default', 'search.text'],
  says: 'In an explanation, no step leaves more rows than the step before it. The last step but one of an explanation leaves as many rows as `total`. The last step of an explanation leaves as many rows as the page has entries.',
  experiment: (here, input) => {
    const { graph } = here
    return ofEach(here, sound(input, graph), ({ places, answer: { status } }, ask, _, answer) => {
      const [root] = places
      if (status !== 200 || root === undefined) return undefined
      const { body } = answer(requestOf(ask))
      const grown = places.find(({ steps }) =>
        steps.some(({ left }, at) => left > (steps[at - 1]?.left ?? left)),
      )
      if (grown !== undefined) return `${grown.at}: steps ${grown.steps.map((step) => step.left)}`
      const left = root.steps.map((step) => step.left)
      if (left.at(-1) !== listOf(dataOf(body)).length)
        return `the last step leaves ${left} rows, but the page has another number of entries: ${body}`
      const total = /"total":(\d+)/.exec(body.slice(body.lastIndexOf('"meta"')))?.[1]
      return total === undefined || ask.target !== 'list' || Number(total) === left.at(-2)
        ? undefined
        : `the last step but one leaves ${left} rows, but the total is ${total}`
    })
  },
})

/** The maximum number of proposed changes that an experiment tries for each request. */
const TRIED = 6

const useful = world({
  id: 'explain.change',
  kind: 'explanation',
  rules: ['populate.adds', 'populate.explicit', 'fields.restricts', 'populate.on'],
  says: 'The server answers the request that an explanation proposes. The answer to the proposed request shows all attributes that the original answer shows. The answer to the proposed request shows the attribute that was absent from the original answer, unless the attribute is also absent for a further reason.',
  experiment: (here, input) => {
    const { graph } = here
    return ofEach(here, sound(input, graph), ({ places }, ask, explainer) => {
      const shown = places.filter(({ entries }) => entries > 0)
      const all = shown.flatMap((place) => place.absent.map((absent) => ({ place, absent })))
      const from = all.length === 0 ? 0 : (input.dice[5] ?? 0) % all.length
      for (const { place, absent } of [...all.slice(from), ...all.slice(0, from)].slice(0, TRIED)) {
        const fault = faultOfChange(absent, place, places, ask, explainer)
        if (fault !== undefined) return fault
      }
      return undefined
    })
  },
})

function faultOfChange(
  absent: Absent,
  place: Place,
  places: readonly Place[],
  ask: Ask,
  explainer: Explainer,
): Fault {
  const { change, attribute } = absent
  if (change?.kind !== 'request') return undefined
  const after = explainer.explain({ ...requestOf(ask), url: change.url })
  const what = `${attribute} of ${place.at} by ${change.url}`
  if (after.answer.status >= 400)
    return isAboutRows(absent) ? undefined : `${what}: ${after.refused?.message}`
  const there = after.places.find((one) => wayOf(one, after.places) === wayOf(place, places))
  // If the proposed change selects other rows, the explanation of the changed request may lack the place.
  if (there === undefined) return isAboutRows(absent) ? undefined : `${what}: the place is gone`
  const missing = isAboutRequest(absent) ? missingOf(places, after.places) : undefined
  if (missing !== undefined) return `${what}: ${missing} is gone`
  const still = there.absent.find((one) => one.attribute === attribute && one.sentence === absent.sentence)
  return still === undefined || still.entries < absent.entries || isAboutRows(absent)
    ? undefined
    : `${what}: ${still.sentence}`
}

/** Returns whether the proposed change selects another status or locale, so that the whole answer may differ. */
const isAboutRows = ({ reason }: Absent): boolean =>
  reason === 'draft' || reason === 'published' || reason === 'locale'

/** Returns whether the proposed change only shows more of the same rows (`populate`, `fields` or `on`). */
const isAboutRequest = ({ reason }: Absent): boolean =>
  reason === 'not-populated' || reason === 'fields' || reason === 'kind'

/** Returns the first attribute that the original request shows and the changed request does not. */
function missingOf(before: readonly Place[], after: readonly Place[]): string | undefined {
  const now = new Map(after.map((place) => [wayOf(place, after), place]))
  for (const place of before) {
    const still = now.get(wayOf(place, before))?.shown
    const missing = place.shown.find((name) => still?.includes(name) !== true)
    if (missing !== undefined) return `${missing} of ${place.at}`
  }
  return undefined
}

/** Returns the models and attributes on the path to a place of the answer. */
const wayOf = ({ above, attribute, model }: Place, places: readonly Place[]): string => {
  const over = above === null ? undefined : places[above]
  return `${over === undefined ? '' : wayOf(over, places)}/${attribute} ${model}`
}

/** Returns the private attributes that the explanation of a place names. */
const privateIn = ({ model, absent, shown }: Place, { schema }: Graph): readonly string[] =>
  [...shown, ...absent.map(({ attribute }) => attribute)].filter(
    (name) => modelOf(schema, model)?.attributes.get(name)?.private,
  )

/** Returns an experiment that compares two datasets, which must have the same explanations for outsiders. */
const sameExplanations = (
  { graph }: World,
  changed: DatasetFiles,
  asks: readonly Ask[],
): WorldExperiment => ({
  requests: asks.map((ask) => requestOf(ask)),
  changed,
  fault: ({ createExplainer, load } = REFERENCE) => {
    const [before, after] = [createExplainer(graph), createExplainer(load(changed))]
    return asks
      .map((ask): Fault => {
        const [was, is] = [before, after].map((one) => one.explain(requestOf(ask)))
        const secret = was?.places.flatMap((place) => privateIn(place, graph))[0]
        if (secret !== undefined) return `${requestOf(ask).url}\n  names ${secret}`
        return same(was, is)
          ? undefined
          : `${requestOf(ask).url}\n  before ${JSON.stringify(was)}\n  after  ${JSON.stringify(is)}`
      })
      .find((fault) => fault !== undefined)
  },
})

const secretValues = world({
  id: 'explain.secret-values',
  kind: 'security',
  rules: ['filters.private', 'sort.private', 'fields.private', 'populate.private'],
  says: 'Changing a value of a private attribute changes no explanation for anyone but the developer. Changing the value of a password attribute changes no explanation for anyone but the developer. Changing private values or passwords changes no explanation of a refusal for anyone but the developer. No explanation for anyone but the developer names a private attribute or a password attribute.',
  experiment: (here, input) => sameExplanations(here, withOtherSecrets(here), asksOf(input, here.graph)),
})

const secretTypes = world({
  id: 'explain.secret-types',
  kind: 'security',
  rules: ['populate.permission', 'access.role', 'access.forbidden'],
  says: 'Changing or dropping rows of a type that the role may not find changes no explanation for anyone but the developer. If a role has only the permission `findOne` for a type, the type counts as one that the role may not find. Changing or dropping rows of a type that the role may not find changes no explanation of a refusal for anyone but the developer.',
  experiment: (here, input) => {
    const asks = asksOf(input, here.graph)
    const changed = withOtherClosed(here, input, asks)
    return changed === undefined ? undefined : sameExplanations(here, changed, asks)
  },
})

export const EXPLANATION_LAWS: readonly WorldLaw[] = [
  unchanged,
  whole,
  counted,
  useful,
  secretValues,
  secretTypes,
]
