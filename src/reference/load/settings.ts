/** Reads the file settings.json of a dataset. */
import { type Json, type JsonObject, member } from '../../util/json.ts'
import type { Settings } from '../graph/graph.ts'
import { at, type Place, type Report, shown } from '../schema/fault.ts'
import { optionalFlag, optionalObject, readObject, refuseOtherKeys } from '../schema/shape.ts'
import { DEFAULT_FILES } from './files/files.ts'

const DEFAULTS: Settings = DEFAULT_FILES.settings.rest

/** Reads the content of settings.json, in which every key is optional. */
export function readSettings(json: Json, file: Place, report: Report): Settings {
  const whole = readObject(json, file, report) ?? {}
  refuseOtherKeys(whole, ['rest'], file, report)
  const rest = optionalObject(whole, 'rest', file, report)
  const place = at(file, 'rest')
  refuseOtherKeys(rest, Object.keys(DEFAULTS), place, report)
  return {
    prefix: readPrefix(rest, place, report),
    defaultLimit: readLimit(rest, 'defaultLimit', place, report) ?? DEFAULTS.defaultLimit,
    maxLimit: member(rest, 'maxLimit') === null ? null : readLimit(rest, 'maxLimit', place, report),
    withCount: optionalFlag(rest, 'withCount', place, report, DEFAULTS.withCount),
    strictParams: optionalFlag(rest, 'strictParams', place, report, DEFAULTS.strictParams),
  }
}

/**
 * The pattern of a valid path prefix: a URL path whose characters need no percent-encoding, because an encoded path
 * can be written in several ways.
 */
const PREFIX = /^(?:\/[\w.~!$&'()*+,;=:@-]+)*$/
/** The pattern of the path segments `.` and `..`, which clients resolve before they send a URL. */
const DOTS = /\/\.{1,2}(?:\/|$)/

function readPrefix(rest: JsonObject, place: Place, report: Report): string {
  const prefix = member(rest, 'prefix')
  if (prefix === undefined) return DEFAULTS.prefix
  if (typeof prefix === 'string' && PREFIX.test(prefix) && !DOTS.test(prefix)) return prefix
  const expected = 'a URL path that starts with / and does not end with /, or ""'
  report(at(place, 'prefix'), { message: 'not a prefix', expected, found: shown(prefix) })
  return DEFAULTS.prefix
}

function readLimit(rest: JsonObject, key: string, place: Place, report: Report): number | null {
  const limit = member(rest, key)
  if (limit === undefined) return null
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0) return limit
  report(at(place, key), { message: 'not a limit', expected: 'a whole number above 0', found: shown(limit) })
  return null
}
