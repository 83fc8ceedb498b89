/**
 * Answers SQL statements that read no table, such as `SELECT 1`. Health checks test a database connection with a
 * statement such as `SELECT 1`.
 */

const CONSTANT = /^select\s+(\d{1,15})(?:\s+as\s+"?(\w{1,63})"?)?;?$/i

/**
 * Returns the result of a SQL statement that selects one number, in the form of the database driver of `client`. The
 * result is undefined for any other SQL statement.
 */
export function constantOf(statement: unknown, client: string): unknown {
  const found = typeof statement === 'string' ? CONSTANT.exec(statement.trim()) : null
  if (found === null) return undefined
  const [, digits = '', alias] = found
  const value = Number(digits)
  if (client === 'postgres')
    return { command: 'SELECT', rowCount: 1, rows: [{ [alias ?? '?column?']: value }] }
  const rows = [{ [alias ?? digits]: value }]
  return client === 'mysql' ? [rows, []] : rows
}
