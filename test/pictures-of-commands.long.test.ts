/**
 * Tests that the pictures of the README show the output of the commands. `POPULACE_UPDATE=1` draws the pictures again.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Picture, svgOf } from './support/picture.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the output of a command, regardless of its exit status. */
function printed(args: readonly string[]): string {
  const options = { cwd: root, encoding: 'utf8' } as const
  try {
    return execFileSync(process.execPath, ['dist/bundle/cli.js', ...args], options)
  } catch (error) {
    return typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout) : ''
  }
}

const upgradeClass: Picture['classOf'] = (line) => {
  if (/^\d+\. breaks/.test(line)) return 'bad'
  if (/^\d+\. |^From /.test(line)) return 'strong'
  return /^(?: {3}instead|Left out|Fails already|Statuses)/.test(line) ? 'faint' : 'plain'
}

test.each([
  {
    file: 'upgrade',
    command: 'npx populace upgrade --from 5.12 --to 5.54 --requests site.har',
    args: ['upgrade', '--from', '5.12', '--to', '5.54', '--requests', 'test/upgrade/site.har'],
    classOf: upgradeClass,
  },
])('$file', ({ file, command, args, classOf }) => {
  const drawn = svgOf({ command, lines: printed(args).trimEnd().split('\n'), classOf })
  const path = new URL(`../.github/pictures/${file}.svg`, import.meta.url)
  if (process.env['POPULACE_UPDATE'] === '1') writeFileSync(path, drawn)
  expect(readFileSync(path, 'utf8')).toBe(drawn)
})
