/** Reads names with a namespace, such as `api::article.article`, `plugin::upload.file` and `global::is-owner`. */

export const hasNamespace = (uid: string, namespace: string | undefined): boolean =>
  namespace === undefined ||
  namespace === '' ||
  uid.startsWith(namespace.endsWith('::') ? namespace : `${namespace}.`)

export const addNamespace = (name: string, namespace: string): string =>
  namespace.endsWith('::') ? `${namespace}${name}` : `${namespace}.${name}`

export const removeNamespace = (uid: string, namespace: string): string =>
  uid.slice(addNamespace('', namespace).length)
