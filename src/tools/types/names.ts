/** Names types after uids, and quotes texts of a schema for TypeScript source. */

import type { Uid } from '../../reference/schema/schema.ts'
import { invariant } from '../../util/invariant.ts'
import { pascalCase } from '../../util/text/case.ts'

/** A type name for each uid: `api::menu-item.menu-item` is `MenuItem`, `shared.seo` is `SharedSeo`. */
export interface TypeNames {
  /** Returns the type name of a uid, which must be one of the uids that `nameTypes` received. */
  readonly of: (uid: Uid) => string
}

/** Gives each uid a unique type name, in the order of the uids. No type name is a reserved name. */
export function nameTypes(uids: readonly Uid[], reserved: Iterable<string>): TypeNames {
  const take = nameTaker(reserved)
  const names = new Map(uids.map((uid) => [uid, take(nameOf(uid))]))
  return {
    of: (uid) => {
      const name = names.get(uid)
      invariant(name !== undefined, `${uid} has a name`)
      return name
    },
  }
}

/**
 * Returns a function that makes names unique. If another name is equal apart from case, the function appends a
 * number.
 */
export function nameTaker(reserved: Iterable<string>): (wanted: string) => string {
  const taken = new Set([...reserved].map((name) => name.toLowerCase()))
  /**
   * The last number that was appended to each name, so that a thousand equal names do not need a thousand tries
   * each.
   */
  const numbers = new Map<string, number>()
  return (wanted) => {
    const key = wanted.toLowerCase()
    let number = numbers.get(key) ?? 1
    let name = number === 1 ? wanted : `${wanted}${number}`
    while (taken.has(name.toLowerCase())) name = `${wanted}${++number}`
    numbers.set(key, number)
    taken.add(name.toLowerCase())
    return name
  }
}

/**
 * Returns the preferred type name of a uid. The name omits the namespace `api` or `plugin`; a type of a plugin has
 * the name of the plugin as prefix.
 */
export function nameOf(uid: Uid): string {
  const [space = '', rest] = uid.split('::')
  if (rest === undefined) return modelName(uid)
  const [plugin = '', name = plugin] = rest.split('.')
  if (space === 'api') return modelName(name)
  return modelName(space === 'plugin' ? `${plugin}-${name}` : `${space}-${name}`)
}

function modelName(text: string): string {
  const name = pascalCase(text)
  return name === '' ? 'Model' : /^\d/.test(name) ? `Type${name}` : name
}

/** Quotes a text as a string literal. */
export const quoted = (text: string): string =>
  /^[^'\\\p{C}\p{Z}]*$/u.test(text.replaceAll(' ', '')) ? `'${text}'` : JSON.stringify(text)

/** Returns a name as the key of an object type, quoted if necessary. */
export const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

/** Formats a text as a comment above a declaration. The function removes line breaks and comment ends. */
export const comment = (text: string, indent = ''): string =>
  `${indent}/** ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('*/', '* /')} */`

/** Returns a union of literal types, one on each line if there are many; `never` for none. */
export function anyOf(texts: readonly string[], indent = ''): string {
  const literals = texts.map(quoted)
  const line = literals.join(' | ')
  if (line.length <= LINE) return line === '' ? 'never' : line
  return literals.map((literal) => `\n${indent}  | ${literal}`).join('')
}

const LINE = 80
