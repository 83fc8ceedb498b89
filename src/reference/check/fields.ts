/** `fields`: is each name a scalar attribute that may be answered? */
import type { FieldsSyntax } from '../parse/syntax.ts'
import { isInherited } from '../parse/url.ts'
import { crash, invalidKey, validation } from '../refusal.ts'
import type { Model } from '../schema/schema.ts'
import { isAnswerable } from '../schema/target.ts'
import * as before from '../strapi/releases/check.ts'
import { type Judge, notice } from './judge.ts'

/** `fields`, at the root or inside a populated attribute. */
export function checkFields(syntax: FieldsSyntax, model: Model, judge: Judge): void {
  switch (syntax.kind) {
    case 'all':
      return
    case 'names':
      before.checkComponentFields(syntax.names, model, judge)
      for (const name of syntax.names) checkName(name, model, judge)
      return
    case 'empty':
      return checkEmpty(model, judge)
    case 'gaps':
      return checkGaps(syntax.names, model, judge)
    case 'malformed': {
      // Of a list that is no list of names, names are looked at for being names at all, and then its shape is.
      for (const name of syntax.names) if (isStranger(name, model)) refuseStranger(name, model, judge)
      const message = 'Invalid fields parameter. Expected a string or an array of strings'
      return notice('convert.fields', crash('shape-errors-400', 'fields.shape', message), judge)
    }
  }
}

function checkName(name: string, model: Model, judge: Judge): void {
  if (isStranger(name, model)) return refuseStranger(name, model, judge)
  if (name === 'documentId') return checkDocumentId(model, judge)
  const attribute = model.attributes.get(name)
  if (attribute !== undefined && !isAnswerable(attribute)) {
    const stage = attribute.private ? 'fields.private' : 'fields.password'
    notice(stage, invalidKey(name, { rule: 'fields.private', path: name, param: judge.param }), judge)
  }
  if (attribute === undefined && isInherited(name)) refuseInherited(name, judge)
}

/** A name that every object has: the real server takes it for an attribute until it looks for its column. */
function refuseInherited(name: string, judge: Judge): void {
  notice('query.run', crash('proto-names-500', 'fields.unknown', `Invalid key ${name}`), judge)
}

/** Neither a scalar attribute nor a name that every entry or every object has. */
function isStranger(name: string, model: Model): boolean {
  if (name === '*' || name === 'id' || name === 'documentId') return false
  const attribute = model.attributes.get(name)
  return attribute === undefined ? !isInherited(name) : attribute.kind !== 'scalar'
}

function refuseStranger(name: string, model: Model, judge: Judge): void {
  const { param } = judge
  const attribute = model.attributes.get(name)
  if (attribute?.private === false && judge.has('fields-of-links')) return
  const refusal = attribute
    ? invalidKey(name, { rule: 'fields.not-populate', path: name, param })
    : invalidKey(name, { rule: 'fields.unknown', path: null, param })
  notice('fields.unknown', refusal, judge)
}

function checkDocumentId({ modelType }: Model, judge: Judge): void {
  if (modelType !== 'component') return
  const message = 'Invalid key documentId in fields: a component has none to select'
  notice('query.run', crash('component-documentid-500', 'fields.unknown', message), judge)
}

/** `fields=`: inside a populate a name that is empty, at the root an internal error of the real server. */
function checkEmpty(model: Model, judge: Judge): void {
  if (judge.param === 'populate') return checkName('', model, judge)
  const old = before.emptyFields(judge)
  if (old !== undefined) return notice('names.again', old, judge)
  const message = 'Invalid key  in fields: no name is given'
  notice('query.run', crash('fields-empty-500', 'fields.unknown', message), judge)
}

/** `fields[]=a&fields[]`: a list with a hole, in which the real server looks at names once only. */
function checkGaps(names: readonly string[], model: Model, judge: Judge): void {
  if (!judge.has('fields-null-bypass')) {
    const message = 'Invalid fields parameter. An item of the list has no value'
    return notice('fields.unknown', validation('fields.shape', message), judge)
  }
  for (const name of names) {
    const attribute = model.attributes.get(name)
    const isKnown = name === 'id' || name === 'documentId' || name === '*' || attribute?.kind === 'scalar'
    const path = attribute === undefined ? null : name
    const refusal = invalidKey(name, { rule: 'fields.unknown', path, param: null })
    if (isInherited(name)) refuseInherited(name, judge)
    else if (!isKnown) notice('names.again', refusal, judge)
  }
}
