/** Options for the extent of a check and for the comparison of answers. */
import { type Command, Option } from 'commander'
import { collect, seedNumber, wholeNumber } from '../numbers.ts'

export interface RunningOptions {
  readonly token: readonly string[]
  readonly ids: 'exact' | 'mapped' | 'ignore'
  readonly times: 'exact' | 'shape'
  readonly errors: 'exact' | 'name'
  readonly suite: boolean
  readonly runs: number
  readonly seed: number
  readonly causes: number
  readonly laws?: true
  readonly schema?: string
  readonly allMethods?: true
  readonly writes?: true
  readonly reload?: string
}

export const withEqualityOptions = (command: Command): Command =>
  command
    .option(
      '--token <token>',
      "the server's token, as ROLE=VALUE for a role or a token of the dataset, or as VALUE that the project knows; repeatable",
      collect,
      [],
    )
    .addOption(
      new Option('--ids <mode>', 'how ids are compared')
        .choices(['exact', 'mapped', 'ignore'])
        .default('mapped'),
    )
    .addOption(
      new Option('--times <mode>', 'how timestamps are compared')
        .choices(['exact', 'shape'])
        .default('shape'),
    )
    .addOption(
      new Option('--errors <mode>', 'how errors are compared').choices(['exact', 'name']).default('exact'),
    )

export const withRunningOptions = (command: Command): Command =>
  command
    .option('--no-suite', 'leave the suite out')
    .option('--runs <number>', 'how many requests are generated', wholeNumber, 1000)
    .option('--seed <number>', 'what they follow from', seedNumber, 1)
    .option('--causes <number>', 'how many differences are looked into', wholeNumber, 25)
    .option('--laws', 'run the laws that need no known data')
    .option('--schema <dir>', 'with --laws: the schema of a server whose data nobody knows')
    .option('--all-methods', 'send POST, PUT and DELETE too')
    .option(
      '--writes',
      'write to the server: sessions on documents of their own, which are deleted again. --only, --case, --replay, ' +
        '--failed, --bail and --shard choose among them; --freeze keeps none, --level all or none',
    )
    .option(
      '--reload <url or command>',
      'loads a dataset into the server; datasets are then generated too, and --writes changes entries of it',
    )
