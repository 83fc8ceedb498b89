/** The help that `GET /_populace` returns: a list of the endpoints. */
import { WORLD } from '../worlds/named.ts'
import { SECRET } from './access.ts'

/** The description of each endpoint. */
export const HELP = {
  'GET /_populace': 'this list; with accept: text/html, the explorer',
  'GET /_populace/schema': 'types, components and attributes, as JSON',
  'GET /_populace/explain?url=/api/articles?populate=author':
    'the origin of each part of an answer, and the reasons of missing parts; for one path, add &why=data.0.author before url',
  'POST /_populace/explain?method=PUT&url=/api/articles/ID':
    'why the server would refuse this write, and a body that it would accept; null if it would accept this one; it writes nothing',
  'populace-explain: true':
    'a header that adds the explanation to the answer; for one path, send the path in place of true',
  'GET /_populace/worlds': 'the worlds in use',
  'PUT /_populace/worlds/NAME': 'resets a world',
  'PATCH /_populace/worlds/NAME': 'changes a world: {"articles": {"create": [{"title": "New"}]}}',
  'DELETE /_populace/worlds/NAME': 'resets a world and frees its memory',
  [`${WORLD}: NAME`]:
    'a header or cookie that selects a world; the path prefix /_populace/in/NAME selects it too',
  'GET /_populace/changes?world=NAME': 'the created, updated and deleted rows of a world',
  'GET /_populace/requests?url=/api/articles?populate=author':
    'the last requests; filter by url, method, status, world, after',
  'GET /_populace/requests.har': 'the last requests as HAR',
  'DELETE /_populace/requests': 'deletes the recorded requests of all worlds',
  'GET /_populace/openapi.json': 'the endpoints for worlds, changes, requests and faults, as OpenAPI 3.1',
  'GET /_populace/schemas/world-patch.json':
    'the JSON Schema of a PATCH; fault-rules.json is that of fault rules',
  'GET /_populace/metrics': 'counters in the text format of Prometheus',
  'GET /_populace/trouble': 'the current fault rules',
  'PUT /_populace/trouble': 'replaces the fault rules by a list of rules',
  'DELETE /_populace/trouble': 'removes the fault rules',
  'PUT /_populace/trouble?world=NAME': 'replaces the fault rules of one world; GET and DELETE too',
  [`${SECRET}: SECRET`]:
    'a header that requests from other machines must send; the start of the server prints the secret',
} as const
