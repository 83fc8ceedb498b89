/** The page of `populace inspect`. */
import pc from 'picocolors'
import type { FileReport, RouteReport } from '../../sources/runner/project-code.ts'
import type { PluginReport } from '../../sources/runner/protocol.ts'
import { printable } from '../../util/printable.ts'
import type { CodeFacts, Inspection, RoleFacts, TypeFacts } from './facts.ts'
import { outcomeOf } from './files.ts'

const MAX_LINE = 500
/** The maximum number of lines that one section prints. */
const MAX_LINES = 300

interface Section {
  readonly title: string
  readonly lines: readonly string[]
}

export function inspectionText(page: Inspection): string {
  const sections: readonly Section[] = [
    server(page),
    types(page.types),
    section(`Components (${page.components.length})`, wrapped(page.components)),
    section('Locales', [locales(page)]),
    section('Roles', page.roles.filter(isRole).map(roleLine)),
    section('Tokens', tokens(page)),
    ...(page.code === null ? [] : codeSections(page.code)),
    section('Output of the code at its start', firstLines(page.printed)),
    section('Notes', page.notes),
    section('Next', page.next),
  ]
  return sections
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => `${pc.bold(title)}\n${shown(lines)}\n`)
    .join('\n')
}

/** The maximum number of lines of the project code's output that the page of `inspect` repeats. */
const MAX_PRINTED = 20

const firstLines = (lines: readonly string[]): readonly string[] =>
  lines.length <= MAX_PRINTED
    ? lines
    : [...lines.slice(0, MAX_PRINTED), `and ${lines.length - MAX_PRINTED} more; --json lists all of them`]

const section = (title: string, lines: readonly string[]): Section => ({ title, lines })

function shown(lines: readonly string[]): string {
  const most = lines.slice(0, MAX_LINES)
  const rest = lines.length - most.length
  return [...most, ...(rest > 0 ? [`and ${rest} more; --json lists all of them`] : [])]
    .map((line) => `  ${printable(line, MAX_LINE)}`)
    .join('\n')
}

function server({ source, kind, release, database, profile }: Inspection): Section {
  const found = (name: string, { value, from }: Inspection['release']): string =>
    `${name}: ${value === null ? 'unknown' : `${value}${from === null ? '' : `, from ${from}`}`}`
  const isServer = release.value !== null || database.value !== null
  return section(`${source}: ${kind}`, [
    ...(isServer ? [found('Strapi', release), found('Database', database)] : []),
    `Profile ${profile}`,
  ])
}

function types(all: readonly TypeFacts[]): Section {
  const width = Math.max(0, ...all.map(({ uid }) => uid.length))
  const lines = all.map(({ uid, path, entries, published, unrouted }) => {
    const drafts = published === undefined || entries === 0 ? '' : `, ${published} of them published`
    return `${uid.padEnd(width)}  ${count(entries, 'entry', 'entries')}${drafts}${path === '' ? '' : `  ${path}`}${unrouted === true ? ' has no route: 404' : ''}`
  })
  return section(`Types (${all.length})`, lines)
}

const locales = ({ locales: { default: first, codes } }: Inspection): string =>
  [`${first} (default)`, ...codes.filter((code) => code !== first)].join(', ')

const isToken = (name: string): boolean => name.startsWith('api-token:')
const isRole = ({ name }: RoleFacts): boolean => !isToken(name)

const roleLine = ({ name, isPublic, permissions }: RoleFacts): string => {
  const rights = permissions.includes('*')
    ? 'may do everything'
    : permissions.includes('*.find')
      ? 'may read everything'
      : count(permissions.length, 'permission', 'permissions')
  return `${name}${isPublic ? ' (requests without a token)' : ''}: ${rights}`
}

function tokens({ tokens: listed, roles }: Inspection): readonly string[] {
  const stored = roles.filter(({ name }) => isToken(name)).map(({ name }) => name.slice('api-token:'.length))
  return [
    ...(listed === 0 ? [] : [`${count(listed, 'token', 'tokens')} in access.json`]),
    ...(stored.length === 0 ? [] : [`API tokens in the database: ${list(stored)}`]),
  ]
}

function codeSections(code: CodeFacts): readonly Section[] {
  const { ran, failed, ignored } = outcomeOf(code.files)
  return [
    section(`Code that ran (${count(ran.length, 'file', 'files')})`, folders(ran)),
    section(`Code that failed (${failed.length})`, failed.map(fileLine)),
    section(`Code that is ignored (${ignored.length})`, ignored.map(fileLine)),
    section(
      'Problems',
      code.problems.map(({ file, line, message }) => {
        const place = file === '' ? '' : `${file}${line === 0 ? '' : `:${line}`}: `
        return `${place}${message}`
      }),
    ),
    section('Packages that are not installed', code.missing),
    section(`Routes that the code defines or changes (${code.routes.length})`, routeLines(code.routes)),
    section('Middlewares, policies, hooks and lifecycles', around(code)),
    section('Plugins', code.plugins.map(pluginLine)),
    section(
      'Custom fields',
      Object.entries(code.customFields).map(([name, type]) => `${name}: ${type}`),
    ),
    section(
      'Environment variables that the configuration reads, without a value or a default',
      wrapped(code.unset),
    ),
  ]
}

/** Lists files by their folder: `src/api/article: controllers/article.ts, routes/article.ts`. */
function folders(files: readonly FileReport[]): readonly string[] {
  const groups = new Map<string, string[]>()
  for (const { file } of files) {
    const parts = file.split('/')
    const depth = file.startsWith('node_modules/') ? parts.length - 1 : Math.min(3, parts.length - 1)
    const folder = parts.slice(0, depth).join('/')
    groups.set(folder, [...(groups.get(folder) ?? []), parts.slice(depth).join('/')])
  }
  return [...groups].map(([folder, names]) => `${folder}: ${names.join(', ')}`)
}

const fileLine = ({ file, why }: FileReport): string => (why === undefined ? file : `${file}: ${why}`)

function routeLines(routes: readonly RouteReport[]): readonly string[] {
  const width = Math.max(0, ...routes.map(({ path }) => path.length))
  return routes.map(({ method, path, handler, isOpen, file, shadowedBy }) => {
    const permission = `with the permission ${handler === '' ? 'of the route' : handler}`
    const right = isOpen ? 'open to everybody' : permission
    const does = shadowedBy === undefined ? right : `never answers: ${earlier(shadowedBy)} answers first`
    return `${method.padEnd(6)} ${path.padEnd(width)}  ${does}${file === '' ? '' : `  (${file})`}`
  })
}

const earlier = ({ method, path, file, line }: NonNullable<RouteReport['shadowedBy']>): string =>
  `${method} ${path}${file === '' ? '' : ` of ${file}:${line}`}`

function around({
  globals,
  lifecycles,
  documentMiddlewares,
  subscribers,
  cron,
}: CodeFacts): readonly string[] {
  return [
    ...(globals.length === 0 ? [] : [`Global middlewares: ${list(globals)}`]),
    ...(documentMiddlewares === 0 ? [] : [`Document middlewares: ${documentMiddlewares}`]),
    ...(lifecycles.length === 0 ? [] : [`Lifecycles: ${list(lifecycles)}`]),
    ...(subscribers === 0 ? [] : [`Lifecycle subscribers: ${subscribers}`]),
    ...(cron.length === 0 ? [] : [`Cron jobs, which do not run: ${list(cron)}`]),
  ]
}

const STATES: Readonly<Record<PluginReport['state'], string>> = {
  'stand-in': "Strapi's own, answered by Populace",
  ran: 'ran',
  failed: 'failed',
  missing: 'not installed',
  ignored: 'ignored',
}

const pluginLine = ({ name, from, state, why }: PluginReport): string =>
  `${name}${from === name ? '' : ` (${from})`}: ${STATES[state]}${why === undefined ? '' : `: ${why}`}`

const WIDTH = 100

/** Breaks a list of names into lines of at most `WIDTH` characters. */
function wrapped(names: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (const [at, name] of names.entries()) {
    const text = at === names.length - 1 ? name : `${name},`
    const last = lines.pop()
    if (last === undefined) lines.push(text)
    else if (last.length + text.length < WIDTH) lines.push(`${last} ${text}`)
    else lines.push(last, text)
  }
  return lines
}

const list = (names: readonly string[]): string => names.join(', ')

const count = (amount: number, one: string, many: string): string => `${amount} ${amount === 1 ? one : many}`
