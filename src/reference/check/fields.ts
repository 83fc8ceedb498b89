/** `fields`: is each name a scalar attribute that may be answered? */
import type { FieldsSyntax } from '../parse/syntax.ts'
import { isInherited } from '../parse/url.ts'
import { crash, invalidKey, validation } from '../refusal.ts'
import type { Model } from '../schema/schema.ts'
import { isAnswerable } from '../schema/target.ts'
import * as before from '../strapi/releases/check.ts'
import { type CheckContext, report } from './context.ts'

/** `fields`, at the root or inside a populated attribute. */
export function checkFields(syntax: FieldsSyntax, model: Model, context: CheckContext): void {
  switch (syntax.kind) {
    case 'all':
      return
    case 'names':
      before.checkComponentFields(syntax.names, model, context)
      for (const name of syntax.names) checkName(name, model, context)
      return
    case 'empty':
      return checkEmpty(model, context)
    case 'gaps':
      return checkGaps(syntax.names, model, context)
    case 'malformed': {
      // Of a list that is no list of names, names are looked at for being names at all, and then its shape is.
      for (const name of syntax.names) if (isUnknown(name, model)) refuseUnknown(name, model, context)
      const message = 'Invalid fields parameter. Expected a string or an array of strings'
      return report('convert.fields', crash('shape-errors-400', 'fields.shape', message), context)
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
  if (attribute === undefined && isInherited(name)) refuseInherited(name, context)
}

/** A name that every object has: the real server takes it for an attribute until it passes for its column. */
function refuseInherited(name: string, context: CheckContext): void {
  report('query.run', crash('proto-names-500', 'fields.unknown', `Invalid key ${name}`), context)
}

/** Neither a scalar attribute nor a name that every entry or every object has. */
function isUnknown(name: string, model: Model): boolean {
  if (name === '*' || name === 'id' || name === 'documentId') return false
  const attribute = model.attributes.get(name)
  return attribute === undefined ? !isInherited(name) : attribute.kind !== 'scalar'
}

function refuseUnknown(name: string, model: Model, context: CheckContext): void {
  const { param } = context
  const attribute = model.attributes.get(name)
  if (attribute?.private === false && context.has('fields-of-links')) return
  const refusal = attribute
    ? invalidKey(name, { rule: 'fields.not-populate', path: name, param })
    : invalidKey(name, { rule: 'fields.unknown', path: null, param })
  report('fields.unknown', refusal, context)
}

function checkDocumentId({ modelType }: Model, context: CheckContext): void {
  if (modelType !== 'component') return
  const message = 'Invalid key documentId in fields: a component has none to select'
  report('query.run', crash('component-documentid-500', 'fields.unknown', message), context)
}

/** `fields=`: inside a populate a name that is empty, at the root an internal error of the real server. */
function checkEmpty(model: Model, context: CheckContext): void {
  if (context.param === 'populate') return checkName('', model, context)
  const old = before.emptyFields(context)
  if (old !== undefined) return report('names.again', old, context)
  const message = 'Invalid key  in fields: no name is given'
  report('query.run', crash('fields-empty-500', 'fields.unknown', message), context)
}

/** `fields[]=a&fields[]`: a list with a hole, in which the real server passes at names once only. */
function checkGaps(names: readonly string[], model: Model, context: CheckContext): void {
  if (!context.has('fields-null-bypass')) {
    const message = 'Invalid fields parameter. An item of the list has no value'
    return report('fields.unknown', validation('fields.shape', message), context)
  }
  for (const name of names) {
    const attribute = model.attributes.get(name)
    const isKnown = name === 'id' || name === 'documentId' || name === '*' || attribute?.kind === 'scalar'
    const path = attribute === undefined ? null : name
    const refusal = invalidKey(name, { rule: 'fields.unknown', path, param: null })
    if (isInherited(name)) refuseInherited(name, context)
    else if (!isKnown) report('names.again', refusal, context)
  }
}
