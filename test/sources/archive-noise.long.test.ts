/** Tests archives with changed or missing bytes: the reader rejects them with a message, or returns a valid dataset. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { openArchive } from '../../src/sources/archive/open.ts'
import { graphOf } from '../../src/sources/index.ts'
import { archiveFolder, encrypted, gzipped, smallParts, tarOf } from '../support/archive.ts'
import { SEED } from '../support/seed.ts'

const folder = archiveFolder()
afterAll(folder.remove)

/** The number of changed archives in each test; the variable `POPULACE_RUNS` overrides it. */
const RUNS = Number(process.env.POPULACE_RUNS ?? 150)

const KEY = 'a key'
const URLS = ['/api/books?populate=*', '/api/writers?populate=books', '/api/books?filters[writers][name]=Ann']

const parts = smallParts()
const tar = await tarOf(parts)
const FORMS = { tar, gzip: gzipped(tar), encrypted: encrypted(gzipped(tar), KEY) }

const anyBytes = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), bit: fc.integer({ min: 0, max: 7 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 1024 }) }),
  fc.record({ kind: fc.constant('twice' as const), at: fc.nat(), count: fc.integer({ min: 1, max: 1024 }) }),
)
type Change = typeof anyBytes extends fc.Arbitrary<infer C> ? C : never

function changed(bytes: Uint8Array, change: Change): Uint8Array {
  const at = change.at % bytes.length
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (change.kind) {
    case 'flip':
      return Buffer.concat([before, Buffer.from([(after[0] ?? 0) ^ (1 << change.bit)]), after.subarray(1)])
    case 'cut':
      return before
    case 'drop':
      return Buffer.concat([before, after.subarray(change.count)])
    case 'twice':
      return Buffer.concat([before, after.subarray(0, change.count), after])
  }
}

/** The words in the JSON of an archive that a random change replaces by each other. */
const WORDS = [
  ...[
    '1',
    '2',
    '-1',
    '1e400',
    '0.5',
    'null',
    'true',
    '[]',
    '{}',
    '""',
    '"api::book.book"',
    '"books"',
    '"__proto__"',
  ],
  ...[
    '"relation"',
    '"component"',
    '"json"',
    '"morphToMany"',
    '"manyToOne"',
    '"mappedBy"',
    '"id"',
    '"../x"',
    '"*"',
  ],
]
const anyWords = fc.record({
  part: fc.nat(),
  at: fc.nat(),
  word: fc.constantFrom(...WORDS),
})

function withWords(changes: readonly { part: number; at: number; word: string }[]): Map<string, string> {
  const copy = new Map(parts)
  const names = [...copy.keys()]
  for (const { part, at, word } of changes) {
    const name = names[part % names.length] ?? ''
    const text = copy.get(name) ?? ''
    const tokens = [...text.matchAll(/"[^"]*"|-?\d+|null|true|false/g)]
    const token = tokens[at % tokens.length]
    if (token === undefined) continue
    copy.set(name, text.slice(0, token.index) + word + text.slice(token.index + token[0].length))
  }
  return copy
}

const outcomes = { read: 0, refused: 0 }

async function judge(bytes: Uint8Array): Promise<void> {
  try {
    const source = await openArchive(folder.write(bytes), { env: {}, key: KEY })
    const api = createReferenceApi(graphOf(source))
    for (const url of URLS) expect(api.answer({ url }).status).toBeLessThan(500)
    outcomes.read++
  } catch (error) {
    expect(error).toMatchObject({ name: expect.stringMatching(/^(SourceError|DatasetError)$/) })
    outcomes.refused++
  }
}

test('an archive with changed bytes is rejected with a message, or read as a valid dataset', async () => {
  outcomes.read = outcomes.refused = 0
  const anyForm = fc.constantFrom(...Object.values(FORMS))
  await fc.assert(
    fc.asyncProperty(anyForm, anyBytes, (form, change) => judge(changed(form, change))),
    { numRuns: RUNS, seed: SEED },
  )
  expect(outcomes.refused).toBeGreaterThan(outcomes.read)
})

test('an archive with exchanged words in its JSON is rejected with a message, or read as a valid dataset', async () => {
  outcomes.read = outcomes.refused = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyWords, { minLength: 1, maxLength: 5 }), async (changes) =>
      judge(await tarOf(withWords(changes))),
    ),
    { numRuns: RUNS, seed: SEED },
  )
  expect(outcomes.read).toBeGreaterThan(RUNS / 20)
  expect(outcomes.refused).toBeGreaterThan(RUNS / 20)
})
