/** The regular expressions in the sources that are applied to texts of other people. */

import { sources } from '../house/sources.ts'
import { patternsIn } from '../support/patterns.ts'

const FOLDERS = [
  'reference',
  'server',
  'util',
  'oracle',
  'sources',
  'tools/types',
  'tools/openapi',
  'writing',
  'cli',
].map((room) => `src/${room}`)
export const files = FOLDERS.flatMap(sources)
export const found = files.flatMap(({ path, text }) =>
  patternsIn(text).map((pattern) => ({ path, ...pattern })),
)
