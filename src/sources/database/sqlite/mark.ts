/** Detects writes to a SQLite file. */
import { stat } from 'node:fs/promises'

/**
 * Returns the modification times and sizes of a SQLite file and its log, as one text. The returned text is different
 * after each write to the SQLite file.
 */
export async function markSqlite(file: string): Promise<string> {
  const parts = [file, `${file}-wal`].map(async (path) => {
    try {
      const { size, mtimeMs } = await stat(path)
      return `${size} ${mtimeMs}`
    } catch {
      return 'none'
    }
  })
  return (await Promise.all(parts)).join(', ')
}
