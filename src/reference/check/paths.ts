/** Dotted populate paths: does every name but the last lead on, and is the last one populatable? */
import { isOpen } from '../access.ts'
import { attributesOf, followedClauses } from '../names/paths.ts'
import type { PopulateClause, PopulateSyntax } from '../parse/syntax.ts'
import { invalidKey, join } from '../refusal.ts'
import type { Model } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import * as before from '../strapi/releases/populate-texts.ts'
import { type Judge, notice } from './judge.ts'
import type { PopulateLevel } from './level.ts'
import { endsPath, leadsThroughZone, nextModel } from './zone-paths.ts'

export function checkPaths(
  syntax: Extract<PopulateSyntax, { kind: 'paths' }>,
  level: PopulateLevel,
  judge: Judge,
): void {
  if (before.readsTextsAsObjects(judge)) before.checkTexts(syntax, level, judge)
  else checkTexts(syntax, level, judge)
  for (const clause of followedClauses(syntax, judge.has)) checkPrivate(clause, level, judge)
  if (
    !level.nested &&
    judge.has('morph-in-list') &&
    syntax.clauses.some(({ text }) => isOpenMorph(text, level, judge))
  )
    for (const clause of syntax.clauses)
      checkVerbatim(clause, level, { ...judge, param: null }, 'names.again')
}

function checkTexts(
  { clauses }: Extract<PopulateSyntax, { kind: 'paths' }>,
  level: PopulateLevel,
  judge: Judge,
): void {
  for (const { paths } of clauses) for (const path of paths) checkPath(path, level.model, judge)
  if (level.nested) for (const clause of clauses) checkVerbatim(clause, level, judge, 'populate.names')
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

/** Under a nested `populate` a text is one path, as written: `a,b` is a name with a comma in it. */
function checkVerbatim(
  { text }: PopulateClause,
  level: PopulateLevel,
  judge: Judge,
  stage: 'populate.names' | 'names.again',
): void {
  const { param } = judge
  let { model, path, raw } = level
  const names = text.split('.')
  for (const [at, name] of names.entries()) {
    const attribute = model.attributes.get(name)
    if (attribute === undefined) {
      const refusal = invalidKey(name, { rule: 'populate.nested-name', path, param })
      return notice(stage, refusal, judge)
    }
    path = join(path, name)
    raw = join(raw, name)
    if (attribute.kind === 'zone' && at < names.length - 1) {
      const refusal = invalidKey('populate', { rule: 'populate.zone-nested', path: raw, param })
      return notice(stage, refusal, judge)
    }
    const target = targetOf(judge.schema, attribute)
    if (target === undefined) return
    model = target
    raw = join(raw, 'populate')
  }
}

/** Whether a path ends at something of several kinds of which the role sees one. */
function isOpenMorph(text: string, { model }: PopulateLevel, judge: Judge): boolean {
  const names = text.split('.')
  const attributes = attributesOf(names, model, judge.schema)
  const last = attributes.at(-1)
  const isWhole = attributes.length === names.length && attributes.every((one) => isOpen(one, judge))
  return isWhole && last?.kind === 'morphTo'
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
