/** Dotted populate paths: does every name but the last lead on, and is the last one populatable? */
import { attributesOf, followedClauses } from '../names/paths.ts'
import type { PopulateClause, PopulateSyntax } from '../parse/syntax.ts'
import { invalidKey, join } from '../refusal.ts'
import type { Attribute, Model, Schema, ZoneAttribute } from '../schema/schema.ts'
import { modelOf, targetOf } from '../schema/target.ts'
import { type Judge, notice } from './judge.ts'
import type { PopulateLevel } from './populate-faults.ts'

export function checkPaths(
  syntax: Extract<PopulateSyntax, { kind: 'paths' }>,
  level: PopulateLevel,
  judge: Judge,
): void {
  for (const { paths } of syntax.clauses) for (const path of paths) checkPath(path, level.model, judge)
  if (level.nested) for (const clause of syntax.clauses) checkVerbatim(clause, level, judge)
  for (const clause of followedClauses(syntax, judge.has)) checkPrivate(clause, level, judge)
}

function checkPath(path: readonly string[], root: Model, judge: Judge): void {
  const refuse = (name: string, at: string): void =>
    notice(
      'populate.names',
      invalidKey(name, { rule: 'populate.unknown', path: at, param: judge.param }),
      judge,
    )
  let model = root
  let above: string | null = null
  for (const [at, name] of path.entries()) {
    const here: string = join(above, name)
    const attribute = model.attributes.get(name)
    if (attribute === undefined || attribute.kind === 'scalar') return refuse(name, here)
    const next = path[at + 1]
    if (next === undefined) return
    if (attribute.kind === 'zone') {
      const isSound = leadsThroughZone(attribute, path.slice(at + 1), judge)
      return isSound ? undefined : refuse(next, join(here, next))
    }
    const target = nextModel(attribute, judge.schema)
    if (target === undefined) return refuse(name, here)
    if (endsPath(attribute, judge)) return refuse(next, join(here, next))
    above = here
    model = target
  }
}

/** Files lead no further, and neither does what is of several kinds. */
const nextModel = (attribute: Attribute, schema: Schema): Model | undefined =>
  attribute.kind === 'media' ? undefined : targetOf(schema, attribute)

/** Read by the letter, a path leads through what an entry holds, and a relation is its end. */
const endsPath = ({ kind }: Attribute, { has }: Judge): boolean =>
  kind !== 'component' && has('paths-of-components')

/**
 * Whether a path is sound for some choice of a component in each zone that it goes through. All choices are followed at
 * once, a name at a time: what counts is at which models one may be, of which there are no more than the schema has.
 */
function leadsThroughZone(zone: ZoneAttribute, path: readonly string[], judge: Judge): boolean {
  const { schema } = judge
  let inZone = new Set(modelsOf(zone, schema))
  let elsewhere = new Set<Model>()
  for (const [at, name] of path.entries()) {
    const isLast = at === path.length - 1
    const nextInZone = new Set<Model>()
    const next = new Set<Model>()
    for (const model of inZone) {
      const attribute = model.attributes.get(name)
      if (attribute === undefined) continue
      if (isLast) return true
      const target = nextModel(attribute, schema)
      if (target !== undefined && !endsPath(attribute, judge)) next.add(target)
    }
    for (const model of elsewhere) {
      const attribute = model.attributes.get(name)
      if (attribute === undefined || attribute.kind === 'scalar') continue
      if (isLast) return true
      if (attribute.kind === 'zone') for (const kind of modelsOf(attribute, schema)) nextInZone.add(kind)
      const target = nextModel(attribute, schema)
      if (target !== undefined && !endsPath(attribute, judge)) next.add(target)
    }
    inZone = nextInZone
    elsewhere = next
  }
  return false
}

const modelsOf = ({ components }: ZoneAttribute, schema: Schema): readonly Model[] =>
  components.flatMap((uid) => modelOf(schema, uid) ?? [])

/** Under a nested `populate` a text is one path, as written: `a,b` is a name with a comma in it. */
function checkVerbatim({ text }: PopulateClause, level: PopulateLevel, judge: Judge): void {
  const { param } = judge
  let { model, path, raw } = level
  const names = text.split('.')
  for (const [at, name] of names.entries()) {
    const attribute = model.attributes.get(name)
    if (attribute === undefined) {
      const refusal = invalidKey(name, { rule: 'populate.nested-name', path, param })
      return notice('populate.names', refusal, judge)
    }
    path = join(path, name)
    raw = join(raw, name)
    if (attribute.kind === 'zone' && at < names.length - 1) {
      const refusal = invalidKey('populate', { rule: 'populate.zone-nested', path: raw, param })
      return notice('populate.names', refusal, judge)
    }
    const target = targetOf(judge.schema, attribute)
    if (target === undefined) return
    model = target
    raw = join(raw, 'populate')
  }
}

/** Private names are refused; in a comma list the real server sees only as far as the first comma. */
function checkPrivate(clause: PopulateClause, level: PopulateLevel, judge: Judge): void {
  const { param, schema } = judge
  const paths = judge.has('comma-populate-bypass') ? [clause.text.split('.')] : clause.paths
  for (const names of paths) {
    let path = level.path
    for (const attribute of attributesOf(names, level.model, schema)) {
      path = join(path, attribute.name)
      if (!attribute.private) continue
      const refusal = invalidKey(attribute.name, { rule: 'populate.private', path, param })
      notice('populate.names', refusal, judge)
    }
  }
}
