/**
 * Tests that a phase of the reference names no departure of the real server, but calls a function for the departure.
 */
import { describe, expect, test } from 'vitest'
import { CHANGE_IDS, type Departure } from '../../src/reference/strapi/changes.ts'
import { QUIRK_IDS } from '../../src/reference/strapi/quirks.ts'
import { type Source, sources } from './sources.ts'

/** The folders and files of `src/reference` that may not contain the id of a departure. */
const CLEAN = ['plan', 'names', 'parse', 'evaluate', 'respond', 'cite', 'fast', 'schema', 'graph', 'load']
const CLEAN_FILES = [
  'access',
  'api',
  'not-found',
  'prepare',
  'read',
  'request',
  'response',
  'route',
  'values',
]

/** Departures whose ids are also query parameters: code names such a departure only in a call of `has`. */
const PARAMETERS: readonly Departure[] = ['hasPublishedVersion', 'publicationFilter']

const IDS: readonly Departure[] = [...QUIRK_IDS, ...CHANGE_IDS]

/** Returns the departures whose ids a file contains. */
const namedIn = ({ text }: Pick<Source, 'text'>): readonly Departure[] =>
  IDS.filter((id) => text.includes(PARAMETERS.includes(id) ? `has('${id}')` : `'${id}'`))

const all = sources('src/reference')
const filesOf = (folder: string): readonly Source[] =>
  all.filter(({ path }) => path.startsWith(`src/reference/${folder}/`))

const strays = (files: readonly Source[]): readonly string[] =>
  files.flatMap((file) => namedIn(file).map((id) => `${file.path} names ${id}`))

describe('the clean phases', () => {
  test('the check of the sources finds departures by their ids', () => {
    expect(namedIn({ text: "if (has('ne-array-or') || has('publicationFilter')) return 'any'" })).toEqual([
      'ne-array-or',
      'publicationFilter',
    ])
    expect(namedIn({ text: "const KEYS = ['publicationFilter', 'hasPublishedVersion']" })).toEqual([])
    expect(strays(filesOf('strapi')).length).toBeGreaterThan(IDS.length)
  })

  test.each(CLEAN)('no file of %s names a departure', (folder) => {
    const files = filesOf(folder)
    expect(files.length).toBeGreaterThan(0)
    expect(strays(files)).toEqual([])
  })

  test('no file of CLEAN_FILES names a departure', () => {
    const paths = CLEAN_FILES.map((name) => `src/reference/${name}.ts`)
    const files = all.filter(({ path }) => paths.includes(path))
    expect(files.map(({ path }) => path).sort()).toEqual(paths.sort())
    expect(strays(files)).toEqual([])
  })

  test('only strapi and the plan use `asReal`, the member that holds departures', () => {
    const readers = all.filter(({ text }) => /\basReal\b/.test(text)).map(({ path }) => path)
    const phases = readers.filter((path) => !path.startsWith('src/reference/strapi/'))
    expect(phases.filter((path) => !path.startsWith('src/reference/plan/'))).toEqual([
      'src/reference/fast/index/indexes.ts',
      'src/reference/prepare.ts',
    ])
  })
})
