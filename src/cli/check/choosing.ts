/** Options that select parts of a check, and that decide its exit status. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  type CheckOptions,
  type Choice,
  GENERATES,
  type Generate,
  type Level,
  type Shard,
} from '../../oracle/index.ts'
import { collect, wholeNumber } from '../numbers.ts'

export interface ChoosingOptions {
  readonly only: readonly string[]
  readonly level?: Lower
  readonly case: readonly string[]
  readonly replay?: string
  readonly shard?: Shard
  readonly generate?: Generate | 'off'
  readonly failOn?: Lower
  readonly maxTime?: number
}

const LEVELS = ['must', 'should', 'may'] as const
type Lower = (typeof LEVELS)[number]
const UPPER: { readonly [level in Lower]: Level } = { must: 'MUST', should: 'SHOULD', may: 'MAY' }

export const withChoosingOptions = (command: Command): Command =>
  command
    .option(
      '--only <names>',
      "only the test cases of these rules and features, such as fields,populate.on,'filters.op.*'",
      names,
      [],
    )
    .addOption(
      new Option(
        '--level <level>',
        'only test cases of this level or a higher level, and no generated requests',
      ).choices(LEVELS),
    )
    .option('--case <id>', 'only the test case with this id; repeatable', collect, [])
    .option(
      '--replay <seed:path>',
      'send one generated request of an earlier run again; the report prints its seed and path',
    )
    .option(
      '--shard <number/of>',
      'run only one part of the check, such as the second of four parts with 2/4',
      shardOf,
    )
    .addOption(
      new Option(
        '--generate <kind>',
        'the kind of generated requests: sound (valid), malformed (invalid), both, or off',
      ).choices([...GENERATES, 'off']),
    )
    .addOption(
      new Option('--fail-on <level>', 'exit with 1 for a difference of this level or a higher level').choices(
        LEVELS,
      ),
    )
    .option('--max-time <seconds>', 'end the run after this time, and report its results so far', wholeNumber)

const names = (value: string, before: readonly string[]): readonly string[] => [
  ...before,
  ...value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
]

/** Parses `1/4`, a shard of the check. @throws InvalidArgumentError */
function shardOf(text: string): Shard {
  const [number = 0, of = 0, ...more] = text.split('/').map(Number)
  const isPart = Number.isInteger(number) && Number.isInteger(of) && number >= 1 && number <= of
  if (!isPart || more.length > 0)
    throw new InvalidArgumentError(
      'Expected a part and the number of parts, such as 2/4 for the second of four parts.',
    )
  return { number, of }
}

/** Returns the cases and requests of a check that the options select. */
export function choiceOf(options: ChoosingOptions): Choice & Pick<CheckOptions, 'generate' | 'failOn'> {
  const { only, level, case: ids, replay, shard, generate, failOn } = options
  return {
    ...(only.length === 0 ? {} : { only }),
    ...(level === undefined ? {} : { level: UPPER[level] }),
    ...(failOn === undefined ? {} : { failOn: UPPER[failOn] }),
    ...(ids.length === 0 ? {} : { caseIds: ids }),
    ...(replay === undefined ? {} : { replays: [replay] }),
    ...(shard === undefined ? {} : { shard }),
    ...(generate === undefined || generate === 'off' ? {} : { generate }),
  }
}

/**
 * Returns whether the option `--case` or `--replay` selects single requests. A run of single requests does not save its
 * failures for `--failed`.
 */
export const namesRequests = ({ case: ids, replay }: ChoosingOptions): boolean =>
  ids.length > 0 || replay !== undefined
