/** The clauses of the laws of explanations. */
import { createHash } from 'node:crypto'
import type { Absent, Explanation, Place } from '../../../src/explain/explanation.ts'
import type { Graph, Role } from '../../../src/reference/graph/graph.ts'
import type { ContentType } from '../../../src/reference/schema/schema.ts'
import { modelOf } from '../../../src/reference/schema/target.ts'
import { also, type Clauses, clause, type SubjectFault } from '../clause.ts'
import {
  answering,
  closedTypes,
  explaining,
  isOpenValue,
  isPassword,
  isPrivate,
  placing,
  rowsIn,
  valuesIn,
  withBlank,
} from '../kits/subjects.ts'

/**
 * An explanation, with its graph, the role of the caller, and the requested type. The list `types` is empty for a
 * refused request.
 */
interface ExplainedOf {
  readonly graph: Graph
  readonly explanation: Explanation
  readonly types: readonly ContentType[]
  readonly role: Role | undefined
}
/**
 * Returns a faulty implementation whose explanations for outsiders depend on the value that `reveal` returns;
 * undefined leaves the explanation unchanged.
 */
const outsiders = (says: string, reveal: (of: ExplainedOf) => unknown): SubjectFault =>
  explaining(says, (explanation, graph, { developer }) => {
    if (developer === true) return explanation
    const { type, role } = explanation.request
    const isOpen = ![401, 403].includes(explanation.answer.status)
    const types = [...graph.schema.contentTypes.values()].filter(({ uid }) => isOpen && uid === type)
    const value = reveal({ graph, explanation, types, role: graph.access.roles.get(role ?? '') })
    if (value === undefined) return explanation
    const written = createHash('md5').update(JSON.stringify(value)).digest('hex')
    const parameter = { name: 'state', written, means: written, note: null }
    return { ...explanation, parameters: [...explanation.parameters, parameter] }
  })

const isBelow = ({ above }: Place): boolean => above !== null

const absence = (attribute: string, entries: number): Absent => ({
  attribute,
  reason: 'no-value',
  sentence: 'There is no value.',
  rule: null,
  entries,
  change: null,
})

/** Returns a faulty implementation that changes the requests that explanations propose. */
const proposing = (says: string, change: (url: string, explanation: Explanation) => string): SubjectFault =>
  placing(says, (place, explanation) => ({
    ...place,
    absent: place.absent.map((one) =>
      one.change?.kind === 'request'
        ? { ...one, change: { ...one.change, url: change(one.change.url, explanation) } }
        : one,
    ),
  }))
const withParameter = (url: string, parameter: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${parameter}`

export const EXPLAINED_CLAUSES: Clauses<SubjectFault> = {
  'explain.same': [
    clause('An explanation does not change the answer.', {
      says: 'The server wrongly adds a blank to the answer to a request that was explained.',
      around: (subject, world) => {
        const explained = new Set<string>()
        const { createApi = subject.createApi } = answering('', (response, { request }) =>
          explained.has(request.url) ? withBlank(response) : response,
        ).around(subject, world)
        return {
          createApi,
          createExplainer: (graph, options) => {
            const explainer = subject.createExplainer(graph, options)
            return {
              ...explainer,
              explain: (request, run) => {
                explained.add(request.url)
                return explainer.explain(request, run)
              },
            }
          },
        }
      },
    }),
    clause(
      'An explanation reports the status of the answer.',
      explaining(
        'The server wrongly adds 1 to the status in an explanation.',
        ({ answer, ...explanation }) => ({
          ...explanation,
          answer: { ...answer, status: answer.status + 1 },
        }),
      ),
    ),
    clause(
      'An explanation reports the length of the answer.',
      explaining(
        'The server wrongly adds 1 to the number of characters in an explanation.',
        ({ answer, ...explanation }) => ({
          ...explanation,
          answer: { ...answer, characters: answer.characters + 1 },
        }),
      ),
    ),
    clause(
      'An explanation describes a refused request as refused.',
      explaining('The server wrongly omits the reason of a refusal from its explanation.', (explanation) => ({
        ...explanation,
        refused: null,
      })),
    ),
  ],
  'explain.whole': [
    clause(
      'An explanation covers every place of the answer.',
      placing('The server wrongly reports no absent attributes of populated entries.', (place) =>
        isBelow(place) ? { ...place, absent: [] } : place,
      ),
    ),
    clause(
      'An attribute that the answer shows is not reported absent.',
      placing(
        'The server wrongly reports an attribute as absent that the entries of the list show.',
        (place) => ({
          ...place,
          absent: isBelow(place)
            ? place.absent
            : [...place.absent, ...place.shown.slice(2, 3).map((name) => absence(name, place.entries))],
        }),
      ),
    ),
    clause(
      'An attribute that the answer lacks is reported absent; except for scalars, null or an empty list counts as lacking.',
      placing('The server wrongly omits the last absent attribute of the entries of the list.', (place) =>
        isBelow(place) ? place : { ...place, absent: place.absent.slice(0, -1) },
      ),
    ),
    clause(
      'A report of an absent attribute has exactly one reason.',
      placing('The server wrongly reports an absent attribute twice.', (place) => ({
        ...place,
        absent: [...place.absent, ...place.absent.slice(0, 1).map((one) => ({ ...one, entries: 0 }))],
      })),
    ),
    clause(
      'A report of an absent attribute counts each entry that lacks the attribute.',
      placing('The server wrongly adds 1 to the number of entries that lack an attribute.', (place) => ({
        ...place,
        absent: place.absent.map((one, at) => (at === 0 ? { ...one, entries: one.entries + 1 } : one)),
      })),
    ),
  ],
  'explain.counts': [
    clause(
      'In an explanation, no step leaves more rows than the step before it.',
      placing(
        'The server wrongly counts, in an explanation, one row more after the last step of a populate than before this step.',
        (place) => ({
          ...place,
          steps: place.steps.map((step, at, steps) =>
            isBelow(place) && at > 0 && at === steps.length - 1
              ? { ...step, left: (steps[at - 1]?.left ?? 0) + 1 }
              : step,
          ),
        }),
      ),
    ),
    clause(
      'The last step but one of an explanation leaves as many rows as `total`.',
      placing('The server wrongly adds 1 to the rows that each step but the last leaves.', (place) => ({
        ...place,
        steps: place.steps.map((step, at, { length }) =>
          at < length - 1 ? { ...step, left: step.left + 1 } : step,
        ),
      })),
    ),
    clause(
      'The last step of an explanation leaves as many rows as the page has entries.',
      placing('The server wrongly subtracts 1 from the rows that the last step leaves.', (place) => ({
        ...place,
        steps: place.steps.map((step, at, { length }) =>
          at === length - 1 ? { ...step, left: step.left - 1 } : step,
        ),
      })),
    ),
  ],
  'explain.change': [
    clause(
      'The server answers the request that an explanation proposes.',
      proposing('The server wrongly proposes a request with an invalid sort.', (url) =>
        withParameter(url, 'sort[]=nothing:up'),
      ),
    ),
    clause(
      'The answer to the proposed request shows all attributes that the original answer shows.',
      proposing('The server wrongly proposes a request for the ids alone.', (url) =>
        withParameter(url, 'fields[]=id'),
      ),
    ),
    clause(
      'The answer to the proposed request shows the attribute that was absent from the original answer, unless the attribute is also absent for a further reason.',
      proposing(
        'The server wrongly proposes the explained request itself as a change.',
        (_, { request }) => request.url,
      ),
      also(
        { 'explain.whole': 'An attribute may have two reasons for its absence.' },
        placing('The server wrongly states the same sentence for every reason.', (place) => ({
          ...place,
          absent: place.absent.map((one) => ({ ...one, sentence: 'It is absent.' })),
        })),
      ),
    ),
  ],
  'explain.secret-values': [
    clause(
      'Changing a value of a private attribute changes no explanation for anyone but the developer.',
      outsiders(
        'The server wrongly bases an explanation for anyone but the developer on private values.',
        (of) => valuesIn(of, of.types, isPrivate),
      ),
    ),
    clause(
      'Changing the value of a password attribute changes no explanation for anyone but the developer.',
      outsiders('The server wrongly bases an explanation for anyone but the developer on passwords.', (of) =>
        valuesIn(of, of.types, isPassword),
      ),
    ),
    clause(
      'Changing private values or passwords changes no explanation of a refusal for anyone but the developer.',
      outsiders(
        'The server wrongly bases the explanation of a refusal for anyone but the developer on private values.',
        (of) => (of.explanation.refused === null ? undefined : valuesIn(of, of.types, isPrivate)),
      ),
    ),
    clause(
      'No explanation for anyone but the developer names a private attribute or a password attribute.',
      also(
        { 'explain.secret-types': 'The law `explain.secret-types` looks for private names too.' },
        explaining(
          'The server wrongly names a private attribute in an explanation for anyone but the developer.',
          (explanation, graph, { developer }) => ({
            ...explanation,
            places: explanation.places.map((place) => {
              const all = [...(modelOf(graph.schema, place.model)?.attributes.values() ?? [])]
              const secrets = developer === true ? [] : all.filter((attribute) => attribute.private)
              return {
                ...place,
                absent: [...place.absent, ...secrets.map(({ name }) => absence(name, place.entries))],
              }
            }),
          }),
        ),
      ),
    ),
  ],
  'explain.secret-types': [
    clause(
      'Changing or dropping rows of a type that the role may not find changes no explanation for anyone but the developer.',
      outsiders(
        'The server wrongly bases an explanation for anyone but the developer on values of types that the role may not find.',
        (of) => valuesIn(of, closedTypes(of, of.role), isOpenValue),
      ),
      outsiders(
        'The server wrongly shows anyone but the developer a text that depends on the number of rows of types that the role may not find.',
        (of) => rowsIn(of, closedTypes(of, of.role)).length,
      ),
    ),
    clause(
      'If a role has only the permission `findOne` for a type, the type counts as one that the role may not find.',
      outsiders(
        'The server wrongly shows a text that depends on the number of rows of a type with `findOne` alone.',
        (of) => rowsIn(of, closedTypes(of, of.role, true)).length,
      ),
    ),
    clause(
      'Changing or dropping rows of a type that the role may not find changes no explanation of a refusal for anyone but the developer.',
      outsiders(
        'The server wrongly bases the explanation of a refusal for anyone but the developer on the number of rows of types that the role may not find.',
        (of) => (of.explanation.refused === null ? undefined : rowsIn(of, closedTypes(of, of.role)).length),
      ),
    ),
  ],
}
