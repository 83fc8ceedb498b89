/** Tests that the errors which the project's code prints have only the stack frames of the project. */
import { expect, test } from 'vitest'
import { withOwnFrames } from '../../../src/sources/runner/thread/guard/frames.ts'
import { createLog } from '../../../src/sources/runner/thread/strapi/services/log.ts'
import { app } from '../apps.ts'
import { open } from '../support.ts'

const OWN = '    at find (/project/src/api/note.js:3:9)'
const FOREIGN = [
  '    at run (file:///usr/lib/populace/dist/bundle/project-code.js:50:368)',
  '    at /project/node_modules/koa/lib/compose.js:4:5',
  '    at async Object.run (/usr/lib/other.js:4:5)',
  '    at Array.map (<anonymous>)',
  '    at async Promise.all (index 0)',
  '    at process.processImmediate (node:internal/timers:485:21)',
  '    ... 30 lines matching cause stack trace ...',
]
const printed = (...lines: readonly string[]): string => withOwnFrames('/project', lines.join('\n'))

test('of a printed error, the message and the stack frames of the project remain', () => {
  expect(printed('Error: no', OWN, ...FOREIGN, '')).toBe(`Error: no\n${OWN}\n`)
  expect(printed('Error: no', ...FOREIGN)).toBe('Error: no')
  const url = '    at async file:///project/src/index.js:3:9'
  expect(printed('Error: no', FOREIGN[0] ?? '', url)).toBe(`Error: no\n${url}`)
})

test('the members of a printed error remain, also after a removed stack frame', () => {
  for (const foreign of FOREIGN)
    expect(printed('Error: no', OWN, `${foreign} {`, '  code: 1', '}'), foreign).toBe(
      `Error: no\n${OWN} {\n  code: 1\n}`,
    )
  const nested = ['[', '  Error: no', `  ${FOREIGN[0]},`, '  1', ']']
  expect(printed(...nested)).toBe('[\n  Error: no,\n  1\n]')
})

test('lines that are no stack frames of this machine remain', () => {
  const lines = [
    'at /other/data.csv:3:9',
    '    at noon (in 5 minutes)',
    '    at render (https://shop.example/app.js:1:2)',
    '    at last',
  ]
  expect(printed(...lines)).toBe(lines.join('\n'))
})

test('the console prints only stack frames of the project', async () => {
  const { get, lines, folder } = await open({
    'app.js': app(["console.log(new TypeError('no'))", "console.error('failed:', new Error('deep').stack)"]),
  })
  await get('/0')
  await get('/1')
  const frame = new RegExp(`^(?:info|error):     at .*${folder}/app\\.js:\\d+:\\d+\\)?$`)
  const frames = lines.filter((line) => /^\w+: {4}/.test(line))
  expect(lines.filter((line) => !frames.includes(line))).toEqual([
    'info: TypeError: no',
    'error: failed: Error: deep',
  ])
  expect(frames.length).toBeGreaterThan(1)
  for (const line of frames) expect(line).toMatch(frame)
})

test('the logger prints only stack frames of the project', () => {
  const lines: string[] = []
  const { error } = createLog({ folder: '/project', log: (_level, text) => lines.push(text) })
  const stack = ['Error: no', OWN, ...FOREIGN].join('\n')
  if (typeof error === 'function') error('failed:', stack)
  expect(lines).toEqual([`failed: Error: no\n${OWN}`])
})
