/** What `/_populace` lists. */
import { WORLD } from '../worlds/named.ts'
import { SECRET } from './access.ts'

/** What the endpoints do. */
export const HELP = {
  'GET /_populace': 'with accept: text/html, the explorer: a page that asks, shows and explains',
  'GET /_populace/schema': 'types, components and attributes, as JSON',
  'GET /_populace/explain?url=/api/articles?populate=author':
    'where each part of an answer comes from, and why what is absent is; &why=data.0.author before url for one path',
  'POST /_populace/explain?method=PUT&url=/api/articles/ID':
    'why such a write would be refused, and a body that would be taken; null where this one is: nothing is written',
  'populace-explain: true':
    'a header: the same beside the answer; or the path that is asked for in place of true',
  'GET /_populace/worlds': 'the worlds that were asked for',
  'PUT /_populace/worlds/NAME': 'begins a world anew',
  'PATCH /_populace/worlds/NAME': 'changes a world: {"articles": {"create": [{"title": "New"}]}}',
  'DELETE /_populace/worlds/NAME': 'gives a world back',
  [`${WORLD}: NAME`]:
    'a header or cookie that says which world is asked; /_populace/in/NAME in front of a path does too',
  'GET /_populace/changes?world=NAME':
    'what a world differs in from what it began as: rows that were created, updated and deleted',
  'GET /_populace/requests?url=/api/articles?populate=author':
    'what was asked: url, method, status, world, after',
  'GET /_populace/requests.har': 'the same as HAR',
  'DELETE /_populace/requests': 'forgets them',
  'GET /_populace/openapi.json': 'these endpoints as OpenAPI 3.1',
  'GET /_populace/schemas/world-patch.json':
    'what PATCH takes, as JSON Schema; fault-rules.json is what trouble takes',
  'GET /_populace/metrics': 'counters in the text format of Prometheus',
  'GET /_populace/trouble': 'the rules as they were given',
  'PUT /_populace/trouble': 'what goes wrong on purpose: a list of rules',
  'DELETE /_populace/trouble': 'no trouble any more',
  [`${SECRET}: SECRET`]:
    'a header that each request from another machine needs; the start of the server prints it',
} as const
