/** Creates valid and invalid archives in the format of `strapi export`. */
import { createCipheriv, scryptSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packTar, type TarEntry, unpackTar } from 'modern-tar'
import type { Json, JsonObject } from '../../src/util/json.ts'

const folder = new URL('../../fixtures/export/', import.meta.url)

/** The paths of the recorded project's export: unencrypted, and encrypted with its key. */
export const PLAIN = fileURLToPath(new URL('lab.tar.gz', folder))
export const ENCRYPTED = fileURLToPath(new URL('lab.tar.gz.enc', folder))
export const KEY = 'populace'

/** The JWT secret of the recorded project. */
export const JWT_SECRET = 'lab-users-permissions-jwt-secret-0123456789'

/** The files of an archive in order: their contents by name. */
export type Parts = ReadonlyMap<string, string | Uint8Array>

export async function partsOf(path: string): Promise<Parts> {
  const entries = await unpackTar(gunzipSync(readFileSync(path)))
  return new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString('utf8')]))
}

export const bytesOf = (text: string | Uint8Array): Uint8Array => Buffer.from(text)

export const tarOf = (parts: Parts, more: readonly TarEntry[] = []): Promise<Uint8Array> =>
  packTar([
    ...more,
    ...[...parts].map(([name, text]) => ({
      header: { name, size: bytesOf(text).length },
      body: bytesOf(text),
    })),
  ])

export const gzipped = (bytes: Uint8Array): Uint8Array => gzipSync(bytes)

export function encrypted(bytes: Uint8Array, key: string): Uint8Array {
  const cipher = createCipheriv('aes-128-ecb', scryptSync(key, '', 16), null)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

const lines = (list: readonly Json[]): string => list.map((json) => `${JSON.stringify(json)}\n`).join('')

const metadata = (version: string): string => JSON.stringify({ strapi: { version } })

/** The content of a small archive: two types, a component, four entities and their links. */
export interface Small {
  readonly schemas?: readonly Json[]
  readonly entities?: readonly Json[]
  readonly links?: readonly Json[]
  readonly configuration?: readonly Json[]
  readonly version?: string
}

const schema = (name: string, attributes: JsonObject, uid = `api::${name}.${name}`): JsonObject => ({
  uid,
  modelType: 'contentType',
  modelName: name,
  kind: 'collectionType',
  collectionName: uid.startsWith('api::') ? `${name}s` : `up_${name}s`,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  options: { draftAndPublish: false },
  attributes,
})

export const SMALL = {
  schemas: [
    schema('book', {
      title: { type: 'string' },
      meta: { type: 'json' },
      next: { type: 'relation', relation: 'oneToOne', target: 'api::book.book' },
      writers: {
        type: 'relation',
        relation: 'manyToMany',
        target: 'api::writer.writer',
        inversedBy: 'books',
      },
      cover: { type: 'component', component: 'parts.cover' },
    }),
    schema('writer', {
      name: { type: 'string' },
      books: { type: 'relation', relation: 'manyToMany', target: 'api::book.book', mappedBy: 'writers' },
    }),
    {
      uid: 'parts.cover',
      modelType: 'component',
      modelName: 'cover',
      collectionName: 'components_parts_covers',
      info: { displayName: 'cover' },
      attributes: { colour: { type: 'string' }, under: { type: 'component', component: 'parts.cover' } },
    },
    schema('role', { name: { type: 'string' }, type: { type: 'string' } }, 'plugin::users-permissions.role'),
    schema(
      'permission',
      {
        action: { type: 'string' },
        role: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.role' },
      },
      'plugin::users-permissions.permission',
    ),
  ],
  entities: [
    { type: 'plugin::users-permissions.role', id: 1, data: { name: 'Public', type: 'public' } },
    { type: 'plugin::users-permissions.permission', id: 1, data: { action: 'api::book.book.find' } },
    { type: 'plugin::users-permissions.permission', id: 2, data: { action: 'api::writer.writer.find' } },
    {
      type: 'api::book.book',
      id: 1,
      data: {
        documentId: 'book00000000000000000one',
        title: 'One',
        meta: { a: [1] },
        cover: { id: 1, colour: 'red' },
      },
    },
    {
      type: 'api::book.book',
      id: 2,
      data: { documentId: 'book00000000000000000two', title: 'Two', meta: 'text' },
    },
    { type: 'api::writer.writer', id: 1, data: { documentId: 'writer000000000000000ann', name: 'Ann' } },
    { type: 'api::writer.writer', id: 2, data: { documentId: 'writer000000000000000bob', name: 'Bob' } },
  ],
  links: [
    ...[1, 2].map((id) => ({
      kind: 'relation.basic',
      relation: 'manyToOne',
      left: { type: 'plugin::users-permissions.permission', field: 'role', ref: id },
      right: { type: 'plugin::users-permissions.role', ref: 1, field: 'permissions', pos: id },
    })),
    ...[1, 2].map((id) => ({
      kind: 'relation.basic',
      relation: 'manyToMany',
      left: { type: 'api::book.book', field: 'writers', ref: 1, pos: 3 - id },
      right: { type: 'api::writer.writer', ref: id, field: 'books', pos: 1 },
    })),
    // The two books link to each other.
    ...[1, 2].map((id) => ({
      kind: 'relation.circular',
      relation: 'oneToOne',
      left: { type: 'api::book.book', field: 'next', ref: id },
      right: { type: 'api::book.book', ref: 3 - id },
    })),
  ],
  configuration: [{ type: 'core-store', value: { key: 'plugin_i18n_default_locale', value: 'en' } }],
  version: '5.54.0',
} as const satisfies Required<Small>

export function smallParts(changes: Small = {}): Map<string, string> {
  const { schemas, entities, links, configuration, version } = { ...SMALL, ...changes }
  return new Map([
    ['schemas/schemas_00001.jsonl', lines(schemas)],
    ['entities/entities_00001.jsonl', lines(entities)],
    ['links/links_00001.jsonl', lines(links)],
    ['configuration/configuration_00001.jsonl', lines(configuration)],
    ['metadata.json', metadata(version)],
  ])
}

/** Creates a temporary folder for archives. */
export function archiveFolder() {
  const home = mkdtempSync(join(tmpdir(), 'populace-test-'))
  return {
    home,
    write: (bytes: Uint8Array, name = 'archive.tar'): string => {
      writeFileSync(join(home, name), bytes)
      return join(home, name)
    },
    remove: (): void => rmSync(home, { recursive: true, force: true }),
  }
}
