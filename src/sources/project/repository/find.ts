/** Finds the Strapi projects in and below a folder, such as a repository with several packages. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isList, isObject, parseJson } from '../../../util/json.ts'
import { isProject, projectFiles } from '../files.ts'

/**
 * The maximum depth below a folder at which projects are searched. Projects in declared workspaces may be at any depth.
 */
const DEPTH = 4
/** The maximum number of folders that the search visits, so that the search ends in any folder tree. */
const MOST_FOLDERS = 5_000

/** The names of folders that are not searched, because they contain no project of the repository itself. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'dist', 'build', 'fixtures', '__fixtures__'])

/** Returns the paths of the projects in and below `folder`, nearest first. */
export function projectsBelow(folder: string): readonly string[] {
  const found = new Set<string>()
  let level: readonly string[] = [folder]
  let looked = 0
  for (let depth = 0; depth <= DEPTH && looked < MOST_FOLDERS; depth++) {
    const next: string[] = []
    for (const path of level.slice(0, MOST_FOLDERS - looked)) {
      looked++
      if (isApplication(path)) found.add(path)
      else next.push(...foldersIn(path))
    }
    level = next
  }
  for (const path of workspacesOf(folder)) if (isApplication(path)) found.add(path)
  return [...found]
}

/**
 * Returns whether a folder is a project that can start. A package of generated types also depends on Strapi, but cannot
 * start.
 */
function isApplication(path: string): boolean {
  const files = projectFiles(path)
  return isProject(files) && ['config', 'src/api'].some((name) => files.kindOf(name) === 'folder')
}

/** Returns the names of the folders directly inside a folder, in order. Symbolic links are not followed. */
function foldersIn(path: string): readonly string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    const names = entries.filter((one) => one.isDirectory()).map(({ name }) => name)
    return names
      .filter((name) => !name.startsWith('.') && !SKIPPED.has(name))
      .sort()
      .map((name) => join(path, name))
  } catch {
    // If a user may not read a folder, it contains no project for this user.
    return []
  }
}

/** Returns the folders that the workspaces of npm, Yarn, Bun and pnpm name. */
function workspacesOf(folder: string): readonly string[] {
  const files = projectFiles(folder)
  const json = parseJson(files.text('package.json') ?? '')
  const given = isObject(json) ? json['workspaces'] : undefined
  const list = isObject(given) ? given['packages'] : given
  const named = isList(list) ? list.filter((one) => typeof one === 'string') : []
  const patterns = [...named, ...pnpmPatterns(files.text('pnpm-workspace.yaml') ?? '')]
  return patterns.filter((one) => !one.startsWith('!')).flatMap((pattern) => expanded(folder, pattern))
}

/** Returns the patterns below `packages:` in `pnpm-workspace.yaml`, which has one pattern a line. */
function pnpmPatterns(text: string): readonly string[] {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.startsWith('packages:'))
  if (start < 0) return []
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^[^\s#-]/.test(line))
  const items = (end < 0 ? rest : rest.slice(0, end)).map((line) => line.trim())
  return items
    .filter((line) => line.startsWith('-'))
    .map((line) => line.slice(1).replaceAll(/['"]/g, '').trim())
}

/** The maximum number of path segments of a workspace pattern. */
const MOST_PARTS = 10

/**
 * Returns the folders that a workspace pattern names, where `*` is any folder. The search by depth finds the folders of
 * a pattern with `**`.
 */
function expanded(folder: string, pattern: string): readonly string[] {
  let found: readonly string[] = [folder]
  for (const part of pattern.split('/').slice(0, MOST_PARTS)) {
    if (part === '..' || part === '**') return []
    if (part === '' || part === '.') continue
    found = found
      .flatMap((path) => (part === '*' ? foldersIn(path) : [join(path, part)]))
      .slice(0, MOST_FOLDERS)
  }
  return found
}
