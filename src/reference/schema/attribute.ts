/**
 * Reads one attribute of a Strapi schema file. The file `links.ts` checks the references of the attribute to other
 * types.
 */
import { type Json, type JsonObject, member } from '../../util/json.ts'
import { at, expectedName, type Place, type Report, shown } from './fault.ts'
import { readScalar, SCALAR_TYPES } from './scalar.ts'
import type { Attribute, MorphByAttribute, RelationAttribute, ScalarAttribute, ScalarType } from './schema.ts'
import { optionalFlag, readObject, readOnlyTexts, readText, statedFlag } from './shape.ts'

/** An attribute of a schema file, with data that only the check of references needs. */
export interface AttributeDraft {
  readonly attribute: Attribute
  readonly place: Place
  /** The kind of a two-sided relation, and the key that names its other side; null for every other attribute. */
  readonly side: { readonly kind: RelationKind; readonly key: 'inversedBy' | 'mappedBy' } | null
}

/** The relation kinds, each with the kind of its other side. */
export const RELATION_KINDS = {
  oneToOne: 'oneToOne',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
} as const
/** The relation kinds between two content types in a schema file. */
export type RelationKind = keyof typeof RELATION_KINDS

const MORPH_KINDS = ['morphToOne', 'morphToMany', 'morphOne', 'morphMany']
const OTHER_TYPES = ['relation', 'media', 'component', 'dynamiczone']

interface AttributeSource {
  readonly name: string
  readonly private: boolean
  readonly json: JsonObject
  readonly place: Place
  readonly report: Report
}

/** Reads an attribute of a schema file; undefined after at least one reported fault. */
export function readAttribute(
  name: string,
  json: Json,
  isPrivate: boolean,
  place: Place,
  report: Report,
): AttributeDraft | undefined {
  const object = readObject(json, place, report)
  if (object === undefined) return undefined
  const hidden = optionalFlag(object, 'private', place, report) || isPrivate
  const source: AttributeSource = { name, private: hidden, json: object, place, report }
  const type = readText(member(object, 'type'), at(place, 'type'), report)
  if (type === undefined) return undefined
  if (type === 'relation') return readRelation(source)
  const attribute = isScalarType(type) ? readScalarAttribute(type, source) : readOther(type, source)
  return attribute === undefined ? undefined : { attribute, place, side: null }
}

const isScalarType = (type: string): type is ScalarType => SCALAR_TYPES.has(type)

function readOther(type: string, source: AttributeSource): Attribute | undefined {
  const { name, json, place, report } = source
  const base = { name, private: source.private }
  switch (type) {
    case 'media': {
      const many = statedFlag(json, 'multiple', place, report)
      return many === undefined ? undefined : { kind: 'media', ...base, many }
    }
    case 'component': {
      const component = textMember('component', source)
      const many = statedFlag(json, 'repeatable', place, report)
      if (component === undefined || many === undefined) return undefined
      return { kind: 'component', ...base, many, component }
    }
    case 'dynamiczone': {
      const components = readOnlyTexts(member(json, 'components'), at(place, 'components'), report)
      return components === undefined ? undefined : { kind: 'zone', ...base, components }
    }
    default:
      unknownName('unknown attribute type', 'a type', type, [...SCALAR_TYPES, ...OTHER_TYPES], {
        ...source,
        place: at(place, 'type'),
      })
      return undefined
  }
}

function readScalarAttribute(type: ScalarType, source: AttributeSource): ScalarAttribute | undefined {
  const { name, json, place, report } = source
  const values = type === 'enumeration' ? readOnlyTexts(member(json, 'enum'), at(place, 'enum'), report) : []
  if (values === undefined) return undefined
  const written = member(json, 'default') ?? null
  const reading = readScalar({ type, enum: values }, written)
  if ('expected' in reading) {
    report(at(place, 'default'), {
      message: 'wrong default',
      expected: reading.expected,
      found: shown(written),
    })
    return undefined
  }
  return {
    kind: 'scalar',
    name,
    private: source.private,
    type,
    enum: values,
    default: reading.value,
    searchable: optionalFlag(json, 'searchable', place, report, true),
  }
}

function readRelation(source: AttributeSource): AttributeDraft | undefined {
  const { name, place } = source
  const base = { name, private: source.private }
  const kind = textMember('relation', source)
  if (kind === undefined) return undefined
  if (kind === 'morphToOne' || kind === 'morphToMany') {
    return { attribute: { kind: 'morphTo', ...base, many: kind === 'morphToMany' }, place, side: null }
  }
  if (kind === 'morphOne' || kind === 'morphMany') return readMorphBy(kind === 'morphMany', source)
  if (isRelationKind(kind)) return readTwoSided(kind, source)
  unknownName('unknown relation', 'a relation', kind, [...Object.keys(RELATION_KINDS), ...MORPH_KINDS], {
    ...source,
    place: at(place, 'relation'),
  })
  return undefined
}

const isRelationKind = (kind: string): kind is RelationKind => Object.hasOwn(RELATION_KINDS, kind)

function readMorphBy(many: boolean, source: AttributeSource): AttributeDraft | undefined {
  const target = textMember('target', source)
  const by = textMember('morphBy', source)
  if (target === undefined || by === undefined) return undefined
  const { name, place } = source
  const attribute: MorphByAttribute = { kind: 'morphBy', name, private: source.private, many, target, by }
  return { attribute, place, side: null }
}

function readTwoSided(kind: RelationKind, source: AttributeSource): AttributeDraft | undefined {
  const { name, json, place, report } = source
  const target = textMember('target', source)
  const key = isWritten(json, 'mappedBy') ? 'mappedBy' : isWritten(json, 'inversedBy') ? 'inversedBy' : null
  const inverse = key === null ? null : textMember(key, source)
  if (target === undefined || inverse === undefined) return undefined
  if (key === 'mappedBy' && isWritten(json, 'inversedBy')) {
    const expected = 'inversedBy or mappedBy, not both'
    report(place, { message: 'relation with two inverses', expected, found: 'both' })
    return undefined
  }
  const attribute: RelationAttribute = {
    kind: 'relation',
    name,
    private: source.private,
    many: kind === 'oneToMany' || kind === 'manyToMany',
    target,
    inverse,
    relation: kind,
    ...(key === 'mappedBy' ? { isMapped: true } : {}),
    via: 'stored',
  }
  return { attribute, place, side: key === null ? null : { kind, key } }
}

const isWritten = (json: JsonObject, key: string): boolean => (member(json, key) ?? null) !== null

const textMember = (key: string, { json, place, report }: AttributeSource): string | undefined =>
  readText(member(json, key), at(place, key), report)

function unknownName(
  message: string,
  what: string,
  name: string,
  names: readonly string[],
  { place, report }: AttributeSource,
): void {
  report(place, { message, expected: expectedName(what, name, names), found: shown(name) })
}
