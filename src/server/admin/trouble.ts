/** `/_populace/trouble`: reads and replaces the rules of fault injection, for all worlds or for one world. */
import type { ApiResponse } from '../../reference/api.ts'
import type { ReplaceableFaults } from '../faults/changing.ts'
import { RuleError, readRules } from '../faults/rule.ts'
import type { MockRequest } from '../layer.ts'
import { bodyOf, json, NOTHING, notAllowed, worldIn, wrong } from './answers.ts'

const FULL =
  'The rules of single worlds take too much memory: DELETE /_populace/trouble?world=NAME frees some'

export async function changeFaults(
  request: MockRequest,
  query: URLSearchParams,
  faults: ReplaceableFaults,
): Promise<ApiResponse> {
  const world = worldIn(query)
  if (typeof world === 'object') return world
  switch (request.method ?? 'GET') {
    case 'GET':
      return json(200, faults.written(world))
    case 'DELETE':
      faults.use([], [], world)
      return NOTHING
    case 'PUT': {
      const body = await bodyOf(request)
      if (typeof body === 'string') return wrong(400, body)
      try {
        return faults.use(readRules(body.value, ''), body.value, world) ? NOTHING : wrong(503, FULL)
      } catch (error) {
        if (error instanceof RuleError) return json(422, { error: error.message, pointer: error.pointer })
        throw error
      }
    }
    default:
      return notAllowed('GET, PUT, DELETE')
  }
}
