/** Detects writes to a SQLite file. */
import { stat } from 'node:fs/promises'

/** The time and size of the file and its log as text. The text differs after a write. */
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
