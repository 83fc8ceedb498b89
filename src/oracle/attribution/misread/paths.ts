/** Misreadings of paths: the target knows only one spelling of a path, or finds entries by a misspelt documentId. */
import type { Graph } from '../../../reference/graph/graph.ts'
import { splitTarget } from '../../../util/url/target.ts'
import { type Misreading, type ResourceOf, resourceReader } from './parts.ts'

const spelling = (kind: string, says: string, isOther: (path: string) => boolean): Misreading => ({
  rule: 'endpoint.spelling',
  kind,
  says,
  isExact: true,
  read: (request) => (isOther(splitTarget(request.url).path) ? { ...request, url: '/api/-' } : request),
})

/** The misreadings of the spelling of a path. */
export const PATHS: readonly Misreading[] = [
  spelling(
    'exact case',
    'A path matches in any letter case. The server accepts only one letter case.',
    (path) => /^\/api\/[^/]*[A-Z]/.test(path),
  ),
  spelling(
    'exact slashes',
    'A path may end with a slash. The server refuses a path with a slash at its end.',
    (path) => path.endsWith('/'),
  ),
  spelling(
    'exact single slash',
    'A path may end with a slash. The server refuses a path with one slash at its end.',
    (path) => path.endsWith('/') && !path.endsWith('//'),
  ),
  spelling(
    'undecoded paths',
    'A documentId in a path may be percent-encoded. The server does not decode the path.',
    (path) => path.includes('%'),
  ),
]

/** Returns the stored documentId that differs from `written` only in letter case; undefined if there is none. */
function inOtherCase(graph: Graph, uid: string, written: string): string | undefined {
  const own = graph.tables.get(uid)?.byDocument
  if (own === undefined || own.has(written)) return undefined
  return [...own.keys()].find((id) => id.toLowerCase() === written.toLowerCase())
}

const caseless = (graph: Graph, resourceOf: ResourceOf): Misreading => ({
  rule: 'endpoint.not-found',
  kind: 'documentIds in any letter case',
  says: 'The letter case of a documentId in a path counts. The server finds the entry in another letter case.',
  isExact: true,
  read: (request) => {
    const { path, search } = splitTarget(request.url)
    const resource = resourceOf(request)
    if (resource?.target.kind !== 'document') return request
    const [written = ''] = path.split('/').slice(-1)
    const stored = inOtherCase(graph, resource.type.uid, written)
    const query = search === '' ? '' : `?${search}`
    return stored === undefined
      ? request
      : { ...request, url: `${path.slice(0, path.length - written.length)}${stored}${query}` }
  },
})

/** Returns the misreadings of documentIds in paths that are possible with a dataset. */
export const documentIdsMisread = (graph: Graph): readonly Misreading[] => [
  caseless(graph, resourceReader(graph)),
]
