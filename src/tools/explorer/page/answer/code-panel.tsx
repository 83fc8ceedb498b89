/** The changes of a request and of its answer that the project's own code made. */
import type { CodeExplained } from '../../../../explain/explanation.ts'
import { codeLines } from '../../model/code.ts'

const MOST_LINES = 12

export function CodePanel({ code }: { readonly code: CodeExplained }) {
  const { lines, more } = codeLines(code, MOST_LINES)
  if (lines.length === 0) return null
  return (
    <section class="notice" aria-label="Set by the project's code">
      <p>Set by the project’s code</p>
      <ul>
        {lines.map(({ what, where }) => (
          <li key={`${what} ${where}`}>
            {what} <code class="note">{where}</code>
          </li>
        ))}
        {more > 0 && <li class="note">and {more} more</li>}
      </ul>
      {code.received !== null && <code class="note">{code.received}</code>}
    </section>
  )
}
