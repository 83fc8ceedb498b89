/**
 * Tests private values in a target's answers, which are a mismatch under the profile `documented` and are ignored
 * under the profile of a real server.
 */
import { expect, test } from 'vitest'
import { type CheckOptions, check, type Server } from '../../src/oracle/index.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { SEED } from '../support/seed.ts'
import { graph, PATIENT } from './conforming.ts'
import { everyObject, isEntry } from './faulty.ts'

const options: CheckOptions = { graph, seed: SEED, suite: false, runs: 40, causes: 0, ...PATIENT }

/** The names of the private scalar attributes in the dataset. */
const names = [...graph.schema.contentTypes.values(), ...graph.schema.components.values()].flatMap((model) =>
  [...model.attributes.values()]
    .filter((one) => one.kind === 'scalar' && one.private)
    .map(({ name }) => name),
)

/** Returns a server that shows private attributes. */
function showing(profile: string): Server {
  const { answer } = createReferenceApi(graph, { profile })
  const fault = everyObject('shows', 'The server wrongly shows private attributes.', (object) =>
    isEntry(object) ? { ...Object.fromEntries(names.map((name) => [name, 'unseen'])), ...object } : object,
  )
  const spoil = fault.server(graph)
  return profile === 'documented'
    ? spoil
    : (request) => {
        const response = answer(request)
        const body = response.body.startsWith('{"data":[{') ? response.body : undefined
        if (body === undefined) return response
        const type = [...graph.schema.contentTypes.values()].find(
          ({ pluralName }) => request.url.split('?')[0] === `/api/${pluralName}`,
        )
        const own = [...(type?.attributes.values() ?? [])].find((one) => one.kind === 'scalar' && one.private)
        return own === undefined || body.includes(`"${own.name}":`)
          ? response
          : { ...response, body: body.replace('{"data":[{', `{"data":[{"${own.name}":"unseen",`) }
      }
}

test('the dataset has private attributes', () => expect(names.length).toBeGreaterThan(0))

test('a private value in an answer is a mismatch under the profile `documented`', async () => {
  const report = await check(showing('documented'), { ...options, profile: 'documented' })
  expect(report.verdict).toBe('different')
})

test('a private value in an answer is neither compared nor reported under the profile of a real server', async () => {
  let shown = 0
  const server = showing('strapi-5.54-sqlite')
  const report = await check(
    async (request) => {
      const response = await server(request)
      if (response.body.includes('unseen')) shown++
      return response
    },
    { ...options, profile: 'strapi-5.54-sqlite' },
  )
  expect(shown).toBeGreaterThan(0)
  expect(report.verdict).toBe('conformant')
  expect(JSON.stringify(report)).not.toContain('unseen')
})
