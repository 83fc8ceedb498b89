/** Watches the files or the database of a world, and reloads the world after a change. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { watch as watchFiles } from 'chokidar'
import type { Graph } from '../../reference/graph/graph.ts'
import { changesBetween, withCodeChanges } from './changes.ts'

export interface Watched {
  /** The paths of the files and folders to watch. */
  readonly paths: readonly string[]
  /** Returns a text that changes whenever the database changes. The watcher calls `mark` at intervals. */
  readonly mark?: () => Promise<string>
}

export interface Watching {
  /** Stops watching, and resolves when no reload is running. */
  readonly stop: () => Promise<void>
}

interface WatchOptions<World> {
  readonly watched: Watched
  readonly graphOf: (world: World) => Graph
  /** Loads the world again from its source. If loading fails, the watcher reports the error and keeps the old world. */
  readonly reload: () => Promise<World>
  readonly use: (world: World) => void
  /** Called with the summary of the changes and the milliseconds that the reload took. */
  readonly changed: (changes: string, milliseconds: number) => void
  readonly failed: (error: unknown) => void
  /** Returns the name of a watched code file; undefined for any other file. */
  readonly codeFile?: (path: string) => string | undefined
}

/** The debounce time in milliseconds: a reload starts after this time without a further change. */
const SETTLED = 40
/** The milliseconds after a reload until the watcher checks for changes that it missed. */
const AFTER = 250
/** The milliseconds between two polls of a database. */
const PAUSE = 400

/** Watches a world. Resolves when the watcher of the files is ready. */
export async function watchWorld<World>(first: World, options: WatchOptions<World>): Promise<Watching> {
  const { watched, graphOf, reload, use, changed, failed, codeFile } = options
  let world = first
  let timer: NodeJS.Timeout | undefined
  let again: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStale = false
  let isOver = false
  let loaded = codeFile === undefined ? '' : stampOf(watched.paths)

  const renew = async (): Promise<void> => {
    while (isStale && !isOver) {
      clearTimeout(again)
      isStale = false
      const start = performance.now()
      const stamp = stampOf(watched.paths)
      try {
        const next = await reload()
        const changes = changesBetween(graphOf(world), graphOf(next))
        if (isOver) return
        const files =
          codeFile === undefined ? [] : changedFiles(loaded, stamp).flatMap((file) => codeFile(file) ?? [])
        loaded = stamp
        world = next
        use(next)
        changed(withCodeChanges(changes, files), performance.now() - start)
      } catch (error) {
        failed(error)
      }
      // Checks again later, because the file system may not report a write that closely follows another write.
      again = setTimeout(() => {
        if (stampOf(watched.paths) !== stamp) stale()
      }, AFTER)
    }
  }
  const start = (): void => {
    // A change during a reload causes one more reload after this reload.
    running ??= renew().finally(() => {
      running = undefined
    })
  }
  const stale = (): void => {
    isStale = true
    clearTimeout(timer)
    timer = setTimeout(start, SETTLED)
  }

  const files = await watchPaths(watched.paths, stale, failed)
  const marks = watchMark(watched.mark, stale, failed)
  return {
    stop: async () => {
      isOver = true
      clearTimeout(timer)
      clearTimeout(again)
      marks.stop()
      await files.close()
      await running
    },
  }
}

/**
 * Returns the modification time and size of each file as text, one file on each line. The returned text changes after
 * each write to a file.
 */
function stampOf(paths: readonly string[]): string {
  const stamps: string[] = []
  const waiting = [...paths]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    try {
      const found = isIgnored(path) ? undefined : lstatSync(path, { throwIfNoEntry: false })
      if (found?.isDirectory() === true) for (const name of readdirSync(path)) waiting.push(join(path, name))
      else if (found !== undefined) stamps.push(`${path} ${found.mtimeMs} ${found.size}`)
    } catch {
      // Skips an unreadable file, because the loader reports it.
    }
  }
  return stamps.join('\n')
}

/** Returns the files whose line differs between two results of `stampOf`, sorted by name. */
function changedFiles(before: string, after: string): readonly string[] {
  const [old, now] = [new Set(before.split('\n')), new Set(after.split('\n'))]
  const lines = [...[...now].filter((line) => !old.has(line)), ...[...old].filter((line) => !now.has(line))]
  return [...new Set(lines.map((line) => line.split(' ').slice(0, -2).join(' ')))].filter(Boolean).sort()
}

async function watchPaths(
  paths: readonly string[],
  stale: () => void,
  failed: (error: unknown) => void,
): Promise<{ readonly close: () => Promise<void> }> {
  if (paths.length === 0) return { close: async () => undefined }
  const files = watchFiles([...paths], { ignoreInitial: true, ignored: isIgnored })
  files.on('all', stale)
  files.on('error', failed)
  await new Promise<void>((resolve) => files.once('ready', resolve))
  return files
}

/**
 * Returns whether a path lies in `node_modules`, `.git`, `dist`, `build` or `.cache`, whose files change often and
 * affect no world.
 */
const isIgnored = (path: string): boolean =>
  /[\\/](?:node_modules|\.git|dist|build|\.cache)(?:[\\/]|$)/.test(path)

function watchMark(
  mark: (() => Promise<string>) | undefined,
  stale: () => void,
  failed: (error: unknown) => void,
): { readonly stop: () => void } {
  if (mark === undefined) return { stop: () => undefined }
  let last: string | undefined
  let reported = ''
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const look = async (): Promise<void> => {
    try {
      const now = await mark()
      if (last !== undefined && now !== last) stale()
      last = now
      reported = ''
    } catch (error) {
      // Reports an unreachable database only once, and again only if the error changes.
      const text = String(error)
      if (text !== reported) failed(error)
      reported = text
    }
    if (!isOver) timer = setTimeout(look, PAUSE)
  }
  void look()
  return {
    stop: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}
