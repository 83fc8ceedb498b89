/** Whether somebody has written to a SQLite file. */
import { stat } from 'node:fs/promises'

/** The file and the log beside it, by size and time: another text when either was written. */
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
