/** Checks that each name in `fields` is a scalar attribute that the answer may show. */
import type { FieldsSyntax } from '../parse/syntax.ts'
import { isInherited } from '../parse/url.ts'
import { invalidKey, validation } from '../refusal.ts'
import type { Model } from '../schema/schema.ts'
import { isAnswerable } from '../schema/target.ts'
import * as failure from '../strapi/check/failures.ts'
import * as real from '../strapi/check/fields.ts'
import { type CheckContext, report } from './context.ts'

/** Checks `fields`, at the root or inside a populated attribute. */
export function checkFields(syntax: FieldsSyntax, model: Model, context: CheckContext): void {
  switch (syntax.kind) {
    case 'all':
      return
    case 'names':
      real.checkComponentFields(syntax.names, model, context)
      for (const name of syntax.names) checkName(name, model, context)
      return
    case 'empty':
      return checkEmpty(model, context)
    case 'gaps':
      return checkGaps(syntax.names, model, context)
    case 'malformed': {
      // The real server checks the names in `fields` before it checks the shape of the value.
      for (const name of syntax.names) if (isUnknown(name, model)) refuseUnknown(name, model, context)
      const message = 'Invalid fields parameter. Expected a string or an array of strings'
      return report('convert.fields', failure.ofShape('fields.shape', message), context)
    }
  }
}

function checkName(name: string, model: Model, context: CheckContext): void {
  if (isUnknown(name, model)) return refuseUnknown(name, model, context)
  if (name === 'documentId') return checkDocumentId(model, context)
  const attribute = model.attributes.get(name)
  if (attribute !== undefined && !isAnswerable(attribute)) {
    const stage = attribute.private ? 'fields.private' : 'fields.password'
    report(stage, invalidKey(name, { rule: 'fields.private', path: name, param: context.param }), context)
  }
  if (attribute === undefined && isInherited(name)) real.refuseInherited(name, context)
}

/**
 * Returns whether a name in `fields` is unknown. Known names in `fields` are scalar attributes, ids, `*`, and names
 * that every JavaScript object inherits.
 */
function isUnknown(name: string, model: Model): boolean {
  if (name === '*' || name === 'id' || name === 'documentId') return false
  const attribute = model.attributes.get(name)
  return attribute === undefined ? !isInherited(name) : attribute.kind !== 'scalar'
}

function refuseUnknown(name: string, model: Model, context: CheckContext): void {
  const { param } = context
  const attribute = model.attributes.get(name)
  if (real.ignoresLink(attribute, context)) return
  const refusal = attribute
    ? invalidKey(name, { rule: 'fields.not-populate', path: name, param })
    : invalidKey(name, { rule: 'fields.unknown', path: null, param })
  report('fields.unknown', refusal, context)
}

function checkDocumentId({ modelType }: Model, context: CheckContext): void {
  if (modelType !== 'component') return
  const message = 'Invalid key documentId in fields: a component has no documentId'
  report('query.run', failure.ofComponentId('fields.unknown', message), context)
}

/**
 * Checks `fields=` without names. Inside a populate, the empty text in `fields` is an unknown name. At the root of
 * the query, the real server answers 500 to an empty `fields=`.
 */
function checkEmpty(model: Model, context: CheckContext): void {
  if (context.param === 'populate') return checkName('', model, context)
  const earlier = real.refusalOfEmpty(context)
  if (earlier !== undefined) return report('names.again', earlier, context)
  const message = 'Invalid key  in fields: no name is given'
  report('query.run', failure.ofEmptyFields('fields.unknown', message), context)
}

/** Checks a `fields` list in which an item has no value: `fields[]=a&fields[]`. */
function checkGaps(names: readonly string[], model: Model, context: CheckContext): void {
  if (real.dropsEmptyItems(context)) return real.checkOtherItems(names, model, context)
  const message = 'Invalid fields parameter. An item of the list has no value'
  report('fields.unknown', validation('fields.shape', message), context)
  // The real server checks all names of `fields` in the same step. Therefore, the answer reports only the first
  // faulty name in `fields`.
  for (const name of names) checkName(name, model, context)
}
