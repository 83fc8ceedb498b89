/**
 * Makes the replacement of the package `@strapi/utils`, for projects in which this package is not installed. The
 * replacement has the common exports of `@strapi/utils`.
 */

import { isOperator } from '../../../../../reference/operators/operators.ts'
import { ROOT_KEYS } from '../../../../../reference/parse/query.ts'
import { at, type Bag, type Call, call } from '../reach.ts'
import { arrays, async, file, objects, policy, setCreatorFields } from './basics.ts'
import { contentTypes, relations } from './content-types.ts'
import { env } from './env.ts'
import { errors } from './errors.ts'
import { hooks, providerFactory } from './hooks.ts'
import * as pagination from './pagination.ts'
import { parseType } from './parse-type.ts'
import { strings } from './strings.ts'
import { traverseEntity } from './traverse.ts'

/** The visitors for `traverseEntity`. Each visitor removes certain members of an entry, such as passwords. */
const visitors = {
  removePassword: visitor(({ attribute }) => at(attribute, 'type') === 'password'),
  removePrivate: visitor(({ schema, key }) => contentTypes.isPrivateAttribute(schema, String(key))),
  removeDynamicZones: visitor(({ attribute }) => contentTypes.isDynamicZoneAttribute(attribute)),
  removeMorphToRelations: visitor(({ attribute }) => contentTypes.isMorphToRelationalAttribute(attribute)),
  removeRestrictedFields: (fields: readonly string[] | null = null) =>
    visitor(({ path }) => {
      const name = String(at(path, 'attribute') ?? '')
      return fields === null || fields.some((field) => name === field || name.startsWith(`${field}.`))
    }),
}

/** Makes a visitor that removes each member of an entry for which `isRemoved` returns true. */
function visitor(isRemoved: (visit: Bag) => boolean): Call {
  return (visit, tools) => {
    const seen: Bag = Object(visit)
    if (isRemoved(seen)) call(tools, 'remove', seen['key'])
  }
}

const sanitizers = {
  sanitizePasswords: (context: unknown) => (entity: unknown) =>
    traverseEntity(visitors.removePassword, context, entity),
  defaultSanitizeOutput: (context: unknown, entity: unknown) =>
    traverseEntity(
      (visit: unknown, tools: unknown) => {
        visitors.removePassword(visit, tools)
        visitors.removePrivate(visit, tools)
      },
      context,
      entity,
    ),
}

/**
 * Returns the functions of `strapi.contentAPI.sanitize` or `strapi.contentAPI.validate`. At each call, the functions
 * of `sanitize` and `validate` use the current object `strapi`.
 */
const contentApiOf = (current: () => object, group: string): Bag =>
  Object.fromEntries(
    ['input', 'output', 'query', 'filters', 'sort', 'fields', 'populate'].map((name) => [
      name,
      (...given: readonly unknown[]) => call(at(current(), 'contentAPI', group), name, ...given),
    ]),
  )

/**
 * Makes a replacement for an export that needs the real package `@strapi/utils`. A call of the replaced export, and
 * a read of nearly any member of it, throws an error.
 */
function absent(name: string): unknown {
  const refuse = (): never => {
    throw Object.assign(new Error(`${name} of @strapi/utils needs the package: install @strapi/utils`), {
      missing: '@strapi/utils',
    })
  }
  return new Proxy(() => undefined, {
    apply: refuse,
    construct: refuse,
    get: (target, member) =>
      typeof member === 'symbol' || ['then', 'prototype', '__esModule'].includes(member)
        ? Reflect.get(target, member)
        : refuse(),
  })
}

const ABSENT = [
  'yup',
  'z',
  'validateYupSchema',
  'validateYupSchemaSync',
  'formatYupErrors',
  'validateZodSchema',
  'AbstractRouteValidator',
  'createContentApiRoutesFactory',
  'packageManager',
  'traverse',
  'template',
  'queryParams',
]

/**
 * Makes the replacement of the package `@strapi/utils`. @param current - A function that returns the object `strapi`
 * of the project.
 */
export function utilsOf(current: () => object): Bag {
  const sanitize = contentApiOf(current, 'sanitize')
  const validate = contentApiOf(current, 'validate')
  return {
    ...Object.fromEntries(ABSENT.map((name) => [name, absent(name)])),
    errors,
    env,
    parseType,
    async,
    arrays,
    objects,
    strings,
    file,
    policy,
    hooks,
    providerFactory,
    contentTypes,
    relations,
    pagination: { ...pagination },
    setCreatorFields,
    traverseEntity,
    isOperator: (key: unknown) => typeof key === 'string' && isOperator(key),
    ALLOWED_QUERY_PARAM_KEYS: [...ROOT_KEYS],
    RESERVED_INPUT_PARAM_KEYS: ['id', 'documentId'],
    sanitize: { contentAPI: sanitize, createAPISanitizers: () => sanitize, sanitizers, visitors },
    validate: { contentAPI: validate, createAPIValidators: () => validate, validators: {}, visitors: {} },
  }
}
