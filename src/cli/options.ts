/** The arguments and options that several commands share. */
import { type Command, Option } from 'commander'
import { PROFILES } from '../reference/strapi/profile.ts'
import { collect, seedNumber, wholeNumber } from './numbers.ts'

/** How a source is read. */
export interface ReadOptions {
  /** A file in the format of `settings.json`. */
  readonly settings?: string
  readonly strict?: true
  /** The key of an encrypted archive. */
  readonly key?: string
  /** How many entries to make up for each type without entries. */
  readonly fake?: number
  readonly fakeValues?: string
  readonly seed?: number
  /** The project whose code runs over a dataset; with the URL of a server, the folder that has its schemas. */
  readonly project?: string
  /** Whether to run the project's own code; true by default. */
  readonly projectCode?: boolean
  /** Hosts that the code may connect to. */
  readonly allowNetwork?: readonly string[]
  /** Whether each note on the source is printed. */
  readonly verbose?: true
}

export interface SourceOptions extends ReadOptions {
  /** A file in the format of `access.json`. */
  readonly access?: string
  /** Permissions to add to roles. */
  readonly grant?: readonly string[]
}

/** Options of a command whose source can be a server. A list of tokens is not sent to it. */
export interface ServerSourceOptions {
  readonly token?: string | readonly string[]
  /** The folder to write. */
  readonly out?: string
}

export interface ProfileOptions {
  /** Default: the profile of the source. */
  readonly profile?: string
}

export interface RoleOptions {
  readonly role?: string
}

export interface OutOptions {
  readonly out?: string
}

export const SOURCE_HELP =
  'a Strapi project, what `strapi export` wrote, a dataset folder, or the URL of a running server'

export const PROFILE = new Option(
  '--profile <name>',
  `${Object.keys(PROFILES).join(', ')}, another release or database such as strapi-5.23.2-mariadb, or one with switches: documented,+ne-array-or; auto, the default for a project and an export, is what the project runs`,
)

export const ROLE = new Option(
  '--role <name>',
  'only what this role may find; everything, where it is left out',
)

/** The bearer token of the requests. */
export const TOKEN = new Option(
  '--token <token>',
  'the bearer token to send, and to ask a server with that is the source',
)

export const STRICT_TOKENS = new Option(
  '--strict-tokens',
  'answer 401 to an unknown token; without it such a token may read everything, unless the data lists tokens',
)

export const OUT = new Option('--out <file>', 'where to; standard output where it is left out')

/** For commands without a `--token` of another meaning. */
export const withServerToken = (command: Command): Command =>
  command.option('--token <token>', 'with the URL of a server: the API token to ask with, or POPULACE_TOKEN')

/** `hasSeed`: the command has a `--seed` of its own. */
export const withReadOptions = (command: Command, more: { readonly hasSeed?: true } = {}): Command => {
  command
    .option('--settings <file>', 'settings.json of the dataset format, over what a project is configured to')
    .option(
      '--project <dir>',
      'with a dataset or an archive: the Strapi project whose code runs; with the URL of a server: its project or a dataset, for the schemas',
    )
    .option('--strict', 'refuse what Strapi would live with, such as custom fields and stale values')
    .option('--key <key>', 'the key of an encrypted export')
    .option('--verbose', 'print every note on the source, in place of one line for each kind')
    .option('--fake <number>', 'make up so many entries of each type that has none', wholeNumber)
    .option('--fake-values <file>', 'JSON that says what single attributes get, with --fake')
  command
    .option(
      '--no-project-code',
      'run no code of the project, its configuration and database drivers included',
    )
    .option(
      '--allow-network <host>',
      'a host that the code of the project may connect to, as NAME or NAME:PORT; repeatable',
      collect,
    )
  if (more.hasSeed !== true) command.option('--seed <number>', 'what made-up entries follow from', seedNumber)
  return command
}

export const withSourceOptions = (command: Command, more: { readonly hasSeed?: true } = {}): Command =>
  withReadOptions(command, more)
    .option(
      '--access <file>',
      'access.json of the dataset format: roles and tokens besides those of the source',
    )
    .option(
      '--grant <action>',
      'what the public role may do besides, such as api::review.review.create or *.create; ROLE=ACTION for another; repeatable',
      collect,
    )
