/** The commands about one request take an unknown token as `serve` does. */
import { expect, test } from 'vitest'
import { admitting, apiOf, withToken } from '../../src/cli/request.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { DEFAULT_FILES } from '../../src/reference/load/files/files.ts'
import { graphOf } from '../support/datasets.ts'

const listed = graphOf('guide')
const open = { ...listed, access: { ...listed.access, tokens: new Map() } }
const files = { ...DEFAULT_FILES, contentTypes: {} }

const statusWith = (options: { readonly strictTokens?: true }, graph: Graph = open): number => {
  const opened = { graph, source: { kind: 'dataset folder', files, graph, notes: [] }, profile: 'documented' }
  const { source, profile } = admitting(opened, options)
  return apiOf(source, graph, profile).answer(withToken({ url: '/api/ledgers' }, 'nobody-knows')).status
}

test('an unknown token reads everything', () => expect(statusWith({})).toBe(200))

test('an unknown token is refused on demand', () => expect(statusWith({ strictTokens: true })).toBe(401))

test('an unknown token is refused if the dataset lists tokens', () =>
  expect(statusWith({}, listed)).toBe(401))
