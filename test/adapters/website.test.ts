/**
 * Tests the requests that the pages of a website send in each locale. The mock server has made-up data, and `fake`
 * is its only option. The schemas are typical for websites: pages with dynamic zones, a menu, redirections, and
 * route middlewares that set `populate`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenedSource, openSource } from '../../src/server/index.ts'
import { isObject, type Json, type JsonObject, member } from '../../src/util/json.ts'

const folder = mkdtempSync(join(tmpdir(), 'website-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(path: string, content: Json): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

const string = { type: 'string' } as const
const image = { type: 'media', multiple: false, allowedTypes: ['images'] } as const
const local = { i18n: { localized: true } } as const
const part = (component: string, repeatable = false): Json => ({
  ...{ type: 'component', component, repeatable },
  pluginOptions: local,
})
const zone = {
  type: 'dynamiczone',
  components: ['block.hero', 'block.faq', 'block.cards'],
  pluginOptions: local,
}

const COMPONENTS: Readonly<Record<string, JsonObject>> = {
  'link/button': { text: string, URL: string, target: { type: 'enumeration', enum: ['_self', '_blank'] } },
  'link/menu': { logo: image, items: { type: 'component', component: 'link.button', repeatable: true } },
  'meta/seo': {
    metaTitle: { ...string, required: true },
    metaImage: image,
    structuredData: { type: 'json' },
  },
  'block/hero': {
    heading: string,
    buttons: { type: 'component', component: 'link.button', repeatable: true },
  },
  'block/faq': { heading: string, question: string },
  'block/cards': {
    heading: string,
    articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article' },
  },
}

const TYPES: Readonly<Record<string, { readonly attributes: JsonObject; readonly single?: true }>> = {
  page: { attributes: { slug: { type: 'uid', pluginOptions: local }, seo: part('meta.seo'), zone } },
  article: {
    attributes: {
      title: { ...string, pluginOptions: local },
      slug: { type: 'uid', targetField: 'title', pluginOptions: local },
      cover: image,
      seo: part('meta.seo'),
      zone,
    },
  },
  redirection: { attributes: { source: string, destination: string } },
  setting: { attributes: { menu: part('link.menu'), seo: part('meta.seo') }, single: true },
}

const MIDDLEWARE = `module.exports = () => async (ctx, next) => {
  ctx.query.populate = { localizations: true, seo: { populate: '*' }, zone: { on: {
    'block.hero': { populate: '*' }, 'block.faq': true, 'block.cards': { populate: { articles: { populate: 'cover' } } } } } }
  await next()
}`

function writeProject(): void {
  write('package.json', { name: 'website', dependencies: { '@strapi/strapi': '5.47.1' } })
  write(
    'config/database.js',
    'module.exports = () => ({ connection: { client: "sqlite", connection: { filename: ".tmp/data.db" } } })',
  )
  for (const [path, attributes] of Object.entries(COMPONENTS))
    write(`src/components/${path}.json`, {
      collectionName: path.replace('/', '_'),
      info: { displayName: path },
      attributes,
    })
  for (const [name, { attributes, single }] of Object.entries(TYPES)) {
    const kind = single === true ? 'singleType' : 'collectionType'
    const info = { singularName: name, pluralName: `${name}s`, displayName: name }
    const options = { draftAndPublish: true }
    const pluginOptions = name === 'redirection' ? {} : local
    write(`src/api/${name}/content-types/${name}/schema.json`, {
      kind,
      info,
      options,
      pluginOptions,
      attributes,
    })
    const isPopulated = name === 'page' || name === 'article'
    const config = isPopulated ? `, { config: { find: { middlewares: ['api::${name}.populate'] } } }` : ''
    const uid = `api::${name}.${name}`
    const factory = (of: string, more = ''): string =>
      `module.exports = require('@strapi/strapi').factories.createCore${of}('${uid}'${more})`
    write(`src/api/${name}/routes/${name}.js`, factory('Router', config))
    write(`src/api/${name}/controllers/${name}.js`, factory('Controller'))
    write(`src/api/${name}/services/${name}.js`, factory('Service'))
    if (isPopulated) write(`src/api/${name}/middlewares/populate.js`, MIDDLEWARE)
  }
}

let site: OpenedSource
beforeAll(async () => {
  writeProject()
  site = await openSource(folder, { fake: 20 })
})
afterAll(() => site.end())

async function get(path: string): Promise<{ readonly status: number; readonly data: readonly JsonObject[] }> {
  const response = await site.handle(new Request(`http://localhost/api/${path}`))
  const body: Json = await response.json()
  const data = isObject(body) ? member(body, 'data') : undefined
  return { status: response.status, data: [data ?? []].flat().filter((one) => isObject(one)) }
}

/** Returns all texts in members named `name`, anywhere in a value. */
function textsOf(name: string, value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: Json) => textsOf(name, one))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === name && typeof inner === 'string' ? [inner] : textsOf(name, inner),
  )
}

describe.each(['en', 'fr'])('the pages in %s', (locale) => {
  const slugs = async (type: string): Promise<readonly string[]> =>
    (await get(`${type}?fields=slug&locale=${locale}&pagination[limit]=100`)).data.map(({ slug }) =>
      String(slug),
    )

  test('the home page has SEO data, three components in its zone, and its localization in the other locale', async () => {
    const { data } = await get(`pages?filters[slug][$eq]=homepage&filters[locale]=${locale}&locale=${locale}`)
    expect(data).toHaveLength(1)
    const [page = {}] = data
    expect(page['seo']).toMatchObject({
      metaTitle: expect.any(String),
      metaImage: { url: expect.any(String) },
    })
    expect(page['zone']).toMatchObject([{ __component: 'block.hero' }, {}, {}])
    expect(page['localizations']).toMatchObject([{ locale: locale === 'en' ? 'fr' : 'en', slug: 'homepage' }])
  })

  test('each page and each article is found by its slug', async () => {
    for (const type of ['pages', 'articles']) {
      const all = await slugs(type)
      expect(all.length).toBeGreaterThan(7)
      expect(new Set(all).size).toBe(all.length)
      for (const slug of all) {
        const { status, data } = await get(`${type}?filters[slug]=${slug}&locale=${locale}&status=published`)
        expect([slug, status, data.length]).toEqual([slug, 200, 1])
      }
    }
  })

  test('each link of the menu and of the pages leads to an existing page', async () => {
    const paths = new Set((await slugs('pages')).map((slug) => `/${slug}`))
    const menu = await get(`setting?locale=${locale}&populate[menu][populate]=*`)
    const pages = await get(`pages?locale=${locale}&pagination[limit]=100`)
    const links = textsOf('URL', [...menu.data, ...pages.data])
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((link) => !paths.has(link))).toEqual([])
  })

  test('the slug of the home page also finds its draft', async () => {
    const { data } = await get(`pages?filters[slug]=homepage&locale=${locale}&status=draft`)
    expect(data).toHaveLength(1)
  })
})

test('each redirection has a path as its source and a path as its destination', async () => {
  const { data } = await get('redirections')
  expect(data).toHaveLength(16)
  for (const { source, destination } of data) {
    expect(source).toMatch(/^\/old\//)
    expect(destination).toMatch(/^\/[a-z]/)
  }
})

test('the URL of a made-up picture serves a PNG image', async () => {
  const { data } = await get('articles?fields=slug')
  const [url = ''] = textsOf('url', [...data])
  const picture = await site.handle(new Request(`http://localhost${url}`))
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
})
