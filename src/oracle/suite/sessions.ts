/** Loads the write sessions of the suite from the session files of a folder, and expands them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isList, type Json } from '../../util/json.ts'
import { WRITE_RULES, type WriteRuleId } from '../../writing/rules.ts'
import { repeated, TemplateError } from './fill.ts'
import type { SessionFile, SessionStep, SessionTemplate, StepTemplate, WriteSession } from './session.ts'
import { FIXTURES } from './suite.ts'

/**
 * Returns all write sessions of a folder: files in alphabetical order, and the sessions of a file in the file's order.
 * @throws TemplateError with the file and the session, for an unknown rule.
 */
export function loadSessions(dir: string = join(FIXTURES, 'sessions')): readonly WriteSession[] {
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.json')) : []
  return names.sort().flatMap((name) => {
    const file: SessionFile = JSON.parse(readFileSync(join(dir, name), 'utf8'))
    return file.sessions.map((template) => expandSession(template, file, name))
  })
}

function expandSession(template: SessionTemplate, file: SessionFile, path: string): WriteSession {
  const { id, name, rules, loaded = false, steps } = template
  const { dataset, level, tags, token } = file
  const unknownRule = rules.find((rule) => !isWriteRuleId(rule))
  if (unknownRule !== undefined) throw new TemplateError(`${path}: ${id}: there is no rule ${unknownRule}`)
  return {
    ...{ id, name, level, tags, dataset, isLoaded: loaded },
    rules: rules.filter(isWriteRuleId),
    steps: steps.map((step, at) => expandStep(step, at + 1, token)),
  }
}

const isWriteRuleId = (text: string): text is WriteRuleId => Object.hasOwn(WRITE_RULES, text)

function expandStep(
  { send, data, json, text, type, token }: StepTemplate,
  number: number,
  own: string,
): SessionStep {
  const at = send.indexOf(' ')
  const [method, url] = [send.slice(0, at), send.slice(at + 1)]
  const body = data === undefined ? json : { data }
  const bearer = token === undefined ? own : token
  return {
    ...{ number, method, url },
    headers: body === undefined && text === undefined ? {} : { 'content-type': type ?? 'application/json' },
    ...(bearer === null ? {} : { token: bearer }),
    ...(body === undefined ? {} : { json: body }),
    ...(text === undefined ? {} : { text: textOf(text) }),
  }
}

const textOf = (text: Json): string =>
  (isList(text) ? text : [text]).map((part) => String(repeated(part))).join('')
