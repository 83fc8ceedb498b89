/** What an answer tells that another server has others of, with a marker in its place: names and instants of a session. */

import type { Graph } from '../../reference/graph/graph.ts'
import { latestInstant } from '../../reference/graph/latest.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { onceFor } from '../../util/cache/once.ts'
import { type Json, type JsonObject, member } from '../../util/json.ts'
import { pointerTo } from '../../util/pointer.ts'
import { firstIds } from '../../writing/index.ts'
import { rebuilt } from '../bodies/rebuilt.ts'
import { isInstantText } from '../compare/equality.ts'
import { DOCUMENT_ID_SPACE, idSpace, itemMeaning, type Meaning, memberMeaning } from '../compare/meaning.ts'

/** An answer with markers. */
export interface Marked {
  readonly body: Json
  /** By pointer: the instant there is later than what the marker stands for. */
  readonly later: Readonly<Record<string, string>>
}

export interface Marking {
  /** The body of a request about a type, which is the request of this number. */
  readonly mark: (body: Json, type: ContentType | undefined, number: number) => Marked
}

interface Place {
  readonly meaning: Meaning
  readonly pointer: string
  readonly key: string
  /** What it is a member of. */
  readonly owner: JsonObject
}

/** Begins with a dataset: what it has is told as it is. `fresh` is what was sent for `«new»`. */
export function createMarking(graph: Graph, fresh: string): Marking {
  const isOwn = ownOf(graph)
  const markers = new Map<string, string>()
  const stamps = new Map<string, string>()
  const markerFor = (key: string, pointer: string, number: number): string => {
    const marker = markers.get(key) ?? `«${number}${pointer}»`
    markers.set(key, marker)
    return marker
  }
  /** Texts of others may mention what a session made. */
  const textWith = (text: string): string => {
    const named = text.replace(
      /[a-z][a-z0-9]{23}/g,
      (name) => markers.get(nameKey(DOCUMENT_ID_SPACE, name)) ?? name,
    )
    return named.replaceAll(fresh, '«new»')
  }
  return {
    mark: (body, type, number) => {
      const later: Record<string, string> = {}
      const instant = (json: string, { pointer, owner, key }: Place): string => {
        const row = JSON.stringify([
          member(owner, 'documentId'),
          member(owner, 'locale'),
          isDraft(owner),
          key,
        ])
        const marker = markerFor(`${row} ${json}`, pointer, number)
        const before = stamps.get(row)
        stamps.set(row, marker)
        if (before !== undefined && before !== marker) later[pointer] = before
        return marker
      }
      const leaf = (json: Json, place: Place): Json => {
        const { meaning, pointer } = place
        const isName = typeof json === 'string' || typeof json === 'number'
        if (meaning.kind === 'name' && isName && !isOwn(meaning.space, json))
          return markerFor(nameKey(meaning.space, json), pointer, number)
        if (typeof json !== 'string') return json
        if (meaning.kind === 'instant' && isInstantText(json) && !isOwn('instant', json))
          return instant(json, place)
        return textWith(json)
      }
      const start: Place = {
        meaning: type === undefined ? { kind: 'told' } : { kind: 'body', type },
        ...{ pointer: '', key: '', owner: {} },
      }
      const marked = rebuilt<Place>(body, start, {
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

const nameKey = (space: string, name: string | number): string => `${space} ${name}`

const isDraft = (owner: JsonObject): boolean => member(owner, 'publishedAt') === null

/** Whether the dataset has a name or an instant: whatever is made has later ones. */
const ownOf = (graph: Graph): Own => ownOnce(graph, '', () => ownIn(graph))

type Own = (space: string, value: string | number) => boolean
const ownOnce = onceFor<Own>()

function ownIn(graph: Graph): Own {
  const { highest } = firstIds(graph)
  const spaces = new Map([...highest].map(([uid, id]) => [idSpace({ uid }), id]))
  const documents = new Set([...graph.tables.values()].flatMap(({ byDocument }) => [...byDocument.keys()]))
  const first = latestInstant(graph)
  return (space, value) => {
    if (typeof value === 'number') return value <= (spaces.get(space) ?? 0)
    return space === 'instant' ? value < first : documents.has(value) || space !== DOCUMENT_ID_SPACE
  }
}
