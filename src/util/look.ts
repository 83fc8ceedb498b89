/**
 * The style sheet of the explorer page and of the HTML reports. All colours are custom properties, so that dark mode
 * is only a second list of values.
 */

const LIGHT = `
  --paper: #f7f6f3;
  --sheet: #fffefc;
  --sunk: #f1efea;
  --ink: #1e1d1a;
  --soft: #625e56;
  --line: #e2dfd8;
  --line-strong: #8a857a;
  --accent: #0c6153;
  --accent-ink: #ffffff;
  --accent-wash: #e4f0ec;
  --good: #1b6b3a;
  --bad: #a32d1c;
  --bad-wash: #faeae6;
  --text: #7b4310;
  --number: #1d559b;
  --boolean: #70349c;
  --added: #e3f2e4;
  --removed: #fbe7e2;
  --changed: #fbf1d3;
  --shadow: 0 8px 30px rgb(40 36 28 / 14%);
  --sans:
    ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono:
    ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", Menlo, Consolas, "Liberation Mono", monospace;
  --radius: 6px;
  color-scheme: light;`

const DARK = `
  --paper: #151513;
  --sheet: #1c1c19;
  --sunk: #232320;
  --ink: #eae8e1;
  --soft: #a7a297;
  --line: #32312c;
  --line-strong: #7a766b;
  --accent: #74cdb7;
  --accent-ink: #0c1f1a;
  --accent-wash: #1f3530;
  --good: #7fcf98;
  --bad: #f0937f;
  --bad-wash: #3a221d;
  --text: #e0b07c;
  --number: #8fbcf2;
  --boolean: #cfa0ee;
  --added: #1d3322;
  --removed: #3a221d;
  --changed: #363016;
  --shadow: 0 8px 30px rgb(0 0 0 / 50%);
  color-scheme: dark;`

/** The styles of HTML elements, and of the class `note`. */
const BASE = `
*,
*::before,
*::after {
  box-sizing: border-box;
}

html {
  background: var(--paper);
  color: var(--ink);
  font: 14px / 1.5 var(--sans);
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}

body,
h1,
h2,
h3,
p,
ul,
ol,
dl,
dd,
fieldset,
legend {
  margin: 0;
  padding: 0;
}

ul,
ol {
  list-style: none;
}

fieldset {
  border: 0;
  min-width: 0;
}

code,
pre,
textarea {
  font-family: var(--mono);
  font-size: 12.5px;
}

.note {
  color: var(--soft);
  font-size: 12px;
}

button,
select,
input[type="text"],
textarea {
  font: 13px / 1.4 var(--sans);
  color: inherit;
  background: var(--sheet);
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  padding: 3px 8px;
  min-height: 28px;
}

button {
  cursor: pointer;
  white-space: nowrap;
}

button:hover:not(:disabled) {
  border-color: var(--accent);
  color: var(--accent);
}

button:disabled {
  color: var(--soft);
  border-color: var(--line);
  cursor: default;
}

:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 1px;
}

input[type="checkbox"] {
  accent-color: var(--accent);
  width: 15px;
  height: 15px;
  margin: 0;
  flex: none;
}
`

/**
 * The style sheet that the explorer page and the reports share; it imports no other file. Each page appends its own
 * CSS rules. Dark mode follows the setting of the system or the attribute `data-theme`.
 */
export const LOOK = `:root {${LIGHT}
}

@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {${DARK}
  }
}

:root[data-theme="dark"] {${DARK}
}
${BASE}`
