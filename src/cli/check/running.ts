/** Options that select the parts of a check, and options for the comparison of answers. */
import { type Command, Option } from 'commander'
import { collect, seedNumber, wholeNumber } from '../numbers.ts'

export interface RunningOptions {
  readonly token: readonly string[]
  readonly ids: 'exact' | 'mapped' | 'ignore'
  readonly times: 'exact' | 'shape'
  readonly errors: 'exact' | 'name'
  readonly suite: boolean
  readonly caseFile: readonly string[]
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
      "the server's token, as ROLE=VALUE for a role or a token of the dataset, or as a VALUE that the project of the source accepts; repeatable",
      collect,
      [],
    )
    .addOption(
      new Option('--ids <mode>', 'how to compare ids')
        .choices(['exact', 'mapped', 'ignore'])
        .default('mapped'),
    )
    .addOption(
      new Option('--times <mode>', 'how to compare timestamps').choices(['exact', 'shape']).default('shape'),
    )
    .addOption(
      new Option('--errors <mode>', 'how to compare errors').choices(['exact', 'name']).default('exact'),
    )

export const withRunningOptions = (command: Command): Command =>
  command
    .option('--no-suite', 'skip the suite')
    .option(
      '--case-file <file>',
      'also run the cases that --freeze wrote to this file; repeatable',
      collect,
      [],
    )
    .option('--runs <number>', 'the number of generated requests', wholeNumber, 1000)
    .option('--seed <number>', 'the seed of the generated requests', seedNumber, 1)
    .option(
      '--causes <number>',
      'the maximum number of differences for which the check determines the cause',
      wholeNumber,
      25,
    )
    .option('--laws', 'also test the laws: properties that hold for any data')
    .option(
      '--schema <dir>',
      'a folder with the schema of a server whose data is unknown; tests only the laws',
    )
    .option('--all-methods', 'send POST, PUT and DELETE too')
    .option(
      '--writes',
      'write to the server: sessions that create their own documents and delete them. --only, --case, --replay, ' +
        '--failed, --bail and --shard select single sessions; --freeze runs no session, --level all or none',
    )
    .option(
      '--reload <url or command>',
      'a URL or command that loads a dataset into the server; the check then also generates datasets, and --writes changes their entries',
    )
