/** Tests that the types under the profile of an earlier release keep the limits that the schema files state. */
import { expect, test } from 'vitest'
import { openapiOf } from '../../src/tools/openapi/index.ts'
import { declarationsOf } from '../../src/tools/types/index.ts'
import { graphOf } from '../support/datasets.ts'

// Before 5.35.0, a file has no `focalPoint`, so the graph of the profile is not the loaded graph.
const PROFILES = ['strapi-5.54-sqlite', 'strapi-5.23.2-sqlite', 'strapi-5.0.0-sqlite', 'guide']

test.each(PROFILES)(
  'under the profile %s, a body must contain the required attributes of its schema',
  (profile) => {
    const [, bodies = ''] = declarationsOf(graphOf('guide'), { profile }).split('export interface Inputs')
    const [, category = ''] = bodies.split("'api::category.category': {")
    expect(category.trimStart().split('\n')[0]).toBe('name: string')
    const { components } = JSON.parse(JSON.stringify(openapiOf(graphOf('guide'), { profile })))
    expect(components.schemas.CategoryCreate.required).toEqual(['name'])
  },
)
