/** Looks after what a world was made of, and makes it anew when that changes. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { watch as watchFiles } from 'chokidar'
import type { Graph } from '../../reference/graph/graph.ts'
import { changesBetween } from './changes.ts'

export interface Watched {
  /** Files and folders. */
  readonly paths: readonly string[]
  /** A text that is another one when a database has changed; asked again and again. */
  readonly mark?: () => Promise<string>
}

export interface Watching {
  /** Looks no more; resolves when nothing is under way. */
  readonly stop: () => Promise<void>
}

interface WatchOptions<World> {
  readonly watched: Watched
  readonly graphOf: (world: World) => Graph
  /** Makes the world anew. What it throws is told, and the world that was there stays. */
  readonly reload: () => Promise<World>
  readonly use: (world: World) => void
  /** Told what changed, and in how many milliseconds it was there. */
  readonly changed: (changes: string, milliseconds: number) => void
  readonly failed: (error: unknown) => void
}

/** Milliseconds without a change after which what was written is taken for whole. */
const SETTLED = 40
/** Milliseconds after which is looked once more whether that was all. */
const AFTER = 250
/** Milliseconds from one look at a database to the next. */
const PAUSE = 400

/** Resolves when every change from now on is seen. */
export async function watchWorld<World>(first: World, options: WatchOptions<World>): Promise<Watching> {
  const { watched, graphOf, reload, use, changed, failed } = options
  let world = first
  let timer: NodeJS.Timeout | undefined
  let again: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStale = false
  let isOver = false

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
        world = next
        use(next)
        changed(changes, performance.now() - start)
      } catch (error) {
        failed(error)
      }
      // A write that follows another at once may be told of by nobody.
      again = setTimeout(() => {
        if (stampOf(watched.paths) !== stamp) stale()
      }, AFTER)
    }
  }
  const start = (): void => {
    // Whoever writes while the world is made gets it made once more.
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

/** When each file was written, and how large it is: another text when one was written since. */
function stampOf(paths: readonly string[]): string {
  const stamps: string[] = []
  const waiting = [...paths]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    try {
      const found = isIgnored(path) ? undefined : lstatSync(path, { throwIfNoEntry: false })
      if (found?.isDirectory() === true) for (const name of readdirSync(path)) waiting.push(join(path, name))
      else if (found !== undefined) stamps.push(`${path} ${found.mtimeMs} ${found.size}`)
    } catch {
      // What cannot be looked at is told by whoever reads it.
    }
  }
  return stamps.join('\n')
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

/** What no world is made of, and changes often. */
const isIgnored = (path: string): boolean =>
  /[\\/](?:node_modules|\.git|dist|build|\.cache)(?:[\\/]|$)/.test(path)

function watchMark(
  mark: (() => Promise<string>) | undefined,
  stale: () => void,
  failed: (error: unknown) => void,
): { readonly stop: () => void } {
  if (mark === undefined) return { stop: () => undefined }
  let last: string | undefined
  let told = ''
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const look = async (): Promise<void> => {
    try {
      const now = await mark()
      if (last !== undefined && now !== last) stale()
      last = now
      told = ''
    } catch (error) {
      // A database that is away for a while is told of once.
      const text = String(error)
      if (text !== told) failed(error)
      told = text
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
