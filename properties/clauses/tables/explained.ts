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

/** An explanation, with the graph and the role that it is for. */
interface ExplainedOf {
  readonly graph: Graph
  readonly explanation: Explanation
  readonly types: readonly ContentType[]
  readonly role: Role | undefined
}
/**
 * An implementation whose explanations for outsiders depend on a value; if `reveal` returns undefined, the explanation
 * is unchanged.
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

/** An implementation that changes the requests proposed by explanations. */
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
    clause('An explanation does not change the answer,', {
      says: 'An explained request gets a blank more.',
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
      'and it reports the status',
      explaining('An explanation has the next status.', ({ answer, ...explanation }) => ({
        ...explanation,
        answer: { ...answer, status: answer.status + 1 },
      })),
    ),
    clause(
      'and the length of the answer.',
      explaining('An explanation counts a character more.', ({ answer, ...explanation }) => ({
        ...explanation,
        answer: { ...answer, characters: answer.characters + 1 },
      })),
    ),
    clause(
      'It explains a refused request as refused.',
      explaining('A refusal is not explained.', (explanation) => ({ ...explanation, refused: null })),
    ),
  ],
  'explain.whole': [
    clause(
      'At every place of the answer,',
      placing('Below the list nothing is absent.', (place) =>
        isBelow(place) ? { ...place, absent: [] } : place,
      ),
    ),
    clause(
      'each attribute is present,',
      placing('The first attribute of a list is reported absent.', (place) => ({
        ...place,
        absent: isBelow(place)
          ? place.absent
          : [...place.absent, ...place.shown.slice(2, 3).map((name) => absence(name, place.entries))],
      })),
    ),
    clause(
      'or is reported absent',
      placing('The last absent attribute of a list is not reported.', (place) =>
        isBelow(place) ? place : { ...place, absent: place.absent.slice(0, -1) },
      ),
    ),
    clause(
      'with one reason',
      placing('An absent attribute is reported twice.', (place) => ({
        ...place,
        absent: [...place.absent, ...place.absent.slice(0, 1).map((one) => ({ ...one, entries: 0 }))],
      })),
    ),
    clause(
      'for each entry that lacks it.',
      placing('An absent attribute is lacking in an entry more.', (place) => ({
        ...place,
        absent: place.absent.map((one, at) => (at === 0 ? { ...one, entries: one.entries + 1 } : one)),
      })),
    ),
  ],
  'explain.counts': [
    clause(
      'No step leaves more rows than the step before.',
      placing('The last step below the list leaves a row more.', (place) => ({
        ...place,
        steps: place.steps.map((step, at, steps) =>
          isBelow(place) && at > 0 && at === steps.length - 1
            ? { ...step, left: (steps[at - 1]?.left ?? 0) + 1 }
            : step,
        ),
      })),
    ),
    clause(
      'The last step but one leaves as many rows as `total`,',
      placing('All steps but the last leave a row more.', (place) => ({
        ...place,
        steps: place.steps.map((step, at, { length }) =>
          at < length - 1 ? { ...step, left: step.left + 1 } : step,
        ),
      })),
    ),
    clause(
      'and the last step as many as the page has entries.',
      placing('The last step leaves a row less.', (place) => ({
        ...place,
        steps: place.steps.map((step, at, { length }) =>
          at === length - 1 ? { ...step, left: step.left - 1 } : step,
        ),
      })),
    ),
  ],
  'explain.change': [
    clause(
      'The request that an explanation proposes is answered,',
      proposing('A proposed change has a sort that is refused.', (url) =>
        withParameter(url, 'sort[]=nothing:up'),
      ),
    ),
    clause(
      'loses no data,',
      proposing('A proposed change asks for the id alone.', (url) => withParameter(url, 'fields[]=id')),
    ),
    clause(
      'and shows the absent attribute,',
      proposing('A proposed change is no change.', (_, { request }) => request.url),
    ),
    clause(
      'unless a further reason explains the absence.',
      also(
        { 'explain.whole': 'One attribute may have two reasons.' },
        placing('Every reason has the same sentence.', (place) => ({
          ...place,
          absent: place.absent.map((one) => ({ ...one, sentence: 'It is absent.' })),
        })),
      ),
    ),
  ],
  'explain.secret-values': [
    clause(
      'Changing any value of a private',
      outsiders('An explanation depends on private values.', (of) => valuesIn(of, of.types, isPrivate)),
    ),
    clause(
      'or password attribute',
      outsiders('An explanation depends on passwords.', (of) => valuesIn(of, of.types, isPassword)),
    ),
    clause(
      'changes no explanation for an outsider,',
      outsiders('An explanation of a refusal depends on private values.', (of) =>
        of.explanation.refused === null ? undefined : valuesIn(of, of.types, isPrivate),
      ),
    ),
    clause(
      'and no such explanation names the attribute.',
      also(
        { 'explain.secret-types': 'It looks for private names too.' },
        explaining(
          'An explanation for an outsider names a private attribute.',
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
      'Changing',
      outsiders('An explanation depends on values of closed types.', (of) =>
        valuesIn(of, closedTypes(of, of.role), isOpenValue),
      ),
    ),
    clause(
      'and dropping rows of types',
      outsiders(
        'An explanation has the number of rows of closed types.',
        (of) => rowsIn(of, closedTypes(of, of.role)).length,
      ),
    ),
    clause(
      'that the role may not find',
      outsiders(
        'An explanation has the number of rows of types of which one entry may be read.',
        (of) => rowsIn(of, closedTypes(of, of.role, true)).length,
      ),
    ),
    clause(
      'changes no explanation for an outsider.',
      outsiders('An explanation of a refusal has the number of rows of closed types.', (of) =>
        of.explanation.refused === null ? undefined : rowsIn(of, closedTypes(of, of.role)).length,
      ),
    ),
  ],
}
