/** Reads the file locales.json of a dataset. */
import { type Json, member } from '../../util/json.ts'
import type { Locales } from '../graph/graph.ts'
import { at, expectedName, hiding, type Place, type Report, shown } from '../schema/fault.ts'
import { readList, readObject, readText, readTexts, refuseOtherKeys } from '../schema/shape.ts'

const ALL_LOCALES = '*'

type Locale = Locales['codes'][number]

/** Reads the content of locales.json; reports duplicate codes, and a default locale that is not in the list. */
export function readLocales(json: Json, file: Place, report: Report): Locales {
  const lost = hiding(file.file, report)
  const whole = readObject(json, file, lost)
  if (whole === undefined) return { default: '', codes: [] }
  refuseOtherKeys(whole, ['default', 'locales', 'unlisted'], file, report)
  const codes = readCodes(member(whole, 'locales'), at(file, 'locales'), report)
  const standard = readText(member(whole, 'default'), at(file, 'default'), lost) ?? ''
  const others = member(whole, 'unlisted')
  const unlisted = others === undefined ? undefined : readTexts(others, at(file, 'unlisted'), report)
  const locales = { default: standard, codes, ...(unlisted === undefined ? {} : { unlisted }) }
  if (standard !== '' && !isLocale(standard, locales)) {
    report(at(file, 'default'), { ...unknownLocale(standard, codes), hides: file.file })
  }
  return locales
}

const sets = new WeakMap<Locales, ReadonlySet<string>>()

/**
 * Returns whether locales.json contains a locale code, in the list `locales` or `unlisted`. The lookup of a locale
 * code takes constant time.
 */
export function isLocale(code: string, locales: Locales): boolean {
  const set =
    sets.get(locales) ?? new Set([...locales.codes.map((locale) => locale.code), ...(locales.unlisted ?? [])])
  sets.set(locales, set)
  return set.has(code)
}

/** Returns the fault of a locale that locales.json does not list. */
export const unknownLocale = (code: string, codes: readonly Locale[]) => ({
  message: 'unknown locale',
  expected: expectedName('a locale of locales.json', code, codesOf(codes)),
  found: shown(code),
  sought: ['locales.json'],
  missing: `locale ${code}`,
})

function* codesOf(locales: readonly Locale[]): Generator<string> {
  for (const { code } of locales) yield code
}

function readCodes(json: Json | undefined, place: Place, report: Report): readonly Locale[] {
  const codes = new Map<string, Locale>()
  const lost = hiding(place.file, report)
  for (const [index, item] of (readList(json, place, lost) ?? []).entries()) {
    const here = at(place, index)
    const locale = readObject(item, here, lost)
    if (locale === undefined) continue
    refuseOtherKeys(locale, ['code', 'name'], here, report)
    const code = readText(member(locale, 'code'), at(here, 'code'), lost)
    if (code === undefined) continue
    const name = readText(member(locale, 'name') ?? code, at(here, 'name'), report) ?? code
    if (code === ALL_LOCALES) {
      const expected = 'a code; a request uses * for all locales'
      report(at(here, 'code'), { message: 'not a locale', expected, found: shown(code) })
    }
    if (codes.has(code)) {
      const expected = 'each locale once'
      report(at(here, 'code'), { message: 'duplicate locale', expected, found: shown(code) })
    }
    codes.set(code, { code, name })
  }
  return [...codes.values()]
}
