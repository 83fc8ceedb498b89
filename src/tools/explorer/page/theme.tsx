/** The dark or light theme of the page, which is the preference of the operating system until the user chooses. */
import { useEffect, useState } from 'preact/hooks'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const KEY = 'populace-theme'

const NAMES: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' }

export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(remembered)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    remember(theme)
  }, [theme])
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <button
      type="button"
      class="small"
      title={`Change to ${NAMES[next].toLowerCase()}`}
      onClick={() => setTheme(next)}
    >
      Theme: {NAMES[theme].toLowerCase()}
    </button>
  )
}

/** Returns the theme that the user chose; `system` without a choice or if the browser forbids its storage. */
function remembered(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Without the storage of the browser, the choice of the theme lasts until the page is closed.
  }
}
