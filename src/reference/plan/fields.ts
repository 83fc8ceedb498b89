import type { FieldsSyntax } from '../parse/syntax.ts'
import { isInherited } from '../parse/url.ts'
import { crash, invalidKey, type Report, validation } from '../refusal.ts'
import type { Model } from '../schema/schema.ts'
import type { PlaceContext } from './context.ts'

/** `fields` → the scalar attributes to answer, in order. id and documentId are always there and never listed. */
export function planFields(syntax: FieldsSyntax, model: Model, context: PlaceContext): readonly string[] {
  const { cite } = context
  switch (syntax.kind) {
    case 'all':
      cite('entry.default-scalars')
      return publicScalars(model)
    case 'empty':
      return emptyFields(model, context)
    case 'gaps':
      return gappedFields(syntax.names, model, context)
    case 'malformed':
      checkNames(syntax.names, model, beforeShape(context))
      context.report(
        'convert.fields',
        validation('fields.shape', 'Invalid fields parameter. Expected a string or an array of strings'),
      )
      return []
    case 'names':
      cite('param.fields')
      cite(syntax.names.length === 1 ? 'fields.one' : 'fields.several')
      checkNames(syntax.names, model, context)
      return select(syntax.names, model, context)
  }
}

/** Of a list that is no list of names, names are looked at for being names at all, and then its shape is. */
function beforeShape(context: PlaceContext): PlaceContext {
  const report: Report = (stage, refusal) => {
    if (stage === 'fields.unknown') context.report(stage, refusal)
  }
  return { ...context, report }
}

/** Every scalar that may be answered, in schema order. */
export function publicScalars(model: Model): string[] {
  return [...model.attributes.values()].filter(isAnswerable).map((attribute) => attribute.name)
}

const isAnswerable = (attribute: { kind: string; private: boolean; type?: string }): boolean =>
  attribute.kind === 'scalar' && !attribute.private && attribute.type !== 'password'

function select(names: readonly string[], model: Model, { cite }: PlaceContext): string[] {
  if (names.includes('*')) return publicScalars(model)
  cite('fields.restricts')
  cite('fields.keeps-ids')
  const attributes = [...new Set(names)].map((name) => model.attributes.get(name))
  return attributes.flatMap((attribute) => (attribute && isAnswerable(attribute) ? [attribute.name] : []))
}

function checkNames(names: readonly string[], model: Model, context: PlaceContext): void {
  for (const name of names) checkName(name, model, context)
}

function checkName(name: string, model: Model, context: PlaceContext): void {
  const { report, param } = context
  if (name === '*' || name === 'id') return
  if (name === 'documentId') {
    if (model.modelType === 'component') {
      const message = 'Invalid key documentId in fields: a component has none to select'
      report('query.run', crash('component-documentid-500', 'fields.unknown', message))
    }
    return
  }
  const attribute = model.attributes.get(name)
  if (attribute === undefined) {
    if (isInherited(name))
      report('query.run', crash('proto-names-500', 'fields.unknown', `Invalid key ${name}`))
    else report('fields.unknown', invalidKey(name, { rule: 'fields.unknown', path: null, param }))
  } else if (attribute.kind !== 'scalar') {
    report('fields.unknown', invalidKey(name, { rule: 'fields.not-populate', path: name, param }))
  } else if (!isAnswerable(attribute)) {
    const stage = attribute.private ? 'fields.private' : 'fields.password'
    report(stage, invalidKey(name, { rule: 'fields.private', path: name, param }))
  }
}

/** `fields=`: inside a populate a name that is empty, at the root an internal error of the real server. */
function emptyFields(model: Model, context: PlaceContext): readonly string[] {
  if (context.param === 'populate') checkName('', model, context)
  else
    context.report(
      'query.run',
      crash('fields-empty-500', 'fields.unknown', 'Invalid key  in fields: no name is given'),
    )
  return []
}

/** `fields[]=a&fields[]`: a list with a hole. */
function gappedFields(names: readonly string[], model: Model, context: PlaceContext): readonly string[] {
  if (!context.has('fields-null-bypass')) {
    context.report(
      'fields.unknown',
      validation('fields.shape', 'Invalid fields parameter. An item of the list has no value'),
    )
    return []
  }
  for (const name of names) {
    const attribute = model.attributes.get(name)
    const known = name === 'id' || name === 'documentId' || name === '*' || attribute?.kind === 'scalar'
    const path = attribute === undefined ? null : name
    if (!known) context.report('names.again', invalidKey(name, { rule: 'fields.unknown', path, param: null }))
  }
  return select(names, model, context)
}
