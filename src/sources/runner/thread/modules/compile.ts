/** Compiles a source file of a project to CommonJS. The compiled code has the same line numbers as the source file. */
import { type Transform, transform } from 'sucrase'

const TYPED = /\.[cm]?tsx?$/
const MARKUP = /\.[jt]sx$/
const MODULE_SYNTAX = /^[ \t]*(?:import|export)\b|\bimport\s*[(.]/m

/** The expression that replaces `import.meta` in CommonJS. */
const META =
  '({ url: require("node:url").pathToFileURL(__filename).href, filename: __filename, dirname: __dirname })'

/**
 * The kind of JSX transform. With `automatic`, the compiled code imports `react/jsx-runtime`. With `classic`, the
 * compiled code does not import `react/jsx-runtime`. The option `jsx` in `tsconfig.json` determines the kind of JSX
 * transform.
 */
export type Markup = 'automatic' | 'classic'

/**
 * Compiles TypeScript, JSX and ES module syntax to CommonJS. @throws SyntaxError with the line number in its
 * message.
 */
export function compiled(file: string, source: string, markup: Markup): string {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
  const isTyped = TYPED.test(file)
  const isMarkup = MARKUP.test(file)
  const isModule = file.endsWith('.mjs') || MODULE_SYNTAX.test(text)
  if (!isTyped && !isModule && !isMarkup) return text
  const transforms: Transform[] = ['imports']
  if (isTyped) transforms.push('typescript')
  if (isMarkup) transforms.push('jsx')
  const { code } = transform(text, {
    transforms,
    filePath: file,
    disableESTransforms: true,
    production: true,
    jsxRuntime: markup,
  })
  return code.replace(/\bimport\.meta\b/g, META)
}
