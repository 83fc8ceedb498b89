/**
 * Checks that a report of any format quotes the texts of the checked server, so that the texts have no effect as
 * markup or commands.
 */
import { MARK } from './texts.ts'

/** The description of a fault in a report, such as an unquoted command; undefined for a report without faults. */
export type ReportFault = string | undefined

/** The maximum length of a report in characters, for any answers of the checked server. */
const MAX_LENGTH = 200_000_000

/** Checks a report. The parameter `format` is a report format or `terminal`. */
export function reportFault(format: string, text: string): ReportFault {
  if (text.length > MAX_LENGTH) return `${text.length} characters`
  if (format === 'github') return githubFault(text)
  return actingFault(format === 'terminal' ? withoutColours(text) : text) ?? FORMS[format]?.(text)
}

/** The escape codes that the terminal report uses for its own colours and weights. */
const OWN_CODES = ['1', '2', '22', '31', '32', '33', '39'].map((code) => `\u001b[${code}m`)
/** Characters that a report must not contain: control characters and line separators, except the line break. */
const ACTING = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u
/** The pattern of commands that CI systems recognise in logs, at the start of a line or anywhere. */
const COMMAND = /^\s*::|##(?:\[|vso\[|teamcity\[)/m

const withoutColours = (text: string): string =>
  OWN_CODES.reduce((rest, code) => rest.replaceAll(code, ''), text)

/**
 * The beginning of a GitHub annotation in a report. In the title of the annotation, no character can end the line or
 * the property.
 */
const ANNOTATION = /^::(?:error|warning|notice) title=[^:,\n]*::/

/** Checks a report in the format `github`, in which each line must be an annotation. */
function githubFault(text: string): ReportFault {
  const lines = text.trimEnd().split('\n')
  const other = lines.find((line) => !ANNOTATION.test(line))
  if (other !== undefined) return `a line that is not an annotation: ${around(other, 0)}`
  return actingFault(lines.map((line) => line.replace(ANNOTATION, '')).join('\n'))
}

function actingFault(text: string): ReportFault {
  const acting = ACTING.exec(text)
  if (acting !== null) return `U+${acting[0].codePointAt(0)?.toString(16)} in ${around(text, acting.index)}`
  const command = COMMAND.exec(text)
  return command === null ? undefined : `a command in ${around(text, command.index)}`
}

const around = (text: string, at: number): string => JSON.stringify(text.slice(Math.max(0, at - 40), at + 40))

const FORMS: Readonly<Record<string, (text: string) => ReportFault>> = {
  html: pageFault,
  junit: (text) => markupFault(text.replace(/^<\?xml[^>]*\?>/, '')),
  json: jsonFault,
  badge: jsonFault,
  tap: tapFault,
  markdown: markdownFault,
}

function jsonFault(text: string): ReportFault {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return String(error)
  }
}

const TAP_LINE =
  /^(?:TAP version 13|1\.\.\d+|# .*|(?:not )?ok \d+ - .*| {2}(?:---|\.\.\.)| {2}[A-Za-z-]+: ".*"| {2}duration_ms: \d+\.\d|Bail out! The run failed\.|)$/

function tapFault(text: string): ReportFault {
  const stray = text.split('\n').find((line) => !TAP_LINE.test(line))
  return stray === undefined ? undefined : `not a line of TAP: ${stray.slice(0, 200)}`
}

/** Checks a report in Markdown, in which every text of the checked server must be in a code span. */
function markdownFault(text: string): ReportFault {
  for (const line of text.split('\n')) {
    const rest = withoutCode(line)
    const at = rest.indexOf(MARK)
    if (at >= 0) return `outside of code: ${around(rest, at)}`
  }
  return undefined
}

/** Returns a line of Markdown without its code spans. */
function withoutCode(line: string): string {
  let rest = ''
  for (let at = 0; at < line.length; ) {
    const run = /^`+/.exec(line.slice(at, at + 200))?.[0].length ?? 0
    const end = run === 0 ? -1 : closing(line, at + run, run)
    if (line[at] === '\\') {
      rest += line.slice(at, at + 2)
      at += 2
    } else if (end >= 0) at = end
    else {
      rest += line.slice(at, at + Math.max(run, 1))
      at += Math.max(run, 1)
    }
  }
  return rest
}

/** Returns the position of the backticks that close a code span: the next run of the same length. */
function closing(line: string, from: number, length: number): number {
  for (const { 0: run, index } of line.matchAll(/`+/g))
    if (index >= from && run.length === length) return index + length
  return -1
}

/** The beginning of the only links that a report may contain: links to the explorer. */
const LINK = '<a href="http://127.0.0.1:1337/_populace#'

function pageFault(text: string): ReportFault {
  const scripts = text.match(/<script/g)?.length
  if (scripts !== 1) return `${scripts} scripts`
  const rest = text.replace(/<script>.*<\/script>/s, '').replaceAll(LINK, '<a')
  if (/<[^>]*\s(?:on\w+|src|href)=/.test(rest)) return 'a page that does things'
  return markupFault(
    text.replace(/^<!doctype html>/, '').replace(/<style>[^<]*<\/style>|<script>.*<\/script>/gs, ''),
    VOID,
  )
}

const VOID: ReadonlySet<string> = new Set(['meta', 'input', 'br'])
const TAG = /<(\/?)([a-z][a-z0-9]*)(?: [a-z-]+(?:="[^"<>]*")?)*(\/?)>/y
const TEXT = /(?:[^<>&]|&(?:amp|lt|gt|quot|#39|#10);)*/y

/** Checks that tags are complete and balanced, and that the text between them is escaped. */
function markupFault(text: string, empty: ReadonlySet<string> = new Set()): ReportFault {
  const open: string[] = []
  let at = textEnd(text, 0)
  while (at < text.length) {
    TAG.lastIndex = at
    const [whole, slash, name, end] = TAG.exec(text) ?? []
    if (whole === undefined || name === undefined) return `no markup: ${around(text, at)}`
    if (slash === '/' && open.pop() !== name) return `</${name}> too much: ${around(text, at)}`
    if (slash === '' && end === '' && !empty.has(name)) open.push(name)
    at = textEnd(text, at + whole.length)
  }
  return open.length === 0 ? undefined : `<${open.at(-1)}> is not closed`
}

function textEnd(text: string, from: number): number {
  TEXT.lastIndex = from
  TEXT.test(text)
  return TEXT.lastIndex
}
