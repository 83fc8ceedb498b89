/** Shows the URL as a text field above the panels. The key Enter, or leaving the field, commits the typed URL. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Session } from '../session.ts'

export function UrlField({ session }: { readonly session: Session }) {
  const { url } = session.view.asking
  const [typed, setTyped] = useState(url)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => setTyped(url), [url])
  useEffect(() => {
    const element = field.current
    if (element === null) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [typed])
  const take = (): void => {
    const text = pathOf(typed)
    if (text !== url && text !== '') session.ask({ url: text })
    else setTyped(url)
  }
  return (
    <form
      class="url"
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <label class="url-label" for="url">
        GET
      </label>
      <textarea
        id="url"
        ref={field}
        rows={1}
        aria-label="URL"
        value={typed}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            take()
          }
          if (event.key === 'Escape') setTyped(url)
        }}
      />
      <button type="submit" class="primary">
        Ask
      </button>
    </form>
  )
}

/** Converts a pasted URL to one line without scheme and host. */
function pathOf(typed: string): string {
  const text = typed.replaceAll(/\s*\n\s*/g, '').trim()
  const path = text.replace(/^[a-z]+:\/\/[^/]*/i, '')
  return path === '' || path.startsWith('/') ? path : `/${path}`
}
