/** Writes findings of generated requests as suite cases to a file, so that future runs send the same requests again. */

import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { writeDataset } from '../../reference/load/files/folder.ts'
import { readRegular } from '../../sources/regular-file.ts'
import type { Json } from '../../util/json.ts'
import { mapJson } from '../bodies/map-json.ts'
import type { Cause } from '../causes/cause.ts'
import type { Example } from '../causes/example.ts'
import type { CaseFile, CaseTemplate } from '../suite/case.ts'
import type { Report } from './report.ts'

/**
 * Writes the example of each cause as a case that expects the reference's answer, if the example is a generated
 * request. Skips an example whose answer the report truncates. Cases that are already in the file stay. Writes the
 * generated dataset of an example to a separate folder that the suite reads.
 */
export function freeze(file: string, report: Report): void {
  const before: CaseFile | undefined = existsSync(file)
    ? JSON.parse(readRegular(file).toString('utf8'))
    : undefined
  const kept = before?.cases ?? []
  const frozen = report.causes
    .filter(({ example }) => isOneRequest(example) && example.origin.part === 'generated' && !example.isCut)
    .map((cause) => caseOf(cause, file, report))
  const added = frozen.filter(({ id }) => kept.every((one) => one.id !== id))
  const written: CaseFile = {
    about: 'The cases of this file contain requests to which a checked server once gave wrong answers.',
    dataset: report.dataset,
    level: 'SHOULD',
    let: { brace: '{' },
    ...before,
    cases: [...kept, ...added],
  }
  writeFileSync(file, `${JSON.stringify(written, undefined, 2)}\n`)
}

/**
 * Returns whether an example consists of one request, because a suite case can contain only one. An example with
 * several requests can only be replayed.
 */
const isOneRequest = ({ requests }: Example): boolean => requests === undefined

function caseOf({ example, level, feature, rule, title }: Cause, file: string, report: Report): CaseTemplate {
  const { request, expected, telling, files } = example
  const { authorization, ...headers } = request.headers
  const shown = /^bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  // The case contains a token of the dataset itself, but a shell variable in place of a secret token. The user must
  // replace the variable by the token before a run of the case.
  const token = report.tokens.find(({ variable }) => `$${variable}` === shown)?.sample ?? shown
  const rules = telling.length > 0 ? telling : rule === undefined ? [] : [rule]
  const dataset = files === undefined ? undefined : writeDatasetFor(file, example)
  return {
    id: `found.${hashOf(example)}`,
    name: escaped(title),
    level,
    rules,
    tags: [feature],
    ...(dataset === undefined ? {} : { dataset }),
    ...(report.profile === 'documented' ? {} : { profile: report.profile }),
    request: {
      method: request.method,
      url: request.url.replaceAll('{', '%7B'),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(token === undefined ? {} : { token }),
    },
    expect: { status: expected.status, body: escapedJson(expected.body) },
  }
}

const hashOf = ({ request, files }: Example): string =>
  createHash('sha256')
    .update(JSON.stringify([request, files]))
    .digest('hex')
    .slice(0, 8)

function writeDatasetFor(file: string, example: Example): string {
  const name = `${basename(file, '.json')}-${hashOf(example)}`
  if (example.files !== undefined) writeDataset(join(datasetsOf(file), name), example.files)
  return name
}

/**
 * Returns the folder of datasets for a file of cases: the parent of the folder `cases` that contains the file. If no
 * folder `cases` contains the file, returns the folder of the file.
 */
function datasetsOf(file: string): string {
  const folders = resolve(dirname(file)).split(sep)
  const at = folders.lastIndexOf('cases')
  return (at < 0 ? folders : folders.slice(0, at)).join(sep)
}

/**
 * Escapes a text for a suite case, in which templates replace `{name}`. A literal `{name}` is therefore written as
 * `{brace}name}`, and the template replaces `{brace}` by `{`.
 */
const escaped = (text: string): string => text.replace(/\{(?=\+?[A-Za-z][A-Za-z0-9]*\})/g, '{brace}')

const escapedJson = (json: Json): Json =>
  mapJson(json, undefined, {
    item: () => undefined,
    member: () => undefined,
    leaf: (value) => (typeof value === 'string' ? escaped(value) : value),
    key: escaped,
  })
