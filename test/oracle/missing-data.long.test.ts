/** Tests that the check names a document or a link that the data of a server lacks. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { check } from '../../src/oracle/index.ts'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import { graph, suite } from './conforming.ts'

interface Row {
  readonly documentId: string
  readonly critic?: string
  readonly author?: string
}

/** Returns the titles of the causes for a server with a copy of the dataset in which one file has other rows. */
async function titlesWith(
  name: string,
  change: (rows: readonly Row[]) => readonly Row[],
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'populace-data-'))
  cpSync(datasetFolder('guide'), folder, { recursive: true })
  const file = join(folder, 'entries', name)
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))))
  const api = createReferenceApi(loadDataset(folder))
  const { causes } = await check((request) => api.answer(request), {
    ...{ graph, suite, runs: 200, causes: 4, seed: 1, profile: 'documented' },
  })
  return causes.map(({ title }) => title)
}

test.each([
  ['critic', 'restaurant', 'restaurantlecafe00000003'],
  // Articles are also nested entries of other types.
  ['author', 'article', 'articlebread000000000001'],
] as const)(
  'a missing link `%s` is one cause, which names the link',
  { timeout: 120_000 },
  async (name, type, own) => {
    const titles = await titlesWith(`${type}.json`, (rows) =>
      rows.map((row) => {
        const { [name]: link, ...others } = row
        return row.documentId === own && link !== undefined ? others : row
      }),
    )
    expect(titles).toEqual([
      `The data of the server differs from the dataset. The server lacks the link \`${name}\` from \`${own}\` of \`api::${type}.${type}\` to \`authorana000000000000001\`.`,
    ])
  },
)

test('a missing document is one cause, which names the document', { timeout: 120_000 }, async () => {
  const titles = await titlesWith('review.json', (rows) =>
    rows.filter(({ documentId }) => documentId !== 'reviewlate00000000000005'),
  )
  expect(titles).toEqual([
    'The data of the server differs from the dataset. The server lacks the document `reviewlate00000000000005` of `api::review.review`.',
  ])
})
