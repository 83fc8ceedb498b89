/** Tests made-up entries: they are valid, the same for the same seed, and within the limits of the schema. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { schemaFiles } from '../../properties/arbitraries/schema.ts'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import type { Graph, Row } from '../../src/reference/graph/graph.ts'
import { filesOf } from '../../src/reference/load/build.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import { picturesOf } from '../../src/server/pictures.ts'
import { draftValues } from '../../src/sources/fake/draft.ts'
import { withFake } from '../../src/sources/fake/fake.ts'
import { graphOf, type Source } from '../../src/sources/index.ts'
import type { Json } from '../../src/util/json.ts'
import { SCHEMAS } from '../support/schemas.ts'

const schemasOf = (dataset: string): DatasetFiles => {
  const { contentTypes = {}, components = {} } = filesOf(loadDataset(datasetFolder(dataset))) ?? {}
  return { contentTypes, components }
}

const TEN: Readonly<Record<string, DatasetFiles>> = {
  guide: schemasOf('guide'),
  corners: schemasOf('corners'),
  'strapi-5.54': schemasOf('strapi-5.54'),
  ...SCHEMAS,
}

const sourceOf = (files: DatasetFiles): Source => ({ kind: 'schema', files, notes: [] })

interface Options {
  readonly count?: number
  readonly seed?: number
  readonly values?: Json
}

const fake = (files: DatasetFiles, { count = 12, seed = 1, values }: Options = {}): Source =>
  withFake(sourceOf(files), {
    count,
    seed,
    ...(values === undefined ? {} : { given: { file: 'fake.json', json: values } }),
  })

/** The number of pictures that are decoded; decoding all of them would take long. */
const PAINTED = 2

const rowsOf = (graph: Graph, name: string): readonly Row[] =>
  graph.tables.get(`api::${name}.${name}`)?.rows ?? []

const documentsOf = ({ tables }: Graph, name: string): readonly (readonly Row[])[] => [
  ...(tables.get(`api::${name}.${name}`)?.byDocument.values() ?? []),
]

const worldOf = (name: string, options?: Options): Graph =>
  graphOf(fake(TEN[name] ?? { contentTypes: {} }, options))

const digest = ({ files }: Source): string =>
  createHash('sha256')
    .update(JSON.stringify([files.entries, files.media, files.locales]))
    .digest('hex')
    .slice(0, 16)

/**
 * For each schema, the hash of the entries for seed 1 with twelve entries per type. The hashes must never change,
 * because users write tests with the generated entries.
 */
const FOR_EVER: Readonly<Record<string, string>> = {
  guide: '476367b4f829891f',
  corners: '54a8260a23186f9c',
  'strapi-5.54': '222bbc9bbe51ae4e',
  blog: 'd5f3df8febc63f66',
  shop: '468c418c8b1b8f00',
  landing: '73e95503aa257c84',
  events: '17f10e1ca491f11e',
  tree: '5f91daef843543ea',
  morphs: 'aeeb2f7588ab6494',
  narrow: 'b005724dbd155e28',
}

describe.each(Object.keys(TEN))('the schema %s', (name) => {
  test('each collection type of a schema gets the requested number of made-up documents, and a single type at most one', () => {
    for (const { count, seed } of [
      { count: 0, seed: 1 },
      { count: 1, seed: -7 },
      { count: 7, seed: 1 },
    ]) {
      const { tables } = worldOf(name, { count, seed })
      const own = [...tables.values()].filter(({ type }) => type.uid.startsWith('api::'))
      for (const { type, byDocument } of own)
        expect(byDocument.size).toBe(type.kind === 'singleType' ? Math.min(count, 1) : count)
    }
  })

  test('a schema always has the same made-up entries for the same seed, and others for another seed', () => {
    const files = TEN[name] ?? { contentTypes: {} }
    expect(digest(fake(files))).toBe(FOR_EVER[name])
    expect(digest(fake(files, { seed: 2 }))).not.toBe(FOR_EVER[name])
  })
})

test('ten schemas are tested', () => expect(Object.keys(TEN)).toHaveLength(10))

test('randomly generated schemas get valid made-up entries', () => {
  fc.assert(
    fc.property(schemaFiles(), fc.integer({ min: 0, max: 9 }), fc.integer(), (files, count, seed) => {
      graphOf(fake(files, { count, seed }))
    }),
    { numRuns: 25, seed: 11 },
  )
})

describe('made-up data', () => {
  test('an added attribute changes no other attribute, and an added entry changes no earlier entry', () => {
    const { contentTypes } = SCHEMAS.events ?? { contentTypes: {} }
    const titles = (files: DatasetFiles, count: number): Json =>
      rowsOf(graphOf(fake(files, { count })), 'speaker')
        .slice(0, 5)
        .map(({ values: { name, phone } }) => [name ?? null, phone ?? null])
    const more = structuredClone(contentTypes) as Record<string, { attributes: Record<string, Json> }>
    const speaker = more['type-2']
    if (speaker !== undefined) speaker.attributes = { first: { type: 'string' }, ...speaker.attributes }
    expect(titles({ contentTypes: more }, 5)).toEqual(titles({ contentTypes }, 5))
    expect(titles({ contentTypes }, 9)).toEqual(titles({ contentTypes }, 5))
  })

  test('made-up data respects the lengths, the limits and the enumerations of a schema', () => {
    const products = rowsOf(worldOf('shop', { count: 60 }), 'product')
    for (const { values, components } of products) {
      const { sku, price, stock, barcode } = values
      if (typeof sku === 'string')
        expect(sku.length).toSatisfy((length: number) => length >= 6 && length <= 10)
      if (price !== null) expect(price).toSatisfy((value: number) => value >= 1.5 && value <= 99.5)
      if (stock !== null) expect(stock).toSatisfy((value: number) => value >= 0 && value <= 12)
      if (barcode !== null)
        expect(Number(barcode)).toSatisfy((value: number) => value >= 1000 && value <= 9999)
      expect(components.variants?.length).toSatisfy((length: number) => length >= 2 && length <= 4)
    }
    for (const { values } of rowsOf(worldOf('blog', { count: 60 }), 'article')) {
      expect(String(values.title).length).toBeLessThanOrEqual(60)
      expect(String(values.excerpt ?? '').length).toBeLessThanOrEqual(170)
    }
    for (const { values } of rowsOf(worldOf('events'), 'event')) {
      if (values.capacity !== null) expect(values.capacity).toBeLessThanOrEqual(-5)
    }
  })

  test('made-up unique values never repeat, and are omitted if no value is left', () => {
    const flags = rowsOf(worldOf('narrow', { count: 50 }), 'flag')
    for (const [name, most] of [
      ['on', 2],
      ['grade', 2],
      ['small', 3],
      ['tight', 50],
      ['mail', 50],
    ] as const) {
      const values = flags.map((row) => row.values[name]).filter((value) => value !== null)
      expect([name, new Set(values).size]).toEqual([name, values.length])
      expect(values.length).toBeLessThanOrEqual(most)
    }
    expect(new Set(flags.map(({ values }) => values.small))).toEqual(new Set([1, 2, 3, null]))
    expect(
      flags.every(({ values }) => values.raw !== null && values.secret === null && values.between !== 5),
    ).toBe(true)
    const slugs = rowsOf(worldOf('blog', { count: 60 }), 'article').filter(
      ({ status, locale }) => status === 'draft' && locale === 'en',
    )
    expect(new Set(slugs.map(({ values }) => values.slug)).size).toBe(60)
  })

  test('made-up slugs are made from the target field of their attribute', () => {
    for (const { values } of rowsOf(worldOf('shop'), 'product')) {
      expect(String(values.slug)).toBe(String(values.name).toLowerCase().replaceAll(' ', '-'))
    }
  })

  test('made-up names, phone numbers, websites and dates suit their attributes', () => {
    const [first] = rowsOf(worldOf('events'), 'speaker')
    expect(first?.values).toMatchObject({
      name: expect.stringMatching(/^[A-Z]\S* .*[A-Z]/),
      phone: expect.stringMatching(/^\+\d+$/),
      website: expect.stringMatching(/^https:\/\/www\.[a-z-]+\.example\//),
      birthDate: expect.stringMatching(/^(?:19|200)\d/),
    })
  })

  test('made-up data has drafts, changed drafts and published rows in every locale', () => {
    const { tables, locales } = worldOf('blog', { count: 20 })
    expect(locales.codes.map(({ code }) => code)).toEqual(['en', 'fr'])
    const documents = [...(tables.get('api::article.article')?.byDocument.values() ?? [])]
    const statuses = documents.map((rows) =>
      rows
        .map(({ status, locale }) => `${locale} ${status}`)
        .toSorted()
        .join(', '),
    )
    expect(new Set(statuses)).toEqual(
      new Set([
        'en draft',
        'en draft, en published',
        'en draft, en published, fr draft, fr published',
        'en draft, fr draft',
      ]),
    )
    const revised = documents
      .flat()
      .filter(({ status, values }) => status === 'draft' && String(values.excerpt).endsWith('(revised)'))
    // Changed texts of `excerpt` do not exceed its maximum length.
    expect(revised.length).toBeGreaterThan(0)
    expect(revised.filter(({ values }) => String(values.excerpt).length > 200)).toEqual([])
    // A changed draft has a later time than its published row.
    const changed = documents.filter((rows) => rows.some((row) => revised.includes(row)))
    for (const rows of changed) {
      const [draft, published] = ['draft', 'published'].map((one) =>
        rows.find(({ status }) => status === one),
      )
      expect(Date.parse(String(draft?.values.updatedAt))).toBeGreaterThan(
        Date.parse(String(published?.values.publishedAt)),
      )
    }
    const notes = rowsOf(
      graphOf(
        fake({
          contentTypes: {
            note: {
              info: { singularName: 'note', pluralName: 'notes' },
              options: { draftAndPublish: true },
              attributes: { text: { type: 'text', required: true } },
            },
          },
        }),
      ),
      'note',
    )
    expect(
      notes.filter(({ status, values }) => status === 'draft' && String(values.text).endsWith('(revised)')),
    ).toHaveLength(2)
  })

  test('made-up data contains every component type of a zone, and every value of an enumeration', () => {
    const [home] = rowsOf(worldOf('landing'), 'home')
    expect(home?.components.sections?.map(({ uid }) => uid)).toEqual([
      'section.hero',
      'section.features',
      'section.quote',
      'section.faq',
    ])
    const pages = rowsOf(worldOf('landing'), 'page').flatMap(({ components }) => components.sections ?? [])
    expect(new Set(pages.map(({ uid }) => uid)).size).toBe(4)
    const orders = rowsOf(worldOf('shop'), 'order')
    expect(new Set(orders.map(({ values }) => values.status))).toEqual(new Set(['open', 'paid', 'sent']))
  })

  test('a made-up parent has a lower id than its child, and a made-up relation to users links a user', () => {
    const categories = rowsOf(worldOf('shop', { count: 30 }), 'category')
    for (const { id, links } of categories)
      for (const parent of links.parent ?? []) expect(parent.id).toBeLessThan(id)
    expect(categories.some(({ links }) => (links.children ?? []).length > 0)).toBe(true)
    const [order] = rowsOf(worldOf('shop'), 'order')
    expect(order?.links.customer?.[0]?.type).toBe('plugin::users-permissions.user')
  })

  test('existing entries are kept', () => {
    const entries = { tag: [{ id: 7, name: 'kept' }] }
    const source = withFake(
      { ...sourceOf({ ...(SCHEMAS.blog ?? { contentTypes: {} }), entries }) },
      { count: 6, seed: 1 },
    )
    const graph = graphOf(source)
    expect(rowsOf(graph, 'tag').map(({ values }) => values.name)).toEqual(['kept'])
    expect(rowsOf(graph, 'article').length).toBeGreaterThan(6)
  })

  test('a type with an empty file of rows gets made-up entries', () => {
    const entries = { tag: [], 'api-author-author': [] }
    const graph = graphOf(fake({ ...(SCHEMAS.blog ?? { contentTypes: {} }), entries }, { count: 3 }))
    expect([rowsOf(graph, 'tag').length, rowsOf(graph, 'author').length]).toEqual([3, 3])
  })

  test('a made-up picture has the size that its media row states', async () => {
    const source = fake(TEN['strapi-5.54'] ?? { contentTypes: {} })
    const find = picturesOf(() => graphOf(source))
    const rows = graphOf(source).tables.get('plugin::upload.file')?.rows ?? []
    let painted = 0
    for (const { values } of rows.slice(0, PAINTED)) {
      const formats = Object.values(Object(values['formats'])) as {
        url: string
        width: number
        height: number
      }[]
      for (const { url, width, height } of [Object(values), ...formats]) {
        if (!String(url).endsWith('.png')) continue
        const file = await find(String(url).replace('/uploads/', ''))
        const chunks = (await file?.read(0, 24).toArray()) ?? []
        const bytes = Buffer.concat(chunks)
        expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height])
        painted += 1
      }
    }
    expect(painted).toBeGreaterThan(PAINTED)
  })
})

describe('a website', () => {
  const string = { type: 'string' } as const
  const localized = { pluginOptions: { i18n: { localized: true } } } as const
  const type = (name: string, attributes: Record<string, Json>): Json => ({
    kind: 'collectionType',
    info: { singularName: name, pluralName: `${name}s` },
    options: { draftAndPublish: true },
    ...localized,
    attributes,
  })
  const files: DatasetFiles = {
    contentTypes: {
      page: type('page', {
        slug: { type: 'uid', required: true, ...localized },
        links: { type: 'component', component: 'shared.link', repeatable: true },
        accent: { type: 'string', customField: 'plugin::color-picker.color', regex: '^#[0-9a-f]{6}$' },
        robots: string,
      }),
      post: type('post', { title: { ...string, ...localized }, slug: { type: 'uid', targetField: 'title' } }),
      entry: type('entry', { name: string, path: string }),
      redirection: type('redirection', { source: string, destination: string }),
      member: type('member', {
        role: { type: 'relation', relation: 'oneToOne', target: 'plugin::users-permissions.role' },
      }),
    },
    components: { 'shared/link': { attributes: { text: string, URL: string } } },
  }
  const graph = graphOf(fake(files, { count: 20 }))

  test('a made-up website has typical pages, beginning with a home page', () => {
    const slugs = new Set(rowsOf(graph, 'page').map(({ values }) => values.slug))
    expect([...slugs].slice(0, 3)).toEqual(['homepage', 'features', 'about'])
    expect(slugs.size).toBe(20)
  })

  test('a made-up website has links that lead to an existing page in every locale', () => {
    const published = (locale: string): ReadonlySet<Json | undefined> =>
      new Set(
        rowsOf(graph, 'page')
          .filter((row) => row.status === 'published' && row.locale === locale)
          .map(({ values }) => `/${String(values.slug)}`),
      )
    const links = rowsOf(graph, 'page').flatMap(({ components }) => components.links ?? [])
    expect(links.length).toBeGreaterThan(20)
    for (const { values } of links) {
      expect([...published('en')]).toContain(values.URL)
      expect([...published('fr')]).toContain(values.URL)
      expect(values.URL).toBe(`/${String(values.text).toLowerCase()}`)
    }
  })

  test('a made-up website has slugs made from the title, and all locales of a document have the same slug', () => {
    for (const rows of documentsOf(graph, 'post')) {
      expect(new Set(rows.map(({ values }) => values.slug)).size).toBe(1)
      const english = rows.find(({ locale }) => locale === 'en')?.values
      expect(String(english?.slug)).toMatch(/^[a-z0-9-]+$/)
      expect(
        String(english?.title)
          .toLowerCase()
          .startsWith(String(english?.slug).split('-')[0] ?? ''),
      ).toBe(true)
    }
    for (const { values } of rowsOf(graph, 'entry')) expect(values.path).toMatch(/^\/[a-z0-9-]+$/)
  })

  test('a made-up website has redirections from old paths to existing paths', () => {
    for (const { values } of rowsOf(graph, 'redirection')) {
      expect(values.source).toMatch(/^\/old\/[a-z-]+$/)
      expect(values.destination).toMatch(/^\/[a-z-]+$/)
    }
  })

  test('made-up entries have no null in enumerations and in `content`, which frontends use without a check', () => {
    const graph = graphOf(
      fake(
        {
          contentTypes: {
            post: type('post', {
              width: { type: 'enumeration', enum: ['one', 'two'] },
              content: { type: 'blocks' },
              note: string,
            }),
          },
        },
        { count: 60 },
      ),
    )
    const values = rowsOf(graph, 'post').map((row) => row.values)
    expect(values.filter(({ width, content }) => width === null || content === null)).toEqual([])
    expect(values.filter(({ note }) => note === null).length).toBeGreaterThan(0)
  })

  test('a made-up website has valid values in custom fields', () => {
    expect(fake(files).notes).toEqual([])
    for (const { values } of rowsOf(graph, 'page')) {
      if (values.accent !== null) expect(values.accent).toMatch(/^#[0-9a-f]{6}$/)
      if (values.robots !== null) expect(values.robots).toBe('index, follow')
    }
  })

  test('a made-up website has no made-up user roles', () => {
    expect(graph.tables.get('plugin::users-permissions.role')?.rows ?? []).toEqual([])
  })
})

describe('given values', () => {
  test('given values in a list are assigned to documents in order, and all locales of a document get the same value', () => {
    const given = {
      'api::article.article': { entries: 4, attributes: { slug: ['homepage', 'pricing', 'contact', 'faq'] } },
    }
    const graph = graphOf(fake(SCHEMAS.blog ?? { contentTypes: {} }, { values: given }))
    const slugs = documentsOf(graph, 'article').map((rows) => [
      ...new Set(rows.map(({ values }) => values.slug)),
    ])
    expect(slugs).toEqual([['homepage'], ['pricing'], ['contact'], ['faq']])
  })

  test('if a list of given slugs is too short, the further slugs are unique too', () => {
    const given = { 'api::article.article': { entries: 3, attributes: { slug: ['one', 'two'] } } }
    const articles = rowsOf(graphOf(fake(SCHEMAS.blog ?? { contentTypes: {} }, { values: given })), 'article')
    expect(new Set(articles.map(({ values }) => values.slug)).size).toBe(3)
  })

  const values = {
    'api::author.author': {
      entries: 3,
      attributes: { name: 'Dr. {{person.lastName}}', bio: ['one', 'two'] },
    },
    'shared.seo': { attributes: { metaTitle: 'Fixed', noIndex: true } },
  }

  test('given values replace made-up values', () => {
    const graph = graphOf(fake(SCHEMAS.blog ?? { contentTypes: {} }, { values }))
    const authors = rowsOf(graph, 'author')
    expect(authors).toHaveLength(3)
    for (const {
      values: { name, bio },
    } of authors) {
      expect(name).toMatch(/^Dr\. \S/)
      expect(['one', 'two']).toContain(bio)
    }
    for (const { components } of rowsOf(graph, 'article')) {
      expect(components.seo?.[0]?.values).toMatchObject({ metaTitle: 'Fixed', noIndex: true })
    }
  })

  test('given ranges and templates of numbers give numbers as made-up values', () => {
    const ranges = {
      'api::product.product': {
        attributes: {
          price: { min: 3, max: 4 },
          stock: '{{number.int({"min": 1, "max": 2})}}',
          weight: 2.5,
          barcode: { min: 5, max: 6 },
        },
      },
    }
    for (const {
      values: { price, stock, weight, barcode },
    } of rowsOf(graphOf(fake(SCHEMAS.shop ?? { contentTypes: {} }, { values: ranges })), 'product')) {
      expect(price).toSatisfy((value: number) => value >= 3 && value <= 4)
      expect([1, 2]).toContain(stock)
      expect(weight).toBe(2.5)
      expect(['5', '6']).toContain(barcode)
    }
  })

  test.each<readonly [string, Json, string]>([
    ['a list', [], 'fake.json#: expected an object'],
    [
      'an unknown type',
      { 'api::x.x': {} },
      'fake.json#/api::x.x: expected the uid of a content type or component',
    ],
    [
      'a strange member',
      { 'api::tag.tag': { rows: 3 } },
      'fake.json#/api::tag.tag/rows: expected "entries" or "attributes"',
    ],
    [
      'a count that is none',
      { 'api::tag.tag': { entries: -1 } },
      'fake.json#/api::tag.tag/entries: expected a whole number from 0 to 10000',
    ],
    [
      'a relation',
      { 'api::tag.tag': { attributes: { articles: [] } } },
      'fake.json#/api::tag.tag/attributes/articles: expected a scalar attribute of this model',
    ],
    [
      'a value of the wrong type',
      { 'shared.seo': { attributes: { noIndex: 'maybe' } } },
      'fake.json#/shared.seo/attributes/noIndex: expected true or false, found "maybe"',
    ],
    [
      'a template with an unknown word',
      { 'api::tag.tag': { attributes: { name: '{{nobody.knows}}' } } },
      'fake.json#/api::tag.tag/attributes/name: ',
    ],
  ])('%s is refused with its place', (_, json, says) => {
    expect(() => fake(SCHEMAS.blog ?? { contentTypes: {} }, { values: json })).toThrow(says)
  })
})

test('entries made with the draft of a values file have the same names as entries made without a file', () => {
  const source = sourceOf(SCHEMAS.blog ?? { contentTypes: {} })
  const draft = draftValues(source, { count: 4, seed: 1 })
  const graph = graphOf(withFake(source, { count: 4, seed: 1, given: { file: 'draft', json: draft } }))
  const names = (one: Graph) => new Set(rowsOf(one, 'author').map(({ values }) => values.name))
  expect(names(graph)).toEqual(names(worldOf('blog', { count: 4 })))
  expect(JSON.stringify(draft['api::author.author'])).toContain('"entries":4')
})

test('a number of made-up entries that exceeds the limit is rejected', () => {
  expect(() => fake(SCHEMAS.blog ?? { contentTypes: {} }, { count: 10_000_000 })).toThrow('expected at most')
})

test('made-up users are confirmed and have the role of new users', () => {
  const role = { id: 4, documentId: 'a'.repeat(24), name: 'Authenticated', type: 'authenticated' }
  const author = { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' }
  const files: DatasetFiles = {
    contentTypes: {
      note: {
        kind: 'collectionType',
        info: { singularName: 'note', pluralName: 'notes' },
        attributes: { author },
      },
    },
    entries: { 'plugin-users-permissions-role': [role] },
  }
  const users = graphOf(fake(files)).tables.get('plugin::users-permissions.user')?.rows ?? []
  expect(users.length).toBeGreaterThan(3)
  for (const { values, links } of users) {
    expect(values).toMatchObject({ provider: 'local', confirmed: true, blocked: false })
    expect(values['resetPasswordToken']).toBeNull()
    expect(links['role']?.map(({ id }) => id)).toEqual([4])
  }
})
