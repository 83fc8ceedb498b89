/**
 * Adds the controller actions of Strapi's plugins that only the admin panel uses. A mock has no admin panel, but
 * extensions read and replace actions of the admin panel. Therefore, the actions of the admin panel exist, and throw
 * an error when code calls them.
 */
import { CannotWork } from '../../cannot-work.ts'
import type { Action } from './controllers.ts'

type Controllers = Readonly<Record<string, object>>

/**
 * The names of the actions that only the admin panel uses, by plugin and controller, from the packages of Strapi
 * 5.54.
 */
const PANEL: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'users-permissions': {
    contentmanageruser: ['create', 'update'],
    role: ['createRole', 'updateRole', 'deleteRole', 'find', 'findOne'],
    permissions: ['getPermissions', 'getPolicies', 'getRoutes'],
    settings: [
      ...['getEmailTemplate', 'updateEmailTemplate', 'getAdvancedSettings', 'updateAdvancedSettings'],
      ...['getProviders', 'updateProviders'],
    ],
  },
  upload: {
    'admin-file': ['find', 'findOne', 'destroy'],
    'admin-folder': ['find', 'findOne', 'create', 'update', 'getStructure'],
    'admin-folder-file': ['deleteMany', 'moveMany'],
    'admin-settings': ['getSettings', 'updateSettings'],
    'admin-upload': ['upload', 'uploadFiles', 'bulkUpdateFileInfo'],
    'view-configuration': ['findViewConfiguration', 'updateViewConfiguration'],
  },
  i18n: {
    'content-types': ['getNonLocalizedAttributes', 'getFillFromLocaleData'],
    'iso-locales': ['listIsoLocales'],
    locales: ['listLocales', 'createLocale', 'updateLocale', 'deleteLocale'],
  },
  email: { email: ['getSettings', 'test'] },
}

/** Returns the controllers of a plugin, with the missing actions of the admin panel added. */
export function withPanel(plugin: string, controllers: Controllers): Controllers {
  const panel = Object.entries(PANEL[plugin] ?? {}).map(([controller, names]) => {
    const uid = `plugin::${plugin}.${controller}`
    const actions = Object.fromEntries(names.map((name) => [name, unavailable(`${uid}.${name}`)]))
    return [controller, { ...actions, ...controllers[controller] }] as const
  })
  return { ...controllers, ...Object.fromEntries(panel) }
}

function unavailable(action: string): Action {
  const sentence = `${action} cannot work here: it belongs to the admin panel, which a mock does not have`
  return () => Promise.reject(new CannotWork(sentence, { lack: 'member', sentence }))
}
