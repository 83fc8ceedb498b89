/** The commands about one request take an unknown token as `serve` does. */
import { expect, test } from 'vitest'
import { admitting, apiOf, withToken } from '../../src/cli/request.ts'
import { DEFAULT_FILES } from '../../src/reference/load/files/files.ts'
import { graphOf } from '../support/datasets.ts'

const graph = graphOf('guide')
const files = { ...DEFAULT_FILES, contentTypes: {} }
const opened = { graph, source: { kind: 'dataset folder', files, graph, notes: [] }, profile: 'documented' }

const statusWith = (options: { readonly strictTokens?: true }): number => {
  const { source, profile } = admitting(opened, options)
  return apiOf(source, graph, profile).answer(withToken({ url: '/api/ledgers' }, 'nobody-knows')).status
}

test('an unknown token reads everything', () => expect(statusWith({})).toBe(200))

test('an unknown token is refused on demand', () => expect(statusWith({ strictTokens: true })).toBe(401))
