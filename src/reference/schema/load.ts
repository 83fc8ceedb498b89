/** Loads Strapi's schema files, and checks every name in them. */

import { type Json, type JsonObject, member } from '../../util/json.ts'
import { addedAttributes } from './added.ts'
import { type AttributeDraft, readAttribute } from './attribute.ts'
import { BUILT_IN } from './builtin.ts'
import { at, hiding, type Place, type Report, rowsOf, shown, wholeFile } from './fault.ts'
import { type Drafts, EVERY_NAME, isLinked, type ModelDraft, type Names } from './links.ts'
import { attributeNameProblem, checkUniqueNames, componentPathProblem, typeNameProblem } from './names.ts'
import type { Attribute, Component, ContentType, Schema, Uid } from './schema.ts'
import { optionalFlag, optionalObject, readObject, readText, readTexts, statedObject } from './shape.ts'

/** The parsed schema files of a dataset. */
export interface SchemaFiles {
  /** The schema files of content types, by file name without `.json`. */
  readonly contentTypes: Readonly<Record<string, Json>>
  /** The schema files of components, by `category/name`. */
  readonly components: Readonly<Record<string, Json>>
}

/**
 * A schema without its faulty attributes, and the names of the faulty attributes. The loader continues after a fault,
 * to find further faults.
 */
export interface SchemaReading {
  readonly schema: Schema
  readonly unreadable: ReadonlyMap<Uid, Names>
}

interface TypeDraft extends ModelDraft {
  readonly place: Place
  /** The attribute names in `options.privateAttributes`. */
  readonly privateNames: ReadonlySet<string>
}

/** A content type whose attributes are not read yet. */
type ContentTypeHead = Omit<ContentType, 'attributes'>

type TypeNames = Pick<ContentType, 'uid' | 'singularName' | 'pluralName'>

interface ContentTypeDraft extends TypeDraft {
  readonly head: ContentTypeHead
}

/** Reads every schema file and reports its faults. */
export function loadSchema(files: SchemaFiles, report: Report): SchemaReading {
  const contentTypes = new Map<Uid, ContentTypeDraft>()
  for (const [stem, json] of Object.entries(files.contentTypes)) {
    const draft = readContentType(json, wholeFile(`content-types/${stem}.json`), report)
    if (draft !== undefined) addNew(contentTypes, draft, report)
  }
  const components = new Map<Uid, TypeDraft>()
  for (const [path, json] of Object.entries(files.components)) {
    const draft = readComponent(path, json, wholeFile(`components/${path}.json`), report)
    if (draft !== undefined) addNew(components, draft, report)
  }
  checkUniqueNames([...contentTypes.values()], report)
  const own = new Set(contentTypes.keys())
  addBuiltIn(contentTypes, report)
  return finish(contentTypes, components, (uid) => (own.has(uid) || components.has(uid) ? report : ignore))
}

/**
 * The reporter for built-in types, which ignores every fault. A built-in relation that does not match a type of the
 * dataset is removed without a fault.
 */
const ignore: Report = () => {}

function addBuiltIn(contentTypes: Map<Uid, ContentTypeDraft>, report: Report): void {
  for (const json of BUILT_IN) {
    const draft = readContentType(json, wholeFile('(built in)'), report)
    if (draft === undefined) continue
    const own = contentTypes.get(draft.uid)
    contentTypes.set(draft.uid, own === undefined ? draft : withHiddenRelations(own, draft))
  }
}

/**
 * Adds the private one-sided relations of a built-in type, which a schema file from an export of a server omits. A
 * request that names a private relation is refused.
 */
function withHiddenRelations(own: ContentTypeDraft, builtIn: ContentTypeDraft): ContentTypeDraft {
  const hidden = [...builtIn.attributes].filter(
    ([name, { attribute, side }]) =>
      attribute.kind === 'relation' && attribute.private && side === null && !own.attributes.has(name),
  )
  return hidden.length === 0 ? own : { ...own, attributes: new Map([...own.attributes, ...hidden]) }
}

function addNew<T extends TypeDraft>(drafts: Map<Uid, T>, draft: T, report: Report): void {
  const earlier = drafts.get(draft.uid)
  if (earlier === undefined) {
    drafts.set(draft.uid, draft)
  } else {
    const expected = `another uid than that of ${earlier.place.file}`
    report(draft.place, {
      message: 'duplicate uid',
      expected,
      found: shown(draft.uid),
      hides: draft.place.file,
    })
  }
}

function finish(
  contentTypes: ReadonlyMap<Uid, ContentTypeDraft>,
  components: ReadonlyMap<Uid, TypeDraft>,
  reportOn: (uid: Uid) => Report,
): SchemaReading {
  const drafts: Drafts = { contentTypes, components }
  const unreadable = new Map<Uid, Names>()
  const checked = (draft: TypeDraft): readonly Attribute[] => {
    const unlinked = new Set<string>()
    unreadable.set(draft.uid, { has: (name) => unlinked.has(name) || draft.unreadable.has(name) })
    return [...draft.attributes].flatMap(([name, attribute]) => {
      if (isLinked(attribute, draft, drafts, reportOn(draft.uid))) return [attribute.attribute]
      unlinked.add(name)
      return []
    })
  }
  const finishedTypes = [...contentTypes.values()].map((draft): ContentType => {
    const added = addedAttributes(draft.head, draft.privateNames)
    return { ...draft.head, attributes: byName([...checked(draft), ...added]) }
  })
  const finishedComponents = [...components.values()].map((draft): Component => {
    return { modelType: 'component', uid: draft.uid, attributes: byName(checked(draft)) }
  })
  return { schema: { contentTypes: byUid(finishedTypes), components: byUid(finishedComponents) }, unreadable }
}

const byName = (attributes: readonly Attribute[]): ReadonlyMap<string, Attribute> =>
  new Map(attributes.map((attribute) => [attribute.name, attribute]))

const byUid = <T extends { readonly uid: Uid }>(models: readonly T[]): ReadonlyMap<Uid, T> =>
  new Map(models.map((model) => [model.uid, model]))

function readContentType(json: Json, place: Place, report: Report): ContentTypeDraft | undefined {
  const object = readObject(json, place, hiding(place.file, report))
  if (object === undefined) return undefined
  const head = readHead(object, place, report)
  if (head === undefined) return undefined
  return { uid: head.uid, head, place, ...readAttributes(object, 'contentType', place, report) }
}

function readHead(json: JsonObject, place: Place, report: Report): ContentTypeHead | undefined {
  const kind = readKind(json, place, report)
  const names = readNames(json, place, hiding(place.file, report))
  if (names === undefined) return undefined
  const { uid } = names
  const options = optionalObject(json, 'options', place, hiding(rowsOf(uid, 'drafts'), report))
  const optionsPlace = at(place, 'options')
  const draftsReport = hiding(rowsOf(uid, 'drafts'), report)
  const draftAndPublish = optionalFlag(options, 'draftAndPublish', optionsPlace, draftsReport)
  const populateCreatorFields = optionalFlag(options, 'populateCreatorFields', optionsPlace, report)
  const localized = isLocalized(json, place, hiding(rowsOf(uid, 'locales'), report))
  return { modelType: 'contentType', kind, ...names, draftAndPublish, localized, populateCreatorFields }
}

/**
 * Reads the kind of a content type: collection type or single type. Returns the default kind after a reported fault.
 */
function readKind(json: JsonObject, place: Place, report: Report): ContentType['kind'] {
  const kind = member(json, 'kind') ?? 'collectionType'
  if (kind === 'collectionType' || kind === 'singleType') return kind
  const expected = '"collectionType" or "singleType"'
  report(at(place, 'kind'), { message: 'unknown kind', expected, found: shown(kind) })
  return 'collectionType'
}

function readNames(json: JsonObject, place: Place, report: Report): TypeNames | undefined {
  const infoPlace = at(place, 'info')
  const info = statedObject(json, 'info', place, report)
  if (info === undefined) return undefined
  const singularName = readText(member(info, 'singularName'), at(infoPlace, 'singularName'), report)
  const pluralName = readText(member(info, 'pluralName'), at(infoPlace, 'pluralName'), report)
  if (singularName === undefined || pluralName === undefined) return undefined
  const written = member(json, 'uid')
  const usual = `api::${singularName}.${singularName}`
  const uid = written === undefined ? usual : readText(written, at(place, 'uid'), report)
  if (uid === undefined) return undefined
  const names = { uid, singularName, pluralName }
  return typeNameProblem(names, place, report) ? undefined : names
}

function isLocalized(json: JsonObject, place: Place, report: Report): boolean {
  const plugins = optionalObject(json, 'pluginOptions', place, report)
  const pluginsPlace = at(place, 'pluginOptions')
  const i18n = optionalObject(plugins, 'i18n', pluginsPlace, report)
  return optionalFlag(i18n, 'localized', at(pluginsPlace, 'i18n'), report)
}

function readComponent(path: string, json: Json, place: Place, report: Report): TypeDraft | undefined {
  const reportHiding = hiding(place.file, report)
  const object = readObject(json, place, reportHiding)
  if (object === undefined || componentPathProblem(path, place, reportHiding)) return undefined
  return { uid: path.replace('/', '.'), place, ...readAttributes(object, 'component', place, report) }
}

function readAttributes(
  json: JsonObject,
  modelType: 'contentType' | 'component',
  place: Place,
  report: Report,
): Pick<TypeDraft, 'attributes' | 'unreadable' | 'privateNames'> {
  const privateNames = readPrivateNames(json, place, report)
  const attributes = new Map<string, AttributeDraft>()
  const unreadable = new Set<string>()
  const attributesPlace = at(place, 'attributes')
  const written = statedObject(json, 'attributes', place, report)
  if (written === undefined) return { attributes, unreadable: EVERY_NAME, privateNames }
  for (const [name, attribute] of Object.entries(written)) {
    const here = at(attributesPlace, name)
    const usable = !attributeNameProblem(name, modelType, here, report)
    const draft = readAttribute(name, attribute, privateNames.has(name), here, report)
    if (usable && draft !== undefined) attributes.set(name, draft)
    else unreadable.add(name)
  }
  return { attributes, unreadable, privateNames }
}

function readPrivateNames(json: JsonObject, place: Place, report: Report): ReadonlySet<string> {
  const options = optionalObject(json, 'options', place, report)
  const names = member(options, 'privateAttributes')
  if (names === undefined) return new Set()
  return new Set(readTexts(names, at(at(place, 'options'), 'privateAttributes'), report))
}
