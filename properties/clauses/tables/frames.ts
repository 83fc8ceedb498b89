/** The clauses of the frame laws: no data that a request does not reach, and no cache, changes an answer. */
import type { ApiResponse } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { filesOf } from '../../../src/reference/load/build.ts'
import type { ContentType } from '../../../src/reference/schema/schema.ts'
import type { LruBudget } from '../../../src/util/cache/lru.ts'
import { reached, wordsOf } from '../../laws/frame.ts'
import { also, type Clauses, clause, type SubjectFault } from '../clause.ts'
import { type Asked, has, roleOf } from '../kit.ts'
import {
  answering,
  COPIED,
  choosesFields,
  isFound,
  isOpenValue,
  loaded,
  ownType,
  revealing,
  revealingByte,
  rowsIn,
  typesOf,
  valuesIn,
  withBlank,
  withoutDrafts,
} from '../kits/subjects.ts'

/** Returns the unreached types without drafts; no types if the role lacks `*`, or if the request chooses fields. */
function unreachedTypes(asked: Asked): readonly ContentType[] {
  const [type] = ownType(asked)
  if (type === undefined || roleOf(asked)?.permissions.has('*') !== true || choosesFields(asked)) return []
  const known = reached({ type, query: asked.query }, asked.graph)
  return withoutDrafts(typesOf(asked)).filter(({ uid }) => !known.has(uid))
}
const whenFound =
  (isFor: (asked: Asked) => boolean, reveal: (asked: Asked) => unknown) =>
  (asked: Asked, response: ApiResponse): unknown =>
    isFound(response) && isFor(asked) ? reveal(asked) : undefined

/** Returns the values of those attributes of the requested type that the request does not name. */
function unaskedValues(asked: Asked): unknown {
  const words = new Set(wordsOf(asked.query))
  return valuesIn(
    asked,
    withoutDrafts(ownType(asked)),
    (attribute) => isOpenValue(attribute) && !words.has(attribute.name),
  )
}
const isIdAlone = (asked: Asked): boolean =>
  choosesFields(asked) && wordsOf(asked.query.fields ?? null).join() === 'id'

/** Returns whether the cache is so small that it does not store a value of 100,000 bytes. */
function isSmall(share: LruBudget | undefined): boolean {
  const probe = share?.partition<true>()
  probe?.set('probe', true, 100_000)
  return probe?.get('probe') === undefined
}
/** An answer of an API with a cache, with the number of equal requests before this request. */
interface KeptAnswer {
  readonly status: number
  readonly times: number
  readonly isSmall: boolean
  readonly profile: unknown
  readonly isEdited: boolean
}
/** Returns a faulty implementation that adds a blank to some answers of APIs with a cache. */
const caching = (answers: string, isFor: (kept: KeptAnswer) => boolean): SubjectFault => ({
  says: `The server wrongly adds a blank to ${answers}.`,
  around: (subject, world) => {
    const times = new Map<string, number>()
    return answering('', (response, asked, { options, isOfWorld }) => {
      const { share } = options.keep ?? {}
      if (share === undefined) return response
      const key = `${isSmall(share)} ${isOfWorld} ${JSON.stringify(asked.request)}`
      const before = times.get(key) ?? 0
      times.set(key, before + 1)
      const kept = {
        status: response.status,
        times: before,
        isSmall: isSmall(share),
        profile: options.profile,
        isEdited: !isOfWorld,
      }
      return isFor(kept) ? withBlank(response) : response
    }).around(subject, world)
  },
})

export const FRAME_CLAUSES: Clauses<SubjectFault> = {
  'frame.frozen': [
    clause(
      'The graph is frozen.',
      also(
        COPIED,
        loaded('The server wrongly loads a graph as a copy that is not frozen.', (graph) => ({ ...graph })),
      ),
    ),
    clause(
      'All objects in the graph are frozen, at every depth.',
      also(
        COPIED,
        loaded('The server wrongly loads the settings of a graph as a copy that is not frozen.', (graph) =>
          Object.freeze({ ...graph, settings: { ...graph.settings } }),
        ),
      ),
    ),
    clause(
      'Answering a request does not change the graph.',
      also(
        { 'frame.edit': 'The edited graph shares the changed object with the old graph.' },
        {
          says: 'The server wrongly adds a token to the graph for each answer.',
          around: ({ load, createApi }) => ({
            load,
            createApi: (graph, options) => {
              const api = createApi(graph, options)
              return {
                ...api,
                answer: (request) => {
                  Reflect.apply(Map.prototype.set, graph.access.tokens, ['asked', 'public'])
                  return api.answer(request)
                },
              }
            },
          }),
        },
      ),
    ),
  ],
  'frame.unreached-types': [
    clause(
      'Changing rows of a type that the request does not reach changes nothing in the answer.',
      revealing(
        'The server wrongly sends a header that depends on values of types that the request does not reach.',
        whenFound(
          () => true,
          (asked) => valuesIn(asked, unreachedTypes(asked), isOpenValue),
        ),
      ),
    ),
    clause(
      'Dropping rows of a type that the request does not reach changes nothing in the answer.',
      revealing(
        'The server wrongly sends a header with the number of rows of types that the request does not reach.',
        whenFound(
          () => true,
          (asked) => rowsIn(asked, unreachedTypes(asked)).length,
        ),
      ),
    ),
    clause(
      'A type counts as reached if the filters, the sort or the populate of the request leads to it.',
      revealing(
        'The server wrongly sends a header with the number of unreached rows if the request has a filter, sort or populate.',
        whenFound(
          (asked) => has(asked, 'filters', 'sort', 'populate'),
          (asked) => rowsIn(asked, unreachedTypes(asked)).length,
        ),
      ),
    ),
    clause(
      'Changing or dropping rows of an unreached type changes no byte of the body.',
      revealingByte(
        'The server wrongly sends a byte that depends on values of types that the request does not reach.',
        whenFound(
          () => true,
          (asked) => valuesIn(asked, unreachedTypes(asked), isOpenValue),
        ),
      ),
    ),
  ],
  'frame.unasked-attributes': [
    clause(
      'Changing the values of an attribute that the request does not use changes nothing in the answer.',
      revealing(
        'The server wrongly sends a header that depends on unselected values if the request selects only ids.',
        whenFound(isIdAlone, unaskedValues),
      ),
    ),
    clause(
      'An attribute that the request selects counts as used.',
      revealing(
        'The server wrongly sends a header that depends on values that `fields` does not select.',
        whenFound((asked) => choosesFields(asked) && !isIdAlone(asked), unaskedValues),
      ),
    ),
    clause(
      'An attribute that the request filters by counts as used.',
      revealing(
        'The server wrongly sends a header that depends on values that the filters do not test.',
        whenFound((asked) => choosesFields(asked) && has(asked, 'filters'), unaskedValues),
      ),
    ),
    clause(
      'An attribute that the request sorts by counts as used.',
      revealing(
        'The server wrongly sends a header that depends on values that the sort does not compare.',
        whenFound((asked) => choosesFields(asked) && has(asked, 'sort'), unaskedValues),
      ),
    ),
    clause(
      'Changing the values of unused attributes changes no byte of the body.',
      revealingByte(
        'The server wrongly sends a byte that depends on values that the request does not name.',
        whenFound(choosesFields, unaskedValues),
      ),
    ),
  ],
  'frame.other-roles': [
    clause(
      'Changing the permissions of other roles changes nothing in the answer.',
      revealing('The server wrongly sends a header that depends on other roles.', (asked, response) =>
        isFound(response) ? permissions(asked, (name) => name !== roleOf(asked)?.name) : undefined,
      ),
    ),
    clause(
      'Changing permissions that the request does not need changes nothing in the answer.',
      revealing(
        'The server wrongly sends a header with the number of permissions of the role.',
        (asked, response) => (isFound(response) ? roleOf(asked)?.permissions.size : undefined),
      ),
    ),
    clause(
      'Changing unneeded permissions changes no byte of the body.',
      revealingByte('The server wrongly sends a byte that depends on other roles.', (asked, response) =>
        isFound(response) ? permissions(asked, (name) => name !== roleOf(asked)?.name) : undefined,
      ),
    ),
  ],
  'frame.edit': [
    clause('An edited graph equals the graph loaded from the edited files.', {
      says: 'The server wrongly ignores an edit of a graph.',
      around: () => ({ edit: (graph) => graph }),
    }),
    clause('An edited graph shares all unchanged objects with the old graph.', {
      says: 'The server wrongly loads all files again after an edit.',
      around: ({ edit, load }) => ({
        edit: (graph, recipe) => load({ contentTypes: {}, ...filesOf(edit(graph, recipe)) }),
      }),
    }),
    clause('An edit does not change the answers that the graph from before the edit gives.', {
      says: 'The server wrongly changes the answers of the old graph after an edit.',
      around: (subject, world) => {
        const edited = new Set<Graph>()
        const { createApi } = answering('', (response, { graph }) =>
          edited.has(graph) ? withBlank(response) : response,
        ).around(subject, world)
        return {
          createApi: createApi ?? subject.createApi,
          edit: (graph, recipe) => {
            edited.add(graph)
            return subject.edit(graph, recipe)
          },
        }
      },
    }),
  ],
  'paths.same': [
    clause(
      'With caches of indexes, every answer has the same bytes as without caches.',
      answering(
        'The server wrongly adds a blank to the answers of an API that reports its evaluation steps.',
        (response, _, { options }) => (options.spent === undefined ? response : withBlank(response)),
      ),
    ),
    clause(
      'With caches of rendered entries, every answer has the same bytes as without caches.',
      caching('the third answer to the same request', ({ times }) => times === 2),
    ),
    clause(
      'Large caches do not change a byte of an answer.',
      caching('answers from a large cache', (kept) => !kept.isSmall),
    ),
    clause(
      'Small caches do not change a byte of an answer.',
      caching('answers from a small cache', (kept) => kept.isSmall),
    ),
    clause(
      'Caches do not change a byte of a refusal.',
      caching('refusals of an API with a cache', ({ status }) => status === 400),
    ),
    clause(
      'Caches do not change an answer under any profile.',
      caching(
        'answers of an API with a cache and another profile',
        ({ profile }) => profile === 'strapi-5.30.0-postgres',
      ),
    ),
    clause(
      'Caches do not change an answer after an edit that keeps the indexes.',
      caching('answers of an API with a cache and an edited graph', ({ isEdited }) => isEdited),
    ),
  ],
}

function permissions({ graph }: Asked, isFor: (name: string) => boolean): unknown {
  return [...graph.access.roles.values()].flatMap(({ name, permissions: all }) =>
    isFor(name) ? [...all] : [],
  )
}
