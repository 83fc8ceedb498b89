/** Tests that commands for one request treat an unknown token as `serve` does. */
import { describe, expect, test } from 'vitest'
import { admitting, apiOf, withToken } from '../../src/cli/request.ts'
import { givenTokens, pairsOf, withGiven, withListed } from '../../src/cli/tokens/given.ts'
import { withOwnSecret } from '../../src/cli/tokens/signing.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { DEFAULT_FILES } from '../../src/reference/load/files/files.ts'
import { DEFAULT_ACCOUNTS } from '../../src/sources/tokens/accounts.ts'
import { graphOf } from '../support/datasets.ts'

const graph = graphOf('guide')
const open = { ...graph, access: { ...graph.access, tokens: new Map() } }
const files = { ...DEFAULT_FILES, contentTypes: {} }
const openedOf = (graph: Graph) => ({
  graph,
  source: { kind: 'dataset folder', files, graph, notes: [] },
  profile: 'documented',
})
const opened = openedOf(graph)

const statusWith = (options: { readonly strictTokens?: true }, graph: Graph = open): number => {
  const { source, profile } = admitting(openedOf(graph), options)
  return apiOf(source, graph, profile).answer(
    withToken(
      { url: '/api/ledgers' },
      { tokens: [{ value: 'nobody-knows', role: undefined, name: undefined }] },
    ),
  ).status
}

test('an unknown token may read everything if the dataset lists no tokens', () =>
  expect(statusWith({})).toBe(200))

test('`--strict-tokens` refuses an unknown token', () => expect(statusWith({ strictTokens: true })).toBe(401))

describe('--token', () => {
  const [listed = '', role = ''] = [...graph.access.tokens][0] ?? []
  const hidden = { ...opened, source: { ...opened.source, roleOfToken: (token: string) => known.get(token) } }
  const known = new Map([['secret', role]])

  test.each([
    ['a role with a value', `${role}=mine`, { value: 'mine', role, name: role }],
    ['a token of the dataset with a value', `${listed}=mine`, { value: 'mine', role, name: listed }],
    ['a token that the dataset lists', listed, { value: listed, role, name: role }],
    ['a token that the source stores as a hash', 'secret', { value: 'secret', role, name: role }],
    ['an unknown token', 'abc==', { value: 'abc==', role: undefined, name: undefined }],
  ])('--token accepts %s', (_kind, text, expected) => expect(givenTokens([text], hidden)).toEqual([expected]))

  test('an unknown role name in --token gets an error that lists the roles, but not the token value', () => {
    const refused = (): unknown => givenTokens(['editr=hidden'], opened)
    expect(refused).toThrow(/^--token: expected VALUE, or NAME=VALUE .* has .*public/)
    expect(refused).not.toThrow('hidden')
  })

  test('`serve` accepts every value of `--token`, and other commands only values with a role', () => {
    const roleIn = (text: string, admits: boolean): unknown => {
      const source = withGiven(opened, givenTokens([text], opened), admits)
      const found = source.roleOfToken?.(text.split('=').at(-1) ?? '')
      return typeof found === 'object' ? found.name : found
    }
    expect(roleIn(`${role}=mine`, false)).toBe(role)
    expect(roleIn('mine', false)).toBeUndefined()
    expect(roleIn('mine', true)).toBe('(unknown token)')
  })

  test('a check requires a role for each token', () => {
    expect(pairsOf(givenTokens([`${listed}=mine`, 'secret'], hidden))).toEqual([
      `${listed}=mine`,
      `${role}=secret`,
    ])
    expect(() => pairsOf(givenTokens(['mine'], opened))).toThrow('expected NAME=VALUE, with the role')
    expect(withListed(opened, [])).toBe(graph)
  })
})

test('tokens are signed with `--jwt-secret`, and a warning appears if it is the secret of the project', () => {
  const lines: string[] = []
  const { accounts } = withOwnSecret(opened.source, 'mine', (line) => lines.push(line))
  expect(accounts).toMatchObject({ ownSecret: 'mine', secret: null })
  expect(lines).toEqual([])
  const shared = { ...opened.source, accounts: { ...DEFAULT_ACCOUNTS, secret: 'theirs' } }
  withOwnSecret(shared, 'theirs', (line) => lines.push(line))
  expect(lines).toEqual([
    expect.stringMatching(/^--jwt-secret: this is the secret of the project, .*choose another secret$/),
  ])
})

test('an unknown token is refused if the dataset lists tokens', () => expect(statusWith({}, graph)).toBe(401))
