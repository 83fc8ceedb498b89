/** Reads a JSON file of suite cases that the user names, such as a file written by `freeze`. */
import { readRegular } from '../../sources/regular-file.ts'
import { isList, isObject, type Json, textAt } from '../../util/json.ts'
import type { CaseFile, SuiteCase } from './case.ts'
import { expandFile } from './expand.ts'
import { TemplateError } from './fill.ts'

/**
 * Reads the suite cases of a JSON file, in the order of the file.
 * @throws TemplateError with the path if the file cannot be read, or is not a file of cases.
 */
export function readCases(path: string): readonly SuiteCase[] {
  try {
    const text = readRegular(path).toString('utf8')
    const problem = problemOf(JSON.parse(text))
    if (problem !== undefined) throw new TemplateError(problem)
    const file: CaseFile = JSON.parse(text)
    return expandFile(file)
  } catch (error) {
    throw new TemplateError(`${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Returns the reason why a JSON value is not the content of a case file; undefined for the content of a case file. */
function problemOf(json: Json): string | undefined {
  if (!isObject(json) || !hasTexts(json, ['dataset', 'level']) || !isList(json.cases))
    return 'expected an object with the texts "dataset" and "level", and the list "cases"'
  const at = json.cases.findIndex((one) => !isCase(one))
  return at < 0
    ? undefined
    : `/cases/${at}: expected the texts "id" and "name", and the objects "request" and "expect"`
}

const isCase = (json: Json): boolean =>
  isObject(json) && hasTexts(json, ['id', 'name']) && isObject(json.request) && isObject(json.expect)

const hasTexts = (json: Json, names: readonly string[]): boolean =>
  names.every((name) => textAt(json, name) !== undefined)
