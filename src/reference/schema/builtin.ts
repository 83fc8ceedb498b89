/**
 * The content types that every Strapi application has, in the format of schema files. A content type of the dataset
 * with the same uid replaces a built-in type. A built-in relation to a type of the dataset exists only if the type of
 * the dataset declares the other side.
 */
import type { Json } from '../../util/json.ts'

const hidden = (type: string): Json => ({ type, private: true })
const secret = (type: string): Json => ({ type, private: true, searchable: false })
const string: Json = { type: 'string' }
const text: Json = { type: 'text' }
const integer: Json = { type: 'integer' }
const json: Json = { type: 'json' }
const flag: Json = { type: 'boolean', default: false }

const relation = (kind: string, target: string, more: { readonly [key: string]: Json }): Json => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})

const collection = (uid: string, singularName: string, attributes: Json): Json => ({
  uid,
  kind: 'collectionType',
  info: { singularName, pluralName: `${singularName}s` },
  attributes,
})

/** The built-in content types, in the order in which they follow the types of the dataset. */
export const BUILT_IN: readonly Json[] = [
  collection('plugin::upload.file', 'file', {
    name: string,
    alternativeText: text,
    caption: text,
    focalPoint: json,
    width: integer,
    height: integer,
    formats: json,
    hash: string,
    ext: string,
    mime: string,
    size: { type: 'decimal' },
    url: text,
    previewUrl: text,
    provider: string,
    provider_metadata: json,
    related: { type: 'relation', relation: 'morphToMany' },
    folder: relation('manyToOne', 'plugin::upload.folder', { inversedBy: 'files', private: true }),
    folderPath: secret('string'),
  }),
  collection('plugin::upload.folder', 'folder', {
    name: string,
    pathId: integer,
    parent: relation('manyToOne', 'plugin::upload.folder', { inversedBy: 'children' }),
    children: relation('oneToMany', 'plugin::upload.folder', { mappedBy: 'parent' }),
    files: relation('oneToMany', 'plugin::upload.file', { mappedBy: 'folder' }),
    path: string,
  }),
  collection('plugin::users-permissions.user', 'user', {
    username: string,
    email: { type: 'email' },
    provider: string,
    password: secret('password'),
    resetPasswordToken: secret('string'),
    confirmationToken: secret('string'),
    confirmed: flag,
    blocked: flag,
    role: relation('manyToOne', 'plugin::users-permissions.role', { inversedBy: 'users' }),
  }),
  collection('plugin::users-permissions.role', 'role', {
    name: string,
    description: string,
    type: string,
    users: relation('oneToMany', 'plugin::users-permissions.user', { mappedBy: 'role' }),
  }),
  collection('admin::user', 'user', {
    firstname: string,
    lastname: string,
    username: string,
    email: hidden('email'),
    password: secret('password'),
    resetPasswordToken: secret('string'),
    resetPasswordTokenExpiresAt: secret('datetime'),
    registrationToken: secret('string'),
    isActive: { type: 'boolean', default: false, private: true },
    blocked: { type: 'boolean', default: false, private: true },
    preferedLanguage: { type: 'string', searchable: false },
    roles: relation('manyToMany', 'admin::role', { private: true }),
  }),
  collection('admin::role', 'role', { name: string, code: string, description: string }),
]
