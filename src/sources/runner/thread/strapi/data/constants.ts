/** Answers SQL that reads no table, such as `SELECT 1`, with which a health check tests the connection. */

const CONSTANT = /^select\s+(\d{1,15})(?:\s+as\s+"?(\w{1,63})"?)?;?$/i

/**
 * Returns the result of a statement that selects one number, in the form of the driver of `client`; undefined for any
 * other statement.
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
