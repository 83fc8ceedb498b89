/**
 * Removes the built-in attributes that are newer than the release of a profile. All these attributes are private: the
 * content API never shows them, but project code can read them.
 */
import type { Graph } from '../../../reference/graph/graph.ts'
import type { ContentType, Schema, Uid } from '../../../reference/schema/schema.ts'
import { compareVersions } from '../../../reference/strapi/versions.ts'
import { onceFor } from '../../../util/cache/once.ts'

interface LaterAttribute {
  readonly uid: Uid
  readonly name: string
  /** The first release of Strapi that has the attribute. */
  readonly since: string
}

const LATER_ATTRIBUTES: readonly LaterAttribute[] = [
  { uid: 'admin::user', name: 'resetPasswordTokenExpiresAt', since: '5.51.0' },
]

/** Returns the graph without the built-in attributes that the release does not have yet. */
export function withoutLaterAttributes(graph: Graph, release: string): Graph {
  const later = LATER_ATTRIBUTES.filter(({ since }) => compareVersions(release, since) < 0)
  if (later.length === 0) return graph
  const key = later.map(({ uid, name }) => `${uid} ${name}`).join()
  return { ...graph, schema: readOnce(graph.schema, key, () => without(graph.schema, later)) }
}

const readOnce = onceFor<Schema>()

function without(schema: Schema, later: readonly LaterAttribute[]): Schema {
  const changed = ([uid, type]: readonly [Uid, ContentType]): [Uid, ContentType] => {
    const names = new Set(later.filter((one) => one.uid === uid).map(({ name }) => name))
    const attributes = [...type.attributes].filter(([name]) => !names.has(name))
    return [uid, names.size === 0 ? type : { ...type, attributes: new Map(attributes) }]
  }
  return { ...schema, contentTypes: new Map([...schema.contentTypes].map(changed)) }
}
