/** Tests the explanation of an answer with all relations, for a caller who is no developer. */
import { test } from 'vitest'
import { createContentApi } from '../../src/core.ts'
import { graphOf } from '../support/datasets.ts'
import { expectNothingPrivate } from './outsiders.ts'

test('an explanation with all relations, for a caller who is no developer, contains nothing private and no cost', () => {
  expectNothingPrivate(createContentApi(graphOf('strapi-5.54')), '/api/articles?populate=*')
})
