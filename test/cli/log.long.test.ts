/** Tests that `serve` prints no line for a request with `--log off`. */
import { afterEach, expect, test, vi } from 'vitest'
import { killAll, started } from '../support/serving.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(killAll)

test('`--log off` prints no line for a request', async () => {
  const { child, url } = await started('--log', 'off')
  let out = ''
  child.stdout?.on('data', (chunk) => (out += String(chunk)))
  await fetch(`${url}/api/restaurants`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(out).not.toContain('GET /api')
})
