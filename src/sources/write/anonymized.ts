/**
 * Anonymizes a source: replaces e-mail addresses, the texts of users, and the attributes that the user of Populace
 * marks.
 */

import type { Graph } from '../../reference/graph/graph.ts'
import { stemsOf } from '../../reference/load/files/entry-files.ts'
import {
  ADMIN_USER_UID,
  type Attribute,
  type Model,
  type Schema,
  USER_UID,
} from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, parseJson } from '../../util/json.ts'
import { withFiles } from '../loaded.ts'
import { type Source, SourceError } from '../source.ts'
import { Pseudonyms } from './pseudonyms.ts'

export interface AnonymizeOptions {
  /** The additional attributes to anonymize, such as `api::author.author.name` or `shared.address.street`. */
  readonly marked: readonly string[]
  /**
   * The secret key for computing the replacements. With the secret key, anybody could test guesses of the original
   * texts.
   */
  readonly key: Uint8Array
}

export interface Anonymized {
  readonly source: Source
  /** The number of replaced values of each attribute. A key of this map has the form `TYPE.ATTRIBUTE`. */
  readonly replaced: ReadonlyMap<string, number>
}

const TEXTS: ReadonlySet<string> = new Set(['string', 'text', 'richtext', 'email', 'uid', 'json', 'blocks'])

/** The attributes of users that keep their values, because these values identify no person. */
const KEPT: ReadonlySet<string> = new Set([`${USER_UID}.provider`])

const USERS: ReadonlySet<string> = new Set([USER_UID, ADMIN_USER_UID])

/**
 * Returns a copy of a source with replacements for the values of all `email` attributes, all texts of users except
 * `provider`, and the values of the marked attributes.
 * @throws SourceError for a marked attribute that the schema lacks, or that contains no text
 */
export function anonymized(source: Source, graph: Graph, { marked, key }: AnonymizeOptions): Anonymized {
  const { schema } = graph
  for (const name of marked) refuseUnknown(name, schema)
  const work = new Anonymizing(schema, new Set(marked), key)
  const stems = stemsOf(schema)
  const entries = Object.entries(source.files.entries ?? {}).map(([stem, rows]): readonly [string, Json] => {
    const [uid] = stems.get(stem) ?? []
    const model = uid === undefined ? undefined : schema.contentTypes.get(uid)
    return [stem, model === undefined ? rows : work.rows(rows, model)]
  })
  return {
    source: withFiles(source, { ...source.files, entries: Object.fromEntries(entries) }),
    replaced: work.replaced,
  }
}

function refuseUnknown(name: string, { contentTypes, components }: Schema): void {
  const at = name.lastIndexOf('.')
  const model = [...contentTypes.values(), ...components.values()].find(
    ({ uid }) => uid === name.slice(0, at),
  )
  const attribute = model?.attributes.get(name.slice(at + 1))
  if (attribute?.kind === 'scalar' && TEXTS.has(attribute.type)) return
  const found = attribute === undefined ? 'no such attribute' : `one of the type ${typeOf(attribute)}`
  throw new SourceError(
    `--anonymize-also ${name}: expected TYPE.ATTRIBUTE with a type such as api::author.author and an attribute of the type ${[...TEXTS].join(', ')}; found ${found}`,
  )
}

const typeOf = (attribute: Attribute): string =>
  attribute.kind === 'scalar' ? attribute.type : attribute.kind

/** The maximum depth of nested components in a row; no real schema nests components so deep. */
const MOST_DEEP = 100

class Anonymizing {
  readonly replaced = new Map<string, number>()
  readonly #schema: Schema
  readonly #marked: ReadonlySet<string>
  readonly #pseudonyms: Pseudonyms

  constructor(schema: Schema, marked: ReadonlySet<string>, key: Uint8Array) {
    this.#schema = schema
    this.#marked = marked
    this.#pseudonyms = new Pseudonyms(key)
  }

  rows(rows: Json, model: Model): Json {
    const isUser = USERS.has(model.uid)
    return isList(rows)
      ? rows.map((row) => this.#node(row, model, isUser, 0))
      : this.#node(rows, model, isUser, 0)
  }

  /**
   * Replaces the e-mail addresses and the marked texts of a row or component. The parameter `isUser` is true for a row
   * of a user, and for the components in such a row. In such a row, the method replaces all texts except those in
   * `KEPT`.
   */
  #node(node: Json, model: Model, isUser: boolean, depth: number): Json {
    if (!isObject(node)) return node
    if (depth > MOST_DEEP)
      throw new SourceError(`${model.uid}: expected components at most ${MOST_DEEP} deep, found more`)
    const values = Object.entries(node).map(([name, value]): readonly [string, Json] => {
      const attribute = model.attributes.get(name)
      if (attribute === undefined) return [name, value]
      return [name, this.#value(value, attribute, `${model.uid}.${name}`, isUser, depth)]
    })
    return Object.fromEntries(values)
  }

  #value(value: Json, attribute: Attribute, name: string, isUser: boolean, depth: number): Json {
    switch (attribute.kind) {
      case 'scalar': {
        const isAsked = attribute.type === 'email' || this.#marked.has(name)
        const isPersonal = isUser && TEXTS.has(attribute.type) && !KEPT.has(name)
        return value !== null && (isAsked || isPersonal) ? this.#made(value, attribute.type, name) : value
      }
      case 'component': {
        const model = this.#schema.components.get(attribute.component)
        return model === undefined
          ? value
          : mapped(value, (part) => this.#node(part, model, isUser, depth + 1))
      }
      case 'zone':
        return mapped(value, (part) => {
          const model = isObject(part) ? this.#partOf(part) : undefined
          return model === undefined ? part : this.#node(part, model, isUser, depth + 1)
        })
      case 'relation':
      case 'media':
      case 'morphTo':
      case 'morphBy':
        return value
    }
  }

  #partOf(part: JsonObject): Model | undefined {
    const uid = part['__component']
    return [...this.#schema.components.values()].find((model) => model.uid === uid)
  }

  #made(value: Json, type: string, name: string): Json {
    this.replaced.set(name, (this.replaced.get(name) ?? 0) + 1)
    const made = (text: string): string =>
      type === 'email' || isAddress(text) ? this.#pseudonyms.email(text) : this.#pseudonyms.text(text)
    if (typeof value === 'string') return made(value)
    const isText = (member: string): boolean => type !== 'blocks' || member === 'text' || member === 'url'
    const text = JSON.stringify(value, (member, one: Json) =>
      typeof one === 'string' && isText(member) ? made(one) : one,
    )
    return parseJson(text) ?? null
  }
}

/**
 * Returns whether a text is probably a single e-mail address. An e-mail address has an @, a dot after the @, and no
 * blank.
 */
function isAddress(text: string): boolean {
  const at = text.indexOf('@')
  return at > 0 && text.indexOf('.', at) > at + 1 && !/\s/.test(text)
}

const mapped = (value: Json, change: (part: Json) => Json): Json =>
  isList(value) ? value.map(change) : value === null ? null : change(value)
