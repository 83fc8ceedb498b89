/**
 * Prints as JSON, for each rule, the lines of the semantics that name the rule, and whether each line runs for cases of
 * the rule. The script reads the compiled files, which keep the comments of the sources. Run it with `--no-opt
 * --no-maglev`, because optimized code does not count calls that it inlines.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector'

const folder = new URL('../../dist/src/semantics/', import.meta.url)
const session = new Session()
session.connect()
const post = (method, parameters) => {
  let found
  session.post(method, parameters, (error, result) => {
    if (error !== null) throw new Error(error.message)
    found = result
  })
  return found
}

// The coverage starts before the imports, because V8 counts only blocks that are compiled afterwards.
post('Profiler.enable')
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const { createContentApi, RULES } = await import('../../dist/src/core.js')
const { requestOf } = await import('../../dist/src/oracle/suite/request.js')
const { datasetFolder, loadSuite } = await import('../../dist/src/oracle/suite/suite.js')
const { loadDataset } = await import('../../dist/src/reference/load/load.js')

/** Returns the lines of a file that name rules, each with its place, its rule ids, and the position of its code. */
function claimsOf(name) {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const claims = []
  let start = 0
  let above = []
  for (const [at, line] of text.split('\n').entries()) {
    const [, code = '', comment = ''] = /^(.*?)(?:\/\/ ([a-z]\S*\.\S.*))?$/.exec(line) ?? []
    const ids = comment === '' ? [] : comment.split(' ')
    if (code.trim() === '' && ids.length > 0) above = [...above, ...ids]
    else {
      const own = [...above, ...ids]
      if (own.length > 0)
        claims.push({ url: new URL(name, folder).href, place: `${name}:${at + 1}`, ids: own, code, start })
      above = []
    }
    start += line.length + 1
  }
  return claims
}

/** Returns the number of runs of the code at a position of the file. */
function countAt(functions, offset) {
  let smallest
  for (const { ranges } of functions)
    for (const range of ranges) {
      if (range.startOffset > offset || range.endOffset <= offset) continue
      const length = range.endOffset - range.startOffset
      if (smallest === undefined || length <= smallest.length) smallest = { length, count: range.count }
    }
  return smallest?.count ?? 0
}

/** Returns whether a line ran. The body of an `if` must have run; of any other line, some code must have run. */
function hasRun({ url, code, start }, covered) {
  const functions = covered.get(url) ?? []
  const from = /^\s*if \(/.test(code) ? code.trimEnd().length - 1 : code.search(/\S/)
  for (let at = from; at < code.trimEnd().length; at++) if (countAt(functions, start + at) > 0) return true
  return false
}

const isMeant = (claim, rule) => {
  const [start, end] = claim.split('*')
  return end === undefined ? claim === rule : rule.startsWith(start) && rule.endsWith(end)
}

const claims = readdirSync(folder)
  .filter((name) => name.endsWith('.js'))
  .flatMap(claimsOf)
const suite = loadSuite().filter(({ profile = 'documented' }) => profile === 'documented')
const apis = new Map()
const apiOf = (dataset) => {
  const api =
    apis.get(dataset) ?? createContentApi(loadDataset(datasetFolder(dataset)), { evaluator: 'semantics' })
  apis.set(dataset, api)
  return api
}
for (const { dataset } of suite) apiOf(dataset)

const results = {}
for (const rule of Object.keys(RULES)) {
  const own = claims.filter(({ ids }) => ids.some((id) => isMeant(id, rule)))
  if (own.length === 0) continue
  post('Profiler.takePreciseCoverage')
  for (const one of suite) if (one.rules.includes(rule)) apiOf(one.dataset).answer(requestOf(one))
  const { result } = post('Profiler.takePreciseCoverage')
  const covered = new Map(result.map(({ url, functions }) => [url, functions]))
  results[rule] = own.map((claim) => ({
    place: claim.place,
    code: claim.code.trim(),
    ran: hasRun(claim, covered),
  }))
}
process.stdout.write(JSON.stringify(results))
