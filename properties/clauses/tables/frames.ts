/** The clauses of the frame laws: an answer depends only on the data that its request reaches, and not on caches. */
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

/** The types that the request does not reach; an empty list if the caller lacks the permission for the request. */
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

/** The values of the attributes of the type that the request does not name. */
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

/** Whether the cache is so small that it does not store a value of 100,000 bytes. */
function isSmall(share: LruBudget | undefined): boolean {
  const probe = share?.partition<true>()
  probe?.set('probe', true, 100_000)
  return probe?.get('probe') === undefined
}
/** An answer of an API with a cache, with the number of equal requests before it. */
interface KeptAnswer {
  readonly status: number
  readonly times: number
  readonly isSmall: boolean
  readonly profile: unknown
  readonly isEdited: boolean
}
/** An implementation that adds a blank to some answers of APIs with a cache. */
const caching = (says: string, isFor: (kept: KeptAnswer) => boolean): SubjectFault => ({
  says,
  around: (subject, world) => {
    const times = new Map<string, number>()
    return answering(says, (response, asked, { options, isOfWorld }) => {
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
      'The graph is frozen',
      also(
        COPIED,
        loaded('A graph is a copy that is not frozen.', (graph) => ({ ...graph })),
      ),
    ),
    clause(
      'at every depth,',
      also(
        COPIED,
        loaded('The settings of a graph are a copy that is not frozen.', (graph) =>
          Object.freeze({ ...graph, settings: { ...graph.settings } }),
        ),
      ),
    ),
    clause(
      'and answering does not change it.',
      also(
        { 'frame.edit': 'An edited graph shares what is changed.' },
        {
          says: 'An answer adds a token to the graph.',
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
      'Changing',
      revealing(
        'A header depends on values of types that are not reached.',
        whenFound(
          () => true,
          (asked) => valuesIn(asked, unreachedTypes(asked), isOpenValue),
        ),
      ),
    ),
    clause(
      'and dropping rows',
      revealing(
        'A header has the number of rows of types that are not reached.',
        whenFound(
          () => true,
          (asked) => rowsIn(asked, unreachedTypes(asked)).length,
        ),
      ),
    ),
    clause(
      'of a type that the request does not reach',
      revealing(
        'A header has the number of rows of types that filters, sort and populate do not reach.',
        whenFound(
          (asked) => has(asked, 'filters', 'sort', 'populate'),
          (asked) => rowsIn(asked, unreachedTypes(asked)).length,
        ),
      ),
    ),
    clause(
      'changes nothing in the answer.',
      revealingByte(
        'A byte depends on values of types that are not reached.',
        whenFound(
          () => true,
          (asked) => valuesIn(asked, unreachedTypes(asked), isOpenValue),
        ),
      ),
    ),
  ],
  'frame.unasked-attributes': [
    clause(
      'Changing the values of an attribute',
      revealing('A header of ids depends on other values.', whenFound(isIdAlone, unaskedValues)),
    ),
    clause(
      'that the request neither selects,',
      revealing(
        'A header depends on values that `fields` does not choose.',
        whenFound((asked) => choosesFields(asked) && !isIdAlone(asked), unaskedValues),
      ),
    ),
    clause(
      'filters',
      revealing(
        'A header depends on values that the filters do not test.',
        whenFound((asked) => choosesFields(asked) && has(asked, 'filters'), unaskedValues),
      ),
    ),
    clause(
      'nor sorts by',
      revealing(
        'A header depends on values that the sort does not compare.',
        whenFound((asked) => choosesFields(asked) && has(asked, 'sort'), unaskedValues),
      ),
    ),
    clause(
      'changes nothing in the answer.',
      revealingByte(
        'A byte depends on values that are not asked for.',
        whenFound(choosesFields, unaskedValues),
      ),
    ),
  ],
  'frame.other-roles': [
    clause(
      'Permissions of other roles,',
      revealing('A header depends on the permissions of other roles.', (asked, response) =>
        isFound(response) ? permissions(asked, (name) => name !== roleOf(asked)?.name) : undefined,
      ),
    ),
    clause(
      'and permissions that the request does not need,',
      revealing('A header has the number of permissions of the role.', (asked, response) =>
        isFound(response) ? roleOf(asked)?.permissions.size : undefined,
      ),
    ),
    clause(
      'change nothing in the answer.',
      revealingByte('A byte depends on the permissions of other roles.', (asked, response) =>
        isFound(response) ? permissions(asked, (name) => name !== roleOf(asked)?.name) : undefined,
      ),
    ),
  ],
  'frame.edit': [
    clause('An edited graph equals the graph loaded from the edited files,', {
      says: 'An edit changes nothing.',
      around: () => ({ edit: (graph) => graph }),
    }),
    clause('shares all unchanged objects with the old graph,', {
      says: 'An edit loads all files anew.',
      around: ({ edit, load }) => ({
        edit: (graph, recipe) => load({ contentTypes: {}, ...filesOf(edit(graph, recipe)) }),
      }),
    }),
    clause('and does not change the answers of the old graph.', {
      says: 'An edit changes the answers of the old graph.',
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
      'With caches of indexes',
      answering('What indexes find has a blank more.', (response, _, { options }) =>
        options.spent === undefined ? response : withBlank(response),
      ),
    ),
    clause(
      'and of rendered entries,',
      caching('The third equal request gets a blank more.', ({ times }) => times === 2),
    ),
    clause(
      'large',
      caching('A large cache has a blank more.', (kept) => !kept.isSmall),
    ),
    clause(
      'or small,',
      caching('A small cache has a blank more.', (kept) => kept.isSmall),
    ),
    clause(
      'every answer has the same bytes as without caches,',
      caching('A kept refusal has a blank more.', ({ status }) => status === 400),
    ),
    clause(
      'under every profile,',
      caching(
        'A cache of another release has a blank more.',
        ({ profile }) => profile === 'strapi-5.30.0-postgres',
      ),
    ),
    clause(
      'and after edits that keep the indexes.',
      caching('A cache of an edited graph has a blank more.', ({ isEdited }) => isEdited),
    ),
  ],
}

function permissions({ graph }: Asked, isFor: (name: string) => boolean): unknown {
  return [...graph.access.roles.values()].flatMap(({ name, permissions: all }) =>
    isFor(name) ? [...all] : [],
  )
}
