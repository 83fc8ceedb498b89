/** Loads a dataset into a target, through a URL or a shell command that the user names. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatasetFiles } from '../../../reference/load/files/files.ts'
import { writeDataset } from '../../../reference/load/files/folder.ts'
import type { Target } from '../target.ts'

/** The maximum time to load a dataset, in milliseconds. */
const MAX_MILLISECONDS = 60_000

/**
 * A function that loads a dataset. It resolves to a target that serves this dataset: the original target or a new
 * target.
 */
export type Reload = (files: DatasetFiles) => Promise<Target>

/**
 * Creates the function that loads a dataset. For a URL, the function posts the files of the dataset as one JSON
 * object. For any other text, the function runs a command with the path of the dataset's folder. The command must exit
 * with status 0. The function rejects with the reason if loading fails.
 */
export function reloader(where: string, target: () => Target): Reload {
  const load = /^https?:\/\//.test(where) ? postTo(where) : runWith(where)
  return async (files) => {
    await load(files)
    return target()
  }
}

const postTo =
  (url: string) =>
  async (files: DatasetFiles): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(MAX_MILLISECONDS)
    const { status, body } = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(files),
      redirect: 'manual',
      signal,
    })
    await body?.cancel()
    if (status < 200 || status > 299) throw new Error(`${url} answered ${status} to a posted dataset`)
  }

const runWith =
  (command: string) =>
  async (files: DatasetFiles): Promise<void> => {
    const dir = mkdtempSync(join(tmpdir(), 'populace-'))
    try {
      writeDataset(dir, files)
      await run(`${command} '${dir}'`)
    } finally {
      rmSync(dir, { recursive: true })
    }
  }

function run(command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: 'ignore', timeout: MAX_MILLISECONDS })
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${command} ended with ${code}`))
    })
  })
}
