/**
 * Starts a headless Chromium: the browser that the variable `CHROMIUM` names, the archive of `@sparticuz/chromium` with
 * its libraries, or an installed browser.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { type Found, installedChromiums, namedChromium, startChromium } from '../../support/chromium.ts'

/**
 * Starts the browser.
 * @throws Error that explains how to install a browser, if no browser starts.
 */
export const launch = (...args: readonly string[]): Promise<Browser> =>
  startChromium(namedChromium() ?? [unpacked, ...installedChromiums()], args)

const CACHE = fileURLToPath(new URL('../node_modules/.chromium', import.meta.url))

/** Unpacks the archive once, into a folder next to the package that other users cannot write to. */
async function unpacked(): Promise<Found> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('The archive is for Linux on x64')
  if (!existsSync(CACHE)) {
    const part = `${CACHE}.${process.pid}`
    mkdirSync(part, { recursive: true })
    await inFolder(part, async () => {
      const { default: packed, inflate } = await import('@sparticuz/chromium')
      await packed.executablePath()
      await inflate(
        fileURLToPath(new URL('../node_modules/@sparticuz/chromium/bin/al2023.tar.br', import.meta.url)),
      )
    })
    try {
      renameSync(part, CACHE)
    } catch {
      // Another process has already unpacked the archive.
      rmSync(part, { recursive: true, force: true })
    }
  }
  return {
    path: join(CACHE, 'chromium'),
    env: { LD_LIBRARY_PATH: join(CACHE, 'al2023/lib'), FONTCONFIG_FILE: fontsFile() },
  }
}

/**
 * The fonts of the archive are not in the folder that the font configuration of the archive names. Without fonts, form
 * controls crash the browser.
 */
function fontsFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'populace-fonts-')), 'fonts.conf')
  process.once('exit', () => rmSync(dirname(file), { recursive: true, force: true }))
  const folders = [join(CACHE, 'fonts'), '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`).join('')
  const cache = `<cachedir>${dirname(file)}</cachedir>`
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders}${cache}</fontconfig>`,
  )
  return file
}

/** Sets the folder for temporary files, because the package unpacks into that folder. */
async function inFolder(folder: string, unpack: () => Promise<void>): Promise<void> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    await unpack()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}
