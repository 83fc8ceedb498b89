/**
 * A write in the form that the misreadings of writes receive, and the suspects for misreadings that explain a mismatch.
 */

import type { Graph } from '../../../reference/graph/graph.ts'
import type { ContentType } from '../../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, member, parseJson } from '../../../util/json.ts'
import { splitTarget } from '../../../util/url/target.ts'
import { modelsOf, type WriteModel } from '../../../writing/index.ts'
import { dataOf } from '../../bodies/answer.ts'
import { partsOf } from '../../names/mentions.ts'
import type { WireRequest } from '../../target/target.ts'
import type { SentWrite } from '../../writes/scene.ts'

/** A write, with the facts about its content type and about the row that it changes. */
export interface AskedWrite {
  readonly request: WireRequest
  readonly type: ContentType
  readonly model: WriteModel | undefined
  /** The value of `data` in the body of the write; undefined if it is not an object. */
  readonly data: JsonObject | undefined
  readonly graph: Graph
  /** Returns the value that an attribute of the row has before the write. */
  readonly storedAt: (name: string) => Json | undefined
  /**
   * Returns the plain attributes of the document's row in a status before the write; undefined if the document has no
   * such row.
   */
  readonly rowOf: (status: 'draft' | 'published') => JsonObject | undefined
}

/** Returns a write with these facts; undefined if the path of the write names no content type. */
export function askedOf({ request, before, type }: SentWrite, graph: Graph): AskedWrite | undefined {
  if (type === undefined) return undefined
  const json = parseJson(request.body ?? '')
  const data = isObject(json) ? member(json, 'data') : undefined
  const rowWith = (status: 'draft' | 'published', populate: readonly string[]): JsonObject | undefined => {
    const { path, search } = splitTarget(request.url)
    const locale = partsOf(search).filter((part) => part.startsWith('locale='))
    const query = [...locale, ...(type.draftAndPublish ? [`status=${status}`] : []), ...populate]
    const { body } = before([{ ...request, method: 'GET', url: `${path}?${query.join('&')}` }])
    const row = dataOf(body)
    return isObject(row) ? row : undefined
  }
  return {
    ...{ request, type, graph, model: modelsOf(graph).get(type.uid) },
    data: isObject(data) ? data : undefined,
    storedAt: (name) => {
      const row = rowWith('draft', [`populate[${name}]=true`])
      return row && member(row, name)
    },
    rowOf: (status) => rowWith(status, []),
  }
}
