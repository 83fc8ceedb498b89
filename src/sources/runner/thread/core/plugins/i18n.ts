/** Implements the services of the plugin i18n. */
import { at, bagOf, call, listOf } from '../reach.ts'
import { attributesOf, queryOf } from '../strapi.ts'
import { errors } from '../utils/errors.ts'

const LOCALE = 'plugin::i18n.locale'

interface Strapi {
  readonly strapi: object
}

export const localesService = ({ strapi }: Strapi): object => {
  const locales = (): unknown => queryOf(strapi, LOCALE)
  const store = (): unknown => call(strapi, 'store', { type: 'plugin', name: 'i18n' })
  const find = async (where: unknown = {}): Promise<unknown> => call(locales(), 'findMany', { where })
  const getDefaultLocale = async (): Promise<unknown> =>
    (await call(store(), 'get', { key: 'default_locale' })) ??
    at(
      listOf(await find()).find((locale) => at(locale, 'isDefault') === true),
      'code',
    ) ??
    'en'
  return {
    find,
    findById: async (id: unknown) => call(locales(), 'findOne', { where: { id } }),
    findByCode: async (code: unknown) => call(locales(), 'findOne', { where: { code } }),
    count: async (where: unknown = {}) => call(locales(), 'count', { where }),
    create: async (data: unknown) => call(locales(), 'create', { data }),
    update: async (where: unknown, data: unknown) => call(locales(), 'update', { where, data }),
    delete: async ({ id }: { readonly id: unknown }) => call(locales(), 'delete', { where: { id } }),
    getDefaultLocale,
    setDefaultLocale: async ({ code }: { readonly code: unknown }) =>
      call(store(), 'set', { key: 'default_locale', value: code }),
    async setIsDefault(given: unknown) {
      if (given === undefined || given === null) return given
      const code = await getDefaultLocale()
      const withDefault = (locale: unknown): object => ({
        ...bagOf(locale),
        isDefault: at(locale, 'code') === code,
      })
      return Array.isArray(given) ? given.map(withDefault) : withDefault(given)
    },
    initDefaultLocale: async (): Promise<undefined> => undefined,
  }
}

/** Makes the service `iso-locales`, which lists the locales of the project. */
export const isoLocalesService = ({ strapi }: Strapi): object => ({
  getIsoLocales: async () =>
    listOf(await call(queryOf(strapi, LOCALE), 'findMany', {})).map((locale) => ({
      code: at(locale, 'code'),
      name: at(locale, 'name'),
    })),
})

const isLocalized = (model: unknown): boolean => at(model, 'pluginOptions', 'i18n', 'localized') === true

/**
 * Returns whether each locale has its own value of an attribute. Each locale always has its own relations, and its
 * own values of attributes of the type `uid`.
 */
const isLocalizedAttribute = (attribute: unknown): boolean =>
  isLocalized(attribute) || ['relation', 'uid'].includes(String(at(attribute, 'type')))

const namesOf = (model: unknown, test: (attribute: unknown) => boolean): readonly string[] =>
  Object.entries(attributesOf(model)).flatMap(([name, attribute]) =>
    at(attribute, 'visible') !== false && test(attribute) ? [name] : [],
  )

export const localizedTypesService = ({ strapi }: Strapi): object => {
  const getNonLocalizedAttributes = (model: unknown): readonly string[] =>
    namesOf(model, (attribute) => !isLocalizedAttribute(attribute))
  return {
    isLocalizedContentType: isLocalized,
    getLocalizedAttributes: (model: unknown) => namesOf(model, isLocalizedAttribute),
    getNonLocalizedAttributes,
    copyNonLocalizedAttributes: (model: unknown, entry: unknown) =>
      Object.fromEntries(getNonLocalizedAttributes(model).map((name) => [name, at(entry, name)])),
    async getValidLocale(locale: unknown) {
      const locales = localesService({ strapi })
      if (locale === undefined || locale === null) return call(locales, 'getDefaultLocale')
      if (await call(locales, 'findByCode', locale)) return locale
      throw new errors.ApplicationError('Locale not found')
    },
  }
}
