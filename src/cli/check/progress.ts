/** How far a check is, drawn on the standard error stream. */
import pc from 'picocolors'
import type { Progress } from '../../oracle/index.ts'

const BAR_WIDTH = 30

/** Draws only where somebody is looking. */
export function progressBar(): (progress: Progress) => void {
  if (!process.stderr.isTTY) return () => undefined
  let last = 0
  return ({ part, done, of, differing }) => {
    if (Date.now() - last < 50 && done < of) return
    last = Date.now()
    const full = of === 0 ? BAR_WIDTH : Math.round((done / of) * BAR_WIDTH)
    const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}`
    const found = differing === 0 ? '' : pc.red(` ${differing} different`)
    process.stderr.write(`\r\u001b[2K${part.padEnd(9)} ${bar} ${done}/${of}${found}`)
  }
}

export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K')
}
