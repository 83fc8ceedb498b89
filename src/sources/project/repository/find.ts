/**
 * Finds the Strapi projects in a folder and its subfolders. The searched folder may be a repository with several
 * packages.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isList, isObject, parseJson } from '../../../util/json.ts'
import { isProject, projectFiles } from '../files.ts'

/**
 * The maximum depth of subfolders in which the search looks for projects. Projects in declared workspaces may be at
 * any depth.
 */
const DEPTH = 4
/** The maximum number of folders that the search visits, so that the search ends in any folder tree. */
const MOST_FOLDERS = 5_000

/** The names of folders that the search skips, because they contain no project of the repository itself. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'dist', 'build', 'fixtures', '__fixtures__'])

/**
 * Returns the paths of the Strapi projects in `folder` and its subfolders, nearest first, and then of further
 * projects in declared workspaces.
 */
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
 * Returns whether a folder is a Strapi project that can start. For example, a package with generated types depends
 * on Strapi, but cannot start.
 */
function isApplication(path: string): boolean {
  const files = projectFiles(path)
  return isProject(files) && ['config', 'src/api'].some((name) => files.kindOf(name) === 'folder')
}

/** Returns the sorted names of the folders directly inside a folder, without symbolic links. */
function foldersIn(path: string): readonly string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    const names = entries.filter((one) => one.isDirectory()).map(({ name }) => name)
    return names
      .filter((name) => !name.startsWith('.') && !SKIPPED.has(name))
      .sort()
      .map((name) => join(path, name))
  } catch {
    // A folder that the user may not read contains no project for this user.
    return []
  }
}

/** Returns the paths of the folders that a package declares as workspaces of npm, Yarn, Bun or pnpm. */
function workspacesOf(folder: string): readonly string[] {
  const files = projectFiles(folder)
  const json = parseJson(files.text('package.json') ?? '')
  const given = isObject(json) ? json['workspaces'] : undefined
  const list = isObject(given) ? given['packages'] : given
  const named = isList(list) ? list.filter((one) => typeof one === 'string') : []
  const patterns = [...named, ...pnpmPatterns(files.text('pnpm-workspace.yaml') ?? '')]
  return patterns.filter((one) => !one.startsWith('!')).flatMap((pattern) => expanded(folder, pattern))
}

/**
 * Returns the patterns below `packages:` in `pnpm-workspace.yaml`. The file `pnpm-workspace.yaml` has one workspace
 * pattern in each line.
 */
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
 * Returns the folders that a workspace pattern names. In a workspace pattern, `*` stands for any folder. The result
 * is empty for a pattern with `..`. The result is also empty for a pattern with `**`, because the search through
 * subfolders finds the folders of this pattern.
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
