/** Reads the settings of a project that affect the parsing of requests. */

/** Calls a method of an object. The result is undefined if the object does not have the method. */
export function callMethod(holder: unknown, name: string, args: readonly unknown[]): unknown {
  const method = propertyOf(holder, name)
  return typeof method === 'function' ? Reflect.apply(method, holder, args) : undefined
}

/** Reads a property of an object; undefined if the value is not an object. */
export const propertyOf = (holder: unknown, name: string): unknown =>
  (typeof holder === 'object' && holder !== null) || typeof holder === 'function'
    ? Reflect.get(holder, name)
    : undefined

/** Returns the setting at a path of the configuration, by `strapi.config.get(path)`. */
export const settingAt = (strapi: object, path: string): unknown =>
  callMethod(propertyOf(strapi, 'config'), 'get', [path])

/** Returns the `config` that the file `config/middlewares` defines for a middleware, such as `strapi::query`. */
export function middlewareSettings(strapi: object, name: string): object {
  const list = settingAt(strapi, 'middlewares')
  if (!Array.isArray(list)) return {}
  const entry: unknown = list.find((item: unknown) => propertyOf(item, 'name') === name)
  const config = propertyOf(entry, 'config')
  return typeof config === 'object' && config !== null ? config : {}
}
