/** Names of types for uids, and texts of a schema as they stand in a file of TypeScript. */

import type { Uid } from '../../reference/schema/schema.ts'
import { invariant } from '../../util/invariant.ts'

/** A type name for each uid: `api::menu-item.menu-item` is `MenuItem`, `shared.seo` is `SharedSeo`. */
export interface TypeNames {
  /** The name of one of the uids that names were given to. */
  readonly of: (uid: Uid) => string
}

/** Gives each uid a name of its own, in their order, none of them reserved. */
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

/** Hands out the names that are wanted; one that is taken is numbered. Upper and lower case make no difference. */
export function nameTaker(reserved: Iterable<string>): (wanted: string) => string {
  const taken = new Set([...reserved].map((name) => name.toLowerCase()))
  /** The number that was tried last, so that a thousand names alike are not tried again for each. */
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

/** The name that a uid would have: a type of one's own goes by its name alone, all else by where it is from as well. */
export function nameOf(uid: Uid): string {
  const [space = '', rest] = uid.split('::')
  if (rest === undefined) return pascalCase(uid)
  const [plugin = '', name = plugin] = rest.split('.')
  if (space === 'api') return pascalCase(name)
  return pascalCase(space === 'plugin' ? `${plugin}-${name}` : `${space}-${name}`)
}

function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return name === '' ? 'Model' : /^\d/.test(name) ? `Type${name}` : name
}

/** A text as a literal. */
export const quoted = (text: string): string =>
  /^[^'\\\p{C}\p{Z}]*$/u.test(text.replaceAll(' ', '')) ? `'${text}'` : JSON.stringify(text)

/** A name as a member of an object type. */
export const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

/** A comment over what follows, whatever is in the text: it neither ends there nor goes on in another line. */
export const comment = (text: string, indent = ''): string =>
  `${indent}/** ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('*/', '* /')} */`

/** Literals, any one of them, in lines of their own where they are many; `never` where there is none. */
export function anyOf(texts: readonly string[], indent = ''): string {
  const literals = texts.map(quoted)
  const line = literals.join(' | ')
  if (line.length <= LINE) return line === '' ? 'never' : line
  return literals.map((literal) => `\n${indent}  | ${literal}`).join('')
}

const LINE = 80
