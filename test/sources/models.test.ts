/** Tests that project code sees the same models as in a real server, except for functions. */
import { expect, test } from 'vitest'
import { modelsOf } from '../../src/sources/runner/models.ts'
import type { ModelMessage } from '../../src/sources/runner/protocol.ts'

const NAMES = { info: { singularName: 'press-note', pluralName: 'press-notes', displayName: 'Note' } }
const TITLE = { title: { type: 'string', required: true } }
const DISH = { collectionName: 'components_menu_dishs', info: { displayName: 'Dish' }, attributes: TITLE }

const models = modelsOf({
  contentTypes: {
    'press-note': {
      kind: 'singleType',
      collectionName: 'notes',
      ...NAMES,
      options: { populateCreatorFields: true },
      pluginOptions: { i18n: { localized: true } },
      attributes: TITLE,
    },
  },
  components: { 'menu/dish': DISH },
})

const NO_MODEL: ModelMessage = { uid: '', modelType: 'component', info: {}, attributes: {} }

test('a content type has the attributes that Strapi adds', () => {
  const uid = 'api::press-note.press-note'
  const { attributes, __schema__, ...note } = models[uid] ?? NO_MODEL
  const options = { draftAndPublish: false, populateCreatorFields: true }
  const fixed = { configurable: false, visible: false }
  const creator = { type: 'relation', relation: 'oneToOne', target: 'admin::user', ...fixed, writable: false }
  expect(note).toEqual({
    uid,
    modelType: 'contentType',
    kind: 'singleType',
    collectionName: 'notes',
    ...NAMES,
    options,
    pluginOptions: { i18n: { localized: true } },
    apiName: 'press-note',
    modelName: 'press-note',
    globalId: 'PressNote',
  })
  expect(__schema__).toMatchObject({ kind: 'singleType', options, attributes: TITLE })
  expect(attributes).toEqual({
    ...TITLE,
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    publishedAt: { type: 'datetime', configurable: false, writable: true, visible: true },
    createdBy: { ...creator, useJoinTable: false, private: false },
    updatedBy: { ...creator, useJoinTable: false, private: false },
    locale: { type: 'string', ...fixed, writable: true, private: false },
    localizations: {
      type: 'relation',
      relation: 'oneToMany',
      target: uid,
      ...fixed,
      writable: false,
      private: false,
      unstable_virtual: true,
      joinColumn: { name: 'document_id', referencedColumn: 'document_id', referencedTable: 'notes' },
    },
  })
})

test('a component has no added attributes', () => {
  expect(models['menu.dish']).toEqual({
    ...DISH,
    uid: 'menu.dish',
    category: 'menu',
    modelType: 'component',
    modelName: 'dish',
    globalId: 'ComponentMenuDish',
    options: {},
    __filename__: 'dish.json',
    __schema__: { ...DISH, options: {}, __filename__: 'dish.json' },
  })
})

test('the model of a type of a plugin has the table name and the plugin name of the plugin', () => {
  expect(models['plugin::users-permissions.user']).toMatchObject({
    collectionName: 'up_users',
    plugin: 'users-permissions',
    globalId: 'UsersPermissionsUser',
    modelName: 'user',
  })
  expect(models['admin::user']).toMatchObject({ plugin: 'admin', globalId: 'AdminUser' })
})
