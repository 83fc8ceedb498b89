/** Compares the answers of a release on one database with its answers on other databases. */
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { DatabaseName } from '../../reference/strapi/databases/databases.ts'
import type { Profile } from '../../reference/strapi/profile.ts'
import { type CompareOptions, compareServers } from './compare.ts'
import { namedIn, serverNamed, textsOf } from './servers.ts'

/** The comparison of a release of Strapi with the same release on one other database. */
export interface Elsewhere {
  readonly database: DatabaseName
  /** The number of requests that were compared on this database. These are the most frequent requests. */
  readonly asked: number
  /** The number of compared requests to which the release gives a different answer on this database. */
  readonly changed: number
  readonly broken: number
  /**
   * The decisions, such as the order of nulls, in which this database causes different answers, in the order of the
   * groups of requests.
   */
  readonly because: readonly string[]
  /** The URL of a short request whose answer differs because of the first decision in `because`. */
  readonly request: string
}

/** The maximum number of requests whose answers are compared on each database. */
const MOST_REQUESTS = 10_000

const OTHERS: readonly DatabaseName[] = ['sqlite', 'postgres', 'mariadb']

/**
 * Compares a server with the same release on the other databases. Returns only the databases with other answers. The
 * parameter `requests` must begin with the most frequent requests.
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
