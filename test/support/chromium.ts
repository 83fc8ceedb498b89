/** Finds and starts a headless Chromium for tests. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The paths at which distributions and vendors install a browser. */
const WELL_KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export interface Found {
  readonly path: string
  readonly env?: Readonly<Record<string, string>>
}

export type Way = () => Promise<Found>

/** Returns the browser in the environment variable `CHROMIUM`; undefined if the variable is not set. */
export function namedChromium(): readonly Way[] | undefined {
  const given = process.env['CHROMIUM']
  return given === undefined ? undefined : [async () => ({ path: given })]
}

/** Returns the browsers that are installed on this machine. */
export const installedChromiums = (): readonly Way[] =>
  WELL_KNOWN.filter((path) => existsSync(path)).map((path) => async () => ({ path }))

/**
 * Starts the first browser that works.
 * @throws Error that explains how to install a browser, if no browser starts.
 */
export async function startChromium(ways: readonly Way[], args: readonly string[] = []): Promise<Browser> {
  const faults: string[] = []
  for (const way of ways) {
    try {
      const { path, env = {} } = await way()
      return await chromium.launch({
        executablePath: path,
        args: [...args],
        chromiumSandbox: false,
        env: { ...inherited(), ...env },
      })
    } catch (error) {
      faults.push(String(error).slice(0, 1_000))
    }
  }
  throw new Error(
    `No Chromium starts here. Install one (apt-get install chromium), or name one: CHROMIUM=/path/to/it.\n${faults.join('\n')}`,
  )
}

const inherited = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
