/**
 * Generates TypeScript declarations of a schema's content API: the type of the answer to each query. The
 * declarations import nothing.
 */
import type { Graph } from '../../reference/graph/graph.ts'
import { PUBLICATION_FILTERS } from '../../reference/plan/plan.ts'
import type { Model, Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { isScalar } from '../../reference/schema/target.ts'
import { ANSWERS, ANSWERS_UNDER_CODE } from './answers.ts'
import { CODE, codeDeclarations } from './code/declarations.ts'
import { type CodeRoute, codeRoutes, sentenceOf } from './code/routes.ts'
import { DEPARTING } from './departing.ts'
import { departsIn, describedIn } from './departs.ts'
import { BODIES, inputTypes } from './inputs.ts'
import { BLOCKS, FILE_FORMAT } from './leaves.ts'
import { modelMember, scalarsInterface } from './models.ts'
import { anyOf, comment, memberName, nameTypes, quoted } from './names.ts'
import { QUERIES } from './queries.ts'
import { type Seen, type SeenBy, seenOf } from './seen.ts'
import { writtenOf } from './written.ts'

/**
 * The declarations that are the same for every schema. A type of a schema must not have the name of a type in this
 * text.
 */
const OWN_TEXT = [ANSWERS, DEPARTING, QUERIES, BODIES, BLOCKS, FILE_FORMAT].join('\n')
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm)].map(([, name = '']) => name)
/**
 * The names that no type of a schema gets: names of the declarations' own types, and of TypeScript's built-in types.
 */
const OWN_NAMES: readonly string[] = namesIn(OWN_TEXT)
  .concat('CreateUid', 'UpdateUid', 'DeleteUid', 'Inputs', 'Drafts')
  .concat('Models', 'Paths', 'UidOf', 'Components', 'ListUid', 'OneUid', 'Findable', 'Locale')
  .concat(
    'PublicationFilter',
    'CountsByDefault',
    'Departs',
    'Positioned',
    'Partial',
    'Pick',
    'Omit',
    'Exclude',
    'Extract',
    'NonNullable',
  )
  .concat(
    'Object',
    'String',
    'Number',
    'Boolean',
    'Array',
    'Any',
    'Unknown',
    'Never',
    'Undefined',
    'Symbol',
    'Void',
  )
const CODE_NAMES: readonly string[] = [...namesIn(CODE), 'CodeRoutes']

/**
 * Generates the declarations of a graph's schema as a TypeScript module. The module has a type for each content type
 * and component, `Answer` and `AnswerOne` of a query, `Query` for requests, and `Create` and `Update` for bodies. With
 * a role, the declarations omit everything that the role may not find or write. With a profile, answers have the shape
 * of this profile. Equal graphs get equal texts.
 * @throws RangeError for an unknown role, ProfileError for an unknown profile.
 */
export function declarationsOf(given: Graph, by: SeenBy = {}): string {
  const graph = describedIn(by.profile, given)
  const seen = seenOf(graph, by)
  const written = writtenOf(graph, by)
  const ofCode = codeRoutes(by.routes ?? [], (uid) => graph.schema.contentTypes.get(uid))
  const names = nameTypes(
    [...seen.models.keys()],
    ofCode.length === 0 ? OWN_NAMES : [...OWN_NAMES, ...CODE_NAMES],
  )
  const paths = pathsOf(seen, graph.settings.prefix)
  const interfaces = [...seen.models].map(([uid, one]) =>
    scalarsInterface(one, names.of(uid), `${whatIs(one.model, paths.get(uid))}${codeText(uid, ofCode)}`),
  )
  const scalars = [
    ...[...seen.models.values()].flatMap((model) => model.scalars),
    ...[...written.models.values()].flatMap(({ attributes }) => attributes.map(({ attribute }) => attribute)),
  ]
  const hasBlocks = scalars.some((attribute) => attribute.kind === 'scalar' && attribute.type === 'blocks')
  return [
    heading(by, seen),
    ...interfaces,
    ...(seen.models.has(FILE_UID) ? [FILE_FORMAT] : []),
    ...(hasBlocks ? [BLOCKS] : []),
    `${comment('The content types and components by uid: the scalars that answers contain by default, and the targets of all other attributes.')}\nexport interface Models {\n${[...seen.models].map(([uid, one]) => modelMember(uid, one, names, graph.schema)).join('\n')}\n}\n`,
    uidTypes(seen, graph, by),
    serverTypes(seen, by),
    ...(ofCode.length === 0 ? [ANSWERS] : [ANSWERS_UNDER_CODE, codeDeclarations(ofCode)]),
    DEPARTING,
    QUERIES,
    inputTypes(written),
    BODIES,
  ].join('\n')
}

function heading({ role, profile }: SeenBy, { routes, models }: Seen): string {
  const server = profile === undefined ? '' : ` of the profile ${quoted(profile)}`
  const whose = `${server}${role === undefined ? '' : ` for the role ${quoted(role)}`}`
  const list = routes.find(({ type, find }) => find && type.kind === 'collectionType')
  const [link] = models.get(list?.type.uid ?? '')?.links ?? []
  const populate = link === undefined ? '' : `, populate: { ${memberName(link.attribute.name)}: true }`
  const example = [
    '//',
    `//   const query = { fields: ['id']${populate} } as const satisfies Query<UidOf<${quoted(list?.path ?? '')}>>`,
    `//   type Page = Answer<UidOf<${quoted(list?.path ?? '')}>, typeof query>`,
  ]
  return `${[
    '/* eslint-disable */',
    `// Generated by \`populace types\`${whose}. Run the command again after a change of the schema.`,
    ...(list === undefined ? [] : example),
    '//',
    '// Every value may be null, even a required one: in a draft, and in an entry older than the requirement.',
    '// createdAt and updatedAt are never null: instants in UTC, such as 2024-01-15T10:11:12.345Z. Neither is publishedAt in a type without drafts.',
  ].join('\n')}\n`
}

const pathsOf = ({ routes }: Seen, prefix: string): ReadonlyMap<Uid, string> =>
  new Map(routes.map(({ type, path }) => [type.uid, `${prefix}/${path}`]))

function whatIs(model: Model, path: string | undefined): string {
  if (model.modelType === 'component') return `\`${model.uid}\`: a component.`
  const kind = model.kind === 'singleType' ? 'a single type' : 'a collection'
  const where = path === undefined ? '' : ` at \`${path}\``
  const more = [
    ...(model.draftAndPublish ? ['with drafts'] : []),
    ...(model.localized ? ['in several languages'] : []),
  ]
  return `\`${model.uid}\`: ${[`${kind}${where}`, ...more].join(', ')}.`
}

/** Returns the sentences about what the project's own code changes in the answers of a type, without repetition. */
const codeText = (uid: Uid, routes: readonly CodeRoute[]): string =>
  [...new Set(routes.filter((route) => route.uid === uid).map(sentenceOf))].map((text) => ` ${text}`).join('')

/** Returns the types that depend on the set of content types, paths, locales and settings. */
function uidTypes({ routes, models }: Seen, { locales, settings }: Graph, { anyLocale }: SeenBy): string {
  const uids = (some: readonly { readonly type: Model }[]): string => anyOf(some.map(({ type }) => type.uid))
  const lists = routes.filter(({ type, find }) => find && type.kind === 'collectionType')
  const ones = routes.filter(({ type, findOne }) => findOne || type.kind === 'singleType')
  const all = [...models.values()]
  const components = all.filter(({ model }) => model.modelType === 'component')
  const morphs = all.flatMap(({ links }) => links.filter(({ attribute }) => attribute.kind === 'morphTo'))
  const paths = routes.map(({ type, path }) => `  ${quoted(type.uid)}: ${quoted(path)}`)
  return [
    `${comment('The path of each content type, with the prefix of the API.')}\nexport interface Paths {\n${paths.join('\n')}\n}\n`,
    comment('The type at a path.'),
    'export type UidOf<P extends Paths[keyof Paths]> = {',
    '  [U in keyof Paths]: Paths[U] extends P ? U : never',
    '}[keyof Paths]\n',
    comment('Collections with a route that answers a list.'),
    `export type ListUid = ${uids(lists)}`,
    comment('Collections and single types with a route that answers one entry.'),
    `export type OneUid = ${uids(ones)}`,
    ...morphs.slice(0, 1).map(({ to }) => `type Findable = ${anyOf(to)}`),
    `type Components = { [U in ${uids(components.map(({ model }) => ({ type: model })))}]: true }\n`,
    `export type Locale = ${anyLocale ? 'string' : anyOf(locales.codes.map(({ code }) => code))}`,
    `export type PublicationFilter = ${anyOf(PUBLICATION_FILTERS)}`,
    `type CountsByDefault = ${settings.withCount}\n`,
  ].join('\n')
}

/** Returns the types that depend on the departures of the profile. */
function serverTypes({ models }: Seen, { profile }: SeenBy): string {
  const departs = departsIn(profile)
  const hasOrder = [...models.values()].filter(
    ({ model }) => model.modelType === 'component' && isScalar(model.attributes.get('order')),
  )
  return [
    comment('The departures from the documentation that change the shape of an answer, by their ids.'),
    `type Departs = ${anyOf(departs)}`,
    comment('Components with an attribute named `order`.'),
    `type Positioned = ${anyOf(hasOrder.map(({ model }) => model.uid))}\n`,
  ].join('\n')
}
