/** Makes the help texts: the options by group, examples, and the pages of the documentation as topics. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { packageRoot } from './root.ts'

/** Two examples of each command, without the leading word `populace`. */
export const EXAMPLES: Readonly<Record<string, readonly [string, string]>> = {
  serve: ['serve . --watch', 'serve . --fake 20 --port 4000'],
  get: ["get '/api/articles?populate=*'", "get '/api/articles' --token editor-token"],
  explain: [
    "explain '/api/articles?populate=cover' --why data.0.author",
    "explain '/api/articles' --profiles",
  ],
  validate: ['validate content', 'validate .'],
  inspect: ['inspect .', 'inspect export.tar.gz'],
  import: ['import . --out content', 'import --from https://cms.example.org --token TOKEN --out content'],
  dataset: ['dataset guide --as folder --out guide', 'dataset guide --as strapi-archive --out guide.tar.gz'],
  'fake-values': ['fake-values . --out values.json', 'fake-values content'],
  check: ['check --target http://localhost:4000', 'check --target http://localhost:4000 --failed --bail'],
  suite: ['suite --out suite.ndjson', 'suite --dataset corners'],
  types: ['types . --out content-types.ts', 'types . --role public'],
  openapi: ['openapi . --out openapi.json', 'openapi . --role public'],
  upgrade: ['upgrade --from auto --to latest', 'upgrade --from sqlite --to postgres --requests access.log'],
  since: ["since '/api/articles?populate=a,b'", "since '/api/articles?populate=a,b' --json"],
  site: ['site --out site', 'site --out site --force'],
  quirks: ['quirks', 'quirks --json'],
}

type Groups = readonly (readonly [heading: string, names: string])[]

const SOURCE: Groups[number] = [
  'Source:',
  'data settings project strict key verbose fake fake-values no-project-code allow-network seed access grant token',
]

/**
 * The option groups of the commands with many options, by command. Each group has a heading and the names of its
 * options. For all other commands, the help shows the options without groups.
 */
const GROUPS: Readonly<Record<string, Groups>> = {
  serve: [
    ['Most used:', 'watch port fake'],
    ['Answers:', 'profile reveal no-reveal strict-tokens delay trouble clock'],
    ['Writes:', 'read-only save grant'],
    SOURCE,
    ['Who may connect:', 'host allowed-host allowed-origin cors-headers'],
    ['Explorer and worlds:', 'no-admin explain no-explain developer journal'],
    ['Operation:', 'log quiet drain config print-config keep'],
  ],
  check: [
    ['Most used:', 'target only failed'],
    ['Server:', 'command token header insecure ca wait-for-target timeout concurrency rate restart stress'],
    ['What runs:', 'level case replay shard generate max-time no-suite case-file runs seed laws schema'],
    ['Writes:', 'writes all-methods reload'],
    ['What counts as equal:', 'ids times errors profile'],
    ['Loop:', 'bail watch state'],
    ['Report:', 'report out badge history explorer known update freeze fail-on causes config'],
    SOURCE,
  ],
}

const REST = 'Limits and others:'

/** Adds the groups and the examples to the help of a command. */
export function withHelp(command: Command): void {
  const name = command.name()
  const groups = GROUPS[name]
  if (groups !== undefined) {
    const given = groups.map(([heading, names]) => [heading, names.split(' ')] as const)
    const rank = (flag: string): number => given.findIndex(([, names]) => names.includes(flag))
    for (const option of command.options) option.helpGroup(given[rank(flagOf(option.long))]?.[0] ?? REST)
    command.configureHelp({
      visibleOptions: (one) =>
        one.options
          .filter(({ hidden }) => !hidden)
          .toSorted((a, b) => placeOf(given, flagOf(a.long)) - placeOf(given, flagOf(b.long))),
      groupItems: (_all, visible, groupOf) => grouped(visible, groupOf),
    })
  }
  const examples = EXAMPLES[name] ?? []
  command.addHelpText('after', `\nExamples:\n${examples.map((one) => `  populace ${one}`).join('\n')}`)
}

const flagOf = (long: string | undefined): string => (long ?? '').replace(/^--/, '')

/** Returns the position of an option in the help; options without a group come last. */
function placeOf(groups: readonly (readonly [string, readonly string[]])[], flag: string): number {
  const at = groups.flatMap(([, names]) => names).indexOf(flag)
  return at < 0 ? Number.MAX_SAFE_INTEGER : at
}

/** Groups the items. The groups are in the order of their first items. */
function grouped<Item>(items: readonly Item[], groupOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(groupOf(item))
    if (group === undefined) groups.set(groupOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** Returns the names of the pages that `populace help TOPIC` prints. */
export function topics(): readonly string[] {
  const folder = docsFolder()
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => name.replace('.md', ''))
    .sort()
}

const docsFolder = (): string => join(packageRoot(), '.github', 'docs')

/** Returns the text of a topic of `populace help`. @throws RangeError for an unknown topic. */
export async function topicText(topic: string, commands: readonly string[]): Promise<string> {
  const known = topics()
  if (known.includes(topic)) return readFileSync(join(docsFolder(), `${topic}.md`), 'utf8')
  const { closest } = await import('fastest-levenshtein')
  const nearest = closest(topic, [...known, ...commands])
  throw new RangeError(
    `Unknown command or topic "${topic}". Did you mean ${nearest}? Topics: ${known.join(', ')}`,
  )
}
