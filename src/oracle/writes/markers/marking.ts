/** Replaces ids and instants in the answers of a session by markers, because another server generates other values. */

import type { Graph } from '../../../reference/graph/graph.ts'
import { latestInstant } from '../../../reference/graph/latest.ts'
import type { ContentType } from '../../../reference/schema/schema.ts'
import { onceFor } from '../../../util/cache/once.ts'
import { type Json, type JsonObject, member } from '../../../util/json.ts'
import { pointerTo } from '../../../util/pointer.ts'
import { firstIds } from '../../../writing/index.ts'
import { mapJson } from '../../bodies/map-json.ts'
import { isInstantText } from '../../compare/equality.ts'
import {
  DOCUMENT_ID_SPACE,
  idSpace,
  itemMeaning,
  type Meaning,
  memberMeaning,
} from '../../compare/meaning.ts'

/** The body of an answer in which markers replace ids and instants. */
export interface Marked {
  readonly body: Json
  /**
   * Maps JSON pointers into the body to markers. The instant at a pointer must be later than the instant for which its
   * marker stands.
   */
  readonly later: Readonly<Record<string, string>>
}

export interface Marking {
  /**
   * Replaces ids and instants in an answer by markers. The parameter `number` is the number of the request, and `type`
   * is the requested content type.
   */
  readonly mark: (body: Json, type: ContentType | undefined, number: number) => Marked
}

interface MarkerPosition {
  readonly meaning: Meaning
  readonly pointer: string
  readonly key: string
  /** The object in the answer that contains the value. */
  readonly owner: JsonObject
}

/**
 * Creates the marking of a session, which replaces ids and instants that are not in the dataset. The parameter `fresh`
 * is the unique text that replaced `«new»` in the requests.
 */
export function createMarking(graph: Graph, fresh: string): Marking {
  const isOwn = ownOf(graph)
  const markers = new Markers(fresh)
  return {
    mark: (body, type, number) => {
      const later: Record<string, string> = {}
      const leaf = (json: Json, place: MarkerPosition): Json => {
        const { meaning, pointer } = place
        const isName = typeof json === 'string' || typeof json === 'number'
        if (meaning.kind === 'name' && isName && !isOwn(meaning.space, json))
          return markers.of(nameKey(meaning.space, json), pointer, number)
        if (typeof json !== 'string') return json
        if (meaning.kind !== 'instant' || !isInstantText(json) || isOwn('instant', json))
          return markers.within(json)
        const { marker, before } = markers.ofInstant(json, place, number)
        if (before !== undefined) later[pointer] = before
        return marker
      }
      const start: MarkerPosition = {
        meaning: type === undefined ? { kind: 'error' } : { kind: 'body', type },
        ...{ pointer: '', key: '', owner: {} },
      }
      const marked = mapJson<MarkerPosition>(body, start, {
        leaf,
        item: (list, at) => ({
          ...list,
          meaning: itemMeaning(list.meaning),
          pointer: pointerTo(list.pointer, String(at)),
        }),
        member: ({ meaning, pointer }, key, owner) => ({
          ...{ key, owner, pointer: pointerTo(pointer, key) },
          meaning: memberMeaning(meaning, key, owner, graph.schema),
        }),
      })
      return { body: marked, later }
    },
  }
}

/**
 * The markers that replace the ids and instants in the answers of a session. A marker names the first path at which its
 * value occurred, such as `«3/data/id»`.
 */
class Markers {
  readonly #fresh: string
  readonly #byKey = new Map<string, string>()
  /** The latest marker of each instant attribute, by database row and name of the attribute. */
  readonly #timestamps = new Map<string, string>()

  constructor(fresh: string) {
    this.#fresh = fresh
  }

  of(key: string, pointer: string, number: number): string {
    const marker = this.#byKey.get(key) ?? `«${number}${pointer}»`
    this.#byKey.set(key, marker)
    return marker
  }

  /**
   * Returns the marker that replaces an instant. If the instant has changed since an earlier answer, the member
   * `before` of the result is the marker of the earlier instant.
   */
  ofInstant(instant: string, { pointer, owner, key }: MarkerPosition, number: number) {
    const row = JSON.stringify([member(owner, 'documentId'), member(owner, 'locale'), isDraft(owner), key])
    const marker = this.of(`${row} ${instant}`, pointer, number)
    const before = this.#timestamps.get(row)
    this.#timestamps.set(row, marker)
    return { marker, before: before === marker ? undefined : before }
  }

  /** Replaces documentIds that the session created, and the value of `«new»`, by markers inside a longer text. */
  within(text: string): string {
    const named = text.replace(
      /[a-z][a-z0-9]{23}/g,
      (name) => this.#byKey.get(nameKey(DOCUMENT_ID_SPACE, name)) ?? name,
    )
    return named.replaceAll(this.#fresh, '«new»')
  }
}

const nameKey = (space: string, name: string | number): string => `${space} ${name}`

const isDraft = (owner: JsonObject): boolean => member(owner, 'publishedAt') === null

/**
 * Returns a function that reports whether an id or instant belongs to the dataset. Rows that a session creates have
 * higher ids and later instants.
 */
const ownOf = (graph: Graph): IsOfDataset => ownOnce(graph, '', () => ownIn(graph))

type IsOfDataset = (space: string, value: string | number) => boolean
const ownOnce = onceFor<IsOfDataset>()

function ownIn(graph: Graph): IsOfDataset {
  const { highest } = firstIds(graph)
  const spaces = new Map([...highest].map(([uid, id]) => [idSpace({ uid }), id]))
  const documents = new Set([...graph.tables.values()].flatMap(({ byDocument }) => [...byDocument.keys()]))
  const first = latestInstant(graph)
  return (space, value) => {
    if (typeof value === 'number') return value <= (spaces.get(space) ?? 0)
    return space === 'instant' ? value < first : documents.has(value) || space !== DOCUMENT_ID_SPACE
  }
}
