/** Collects the requests of the suite to the guide's dataset. */
import { join } from 'node:path'
import { type ApiRequest, createContentApi, loadDataset } from '../../src/index.ts'
import { loadSuite } from '../../src/oracle/suite/suite.ts'
import { root } from '../house/sources.ts'

export const guide = loadDataset(join(root, 'fixtures/guide'))
export const guideApi = createContentApi(guide)

export const guideRequests: readonly ApiRequest[] = loadSuite()
  .filter(({ dataset }) => dataset === 'guide')
  .map(({ request: { url, token } }) => ({
    url,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  }))
