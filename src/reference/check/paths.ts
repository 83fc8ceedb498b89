/**
 * Checks dotted populate paths. Each name must lead to another model, and the last name must be an attribute that a
 * request can populate.
 */
import { attributesOf, followedClauses, namesOf } from '../names/paths.ts'
import type { PopulateClause, PopulateSyntax } from '../parse/syntax.ts'
import { invalidKey, join } from '../refusal.ts'
import type { Model } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import * as real from '../strapi/check/paths.ts'
import * as texts from '../strapi/check/populate-texts.ts'
import { type CheckContext, report } from './context.ts'
import type { PopulateLevel } from './level.ts'
import { leadsThroughZone, nextModel } from './zone-paths.ts'

export function checkPaths(
  syntax: Extract<PopulateSyntax, { kind: 'paths' }>,
  level: PopulateLevel,
  context: CheckContext,
): void {
  if (texts.readsTextsAsObjects(context)) texts.checkTexts(syntax, level, context)
  else checkTexts(syntax, level, context)
  for (const clause of followedClauses(syntax, context.has)) checkPrivate(clause, level, context)
  if (real.checksTextsAgain(syntax.clauses, level, context))
    for (const clause of syntax.clauses)
      checkVerbatim(clause, level, { ...context, param: null }, 'names.again')
}

function checkTexts(
  { clauses }: Extract<PopulateSyntax, { kind: 'paths' }>,
  level: PopulateLevel,
  context: CheckContext,
): void {
  for (const { paths } of clauses) for (const path of paths) checkPath(path, level.model, context)
  if (level.nested) for (const clause of clauses) checkVerbatim(clause, level, context, 'populate.names')
}

function checkPath(path: readonly string[], root: Model, context: CheckContext): void {
  const refuse = (name: string, at: string): void =>
    report(
      'populate.names',
      invalidKey(name, { rule: 'populate.unknown', path: at, param: context.param }),
      context,
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
      const isSound = leadsThroughZone(attribute, path.slice(at + 1), context)
      return isSound ? undefined : refuse(next, join(here, next))
    }
    const target = nextModel(attribute, context.schema)
    if (target === undefined) return refuse(name, here)
    if (real.endsPath(attribute, context)) return refuse(next, join(here, next))
    above = here
    model = target
  }
}

/**
 * Checks a text in a nested `populate` as one path. In a nested `populate`, `a,b` is a single name with a comma, and
 * only the start of a text may have empty names.
 */
function checkVerbatim(
  { text }: PopulateClause,
  level: PopulateLevel,
  context: CheckContext,
  stage: 'populate.names' | 'names.again',
): void {
  const { param } = context
  let { model, path, raw } = level
  const names = namesOf(text)
  for (const [at, name] of names.entries()) {
    const attribute = model.attributes.get(name)
    if (attribute === undefined) {
      const refusal = invalidKey(name, { rule: 'populate.nested-name', path, param })
      return report(stage, refusal, context)
    }
    path = join(path, name)
    raw = join(raw, name)
    if (attribute.kind === 'zone' && at < names.length - 1) {
      const refusal = invalidKey('populate', { rule: 'populate.zone-nested', path: raw, param })
      return report(stage, refusal, context)
    }
    const target = targetOf(context.schema, attribute)
    if (target === undefined) return
    model = target
    raw = join(raw, 'populate')
  }
}

/** Reports each private attribute that a populate path names. */
function checkPrivate(clause: PopulateClause, level: PopulateLevel, context: CheckContext): void {
  const { param, schema } = context
  for (const names of real.checkedPaths(clause, context)) {
    let path = level.path
    for (const attribute of attributesOf(names, level.model, schema)) {
      path = join(path, attribute.name)
      if (!attribute.private) continue
      const refusal = invalidKey(attribute.name, { rule: 'populate.private', path, param })
      report('populate.names', refusal, context)
    }
  }
}
