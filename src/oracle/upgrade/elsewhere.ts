/** Compares a release on one database with the same release on the others. */
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { DatabaseName } from '../../reference/strapi/databases/databases.ts'
import type { Profile } from '../../reference/strapi/profile.ts'
import { type CompareOptions, compareServers } from './compare.ts'
import { namedIn, serverNamed, textsOf } from './servers.ts'

/** The answers of one other database. */
export interface Elsewhere {
  readonly database: DatabaseName
  /** The requests that were compared: the most frequent ones. */
  readonly asked: number
  /** Requests with a different answer there. */
  readonly changed: number
  readonly broken: number
  /** The decisions of the database that cause it, those with most requests first. */
  readonly because: readonly string[]
  /** The smallest request for the first of them. */
  readonly request: string
}

/** The most requests that are compared. */
const MOST_REQUESTS = 10_000

const OTHERS: readonly DatabaseName[] = ['sqlite', 'postgres', 'mariadb']

/**
 * Compares a server with the same release on the other databases; omits databases with the same answers. `requests` has
 * the most frequent ones first.
 */
export function comparedElsewhere(
  graph: Graph,
  requests: readonly ApiRequest[],
  server: Profile,
  options: CompareOptions,
): readonly Elsewhere[] {
  const { version, database = 'sqlite' } = namedIn(server.name)
  if (version === undefined) return []
  const compared = requests.slice(0, MOST_REQUESTS)
  return OTHERS.filter((other) => other !== database.split('+')[0]).flatMap((other) => {
    const to = serverNamed(other, { version, database })
    const { asked, alike, broken, groups } = compareServers(graph, compared, { from: server, to }, options)
    const [first] = groups
    if (first === undefined) return []
    const because = groups.flatMap(({ oneSwitch }) => (oneSwitch === null ? [] : [textsOf(oneSwitch).name]))
    const request = first.smallest.request.url
    return [
      { database: other, asked, changed: asked - alike, broken, because: [...new Set(because)], request },
    ]
  })
}
