/** The published file of each entry point of the package. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../', import.meta.url)
const { exports }: { readonly exports: Readonly<Record<string, string | { readonly default: string }>> } =
  JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))

/**
 * Maps each entry point, such as `populace/core`, to its published file. Longer names come first, because a bundler
 * takes the first alias that matches.
 */
export const published: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(exports)
    .flatMap(([door, target]): readonly (readonly [string, string])[] =>
      typeof target === 'string'
        ? []
        : [[door.replace('.', 'populace'), fileURLToPath(new URL(target.default, root))]],
    )
    .sort(([one], [other]) => other.length - one.length),
)
