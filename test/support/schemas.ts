/** Schemas of typical websites, without entries. */

import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { Json, JsonObject } from '../../src/util/json.ts'

type Attributes = JsonObject

interface Options {
  readonly kind?: 'singleType'
  readonly drafts?: true
  readonly localized?: true
}

/** Returns the schema of a content type: the name `category` gives the route `/api/categories`. */
const type = (name: string, attributes: Attributes, { kind, drafts, localized }: Options = {}): Json => ({
  kind: kind ?? 'collectionType',
  info: { singularName: name, pluralName: kind === undefined ? pluralOf(name) : `${name}-all` },
  options: { draftAndPublish: drafts === true },
  pluginOptions: { i18n: { localized: localized === true } },
  attributes,
})

const pluralOf = (name: string): string => (name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`)

const text: Json = { type: 'string' }
const must: Json = { type: 'string', required: true }
const local = (json: JsonObject): Json => ({ ...json, pluginOptions: { i18n: { localized: true } } })
const to = (relation: string, name: string, more: JsonObject = {}): Json => ({
  type: 'relation',
  relation,
  target: `api::${name}.${name}`,
  ...more,
})
const media = (multiple: boolean, ...allowedTypes: string[]): Json => ({
  type: 'media',
  multiple,
  allowedTypes,
})
const part = (component: string, more: JsonObject = {}): Json => ({
  type: 'component',
  component,
  repeatable: false,
  ...more,
})
const zone = (...components: string[]): Json => ({ type: 'dynamiczone', components })
const one = (name: string): Json => ({ type: 'uid', targetField: name })
const choice = (...values: string[]): Json => ({ type: 'enumeration', enum: values })

const byName = (...types: readonly Json[]): Readonly<Record<string, Json>> =>
  Object.fromEntries(types.map((json, at) => [`type-${at}`, json]))

export const SCHEMAS: Readonly<Record<string, DatasetFiles>> = {
  blog: {
    contentTypes: byName(
      type(
        'article',
        {
          title: local({ type: 'string', required: true, maxLength: 60 }),
          slug: one('title'),
          excerpt: local({ type: 'text', maxLength: 160 }),
          body: local({ type: 'blocks' }),
          cover: media(false, 'images'),
          author: to('manyToOne', 'author', { inversedBy: 'articles' }),
          tags: to('manyToMany', 'tag', { inversedBy: 'articles' }),
          seo: part('shared.seo'),
        },
        { drafts: true, localized: true },
      ),
      type('author', {
        name: must,
        email: { type: 'email', unique: true },
        bio: { type: 'text' },
        articles: to('oneToMany', 'article', { mappedBy: 'author' }),
      }),
      type('tag', {
        name: { type: 'string', unique: true },
        articles: to('manyToMany', 'article', { mappedBy: 'tags' }),
      }),
    ),
    components: {
      'shared/seo': {
        attributes: { metaTitle: must, metaImage: media(false, 'images'), noIndex: { type: 'boolean' } },
      },
    },
  },
  shop: {
    contentTypes: byName(
      type('product', {
        name: must,
        slug: one('name'),
        sku: { type: 'string', unique: true, minLength: 6, maxLength: 10 },
        price: { type: 'decimal', min: 1.5, max: 99.5 },
        stock: { type: 'integer', min: 0, max: 12 },
        weight: { type: 'float' },
        barcode: { type: 'biginteger', min: '1000', max: '9999' },
        variants: part('shop.variant', { repeatable: true, min: 2, max: 4 }),
        pictures: media(true, 'images'),
        manual: media(false, 'files'),
        category: to('manyToOne', 'category'),
        accessories: to('manyToMany', 'product'),
      }),
      type('category', {
        name: must,
        parent: to('manyToOne', 'category', { inversedBy: 'children' }),
        children: to('oneToMany', 'category', { mappedBy: 'parent' }),
      }),
      type('order', {
        number: { type: 'integer', unique: true },
        customer: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
        items: to('manyToMany', 'product'),
        status: choice('open', 'paid', 'sent'),
      }),
    ),
    components: { 'shop/variant': { attributes: { color: text, size: choice('S', 'M', 'L') } } },
  },
  landing: {
    contentTypes: byName(
      type(
        'home',
        { title: must, sections: zone('section.hero', 'section.features', 'section.quote', 'section.faq') },
        { kind: 'singleType', drafts: true },
      ),
      type(
        'page',
        {
          title: must,
          path: one('title'),
          sections: zone('section.hero', 'section.features', 'section.quote', 'section.faq'),
        },
        { drafts: true, localized: true },
      ),
    ),
    components: {
      'section/hero': {
        attributes: { heading: text, image: media(false, 'images'), cta: part('shared.link') },
      },
      'section/features': { attributes: { items: part('section.feature', { repeatable: true }) } },
      'section/feature': { attributes: { title: text, icon: text, link: part('shared.link') } },
      'section/quote': {
        attributes: { quote: { type: 'text' }, author: text, page: to('oneToOne', 'page') },
      },
      'section/faq': { attributes: { question: text, answer: { type: 'richtext' } } },
      'shared/link': {
        attributes: { label: text, url: text, isExternal: { type: 'boolean', default: false } },
      },
    },
  },
  events: {
    contentTypes: byName(
      type('event', {
        title: must,
        startsAt: { type: 'datetime' },
        endsOn: { type: 'date' },
        doors: { type: 'time' },
        stamp: { type: 'timestamp' },
        venue: to('oneToOne', 'venue', { inversedBy: 'event' }),
        speakers: to('oneToMany', 'speaker'),
        recording: media(false, 'videos', 'audios'),
        sound: media(false, 'audios'),
        capacity: { type: 'integer', max: -5 },
      }),
      type('venue', {
        name: must,
        city: text,
        latitude: { type: 'float' },
        longitude: { type: 'float' },
        event: to('oneToOne', 'event', { mappedBy: 'venue' }),
      }),
      type('speaker', {
        name: must,
        job_title: text,
        phone: text,
        website: text,
        birthDate: { type: 'date' },
      }),
    ),
  },
  tree: {
    contentTypes: byName(
      type(
        'node',
        {
          label: text,
          next: to('oneToOne', 'node', { inversedBy: 'previous' }),
          previous: to('oneToOne', 'node', { mappedBy: 'next' }),
          below: to('oneToMany', 'node'),
          near: to('manyToMany', 'node'),
          box: part('box.box'),
        },
        { drafts: true },
      ),
    ),
    components: {
      'box/box': {
        attributes: {
          text,
          box: part('box.box'),
          boxes: part('box.box', { repeatable: true, required: true, min: 1 }),
          inner: zone('box.box'),
        },
      },
    },
  },
  morphs: {
    contentTypes: byName(
      type(
        'comment',
        {
          text: { type: 'text' },
          about: { type: 'relation', relation: 'morphToOne' },
          seen: { type: 'relation', relation: 'morphToMany' },
        },
        { drafts: true },
      ),
      type(
        'film',
        {
          title: must,
          comment: {
            type: 'relation',
            relation: 'morphOne',
            target: 'api::comment.comment',
            morphBy: 'about',
          },
        },
        { drafts: true },
      ),
      type('play', {
        title: must,
        comments: {
          type: 'relation',
          relation: 'morphMany',
          target: 'api::comment.comment',
          morphBy: 'seen',
        },
      }),
    ),
  },
  narrow: {
    contentTypes: byName(
      type('flag', {
        on: { type: 'boolean', unique: true },
        grade: { type: 'enumeration', enum: ['a', 'b'], unique: true },
        small: { type: 'integer', unique: true, min: 1, max: 3 },
        between: { type: 'integer', min: 4, max: 4 },
        tight: { type: 'string', minLength: 3, maxLength: 3, unique: true },
        empty: { type: 'string', maxLength: 0 },
        mail: { type: 'email', unique: true },
        code: { type: 'string', regex: '^[A-Z]{3}$' },
        secret: { type: 'password' },
        raw: { type: 'json', required: true },
      }),
    ),
  },
}
