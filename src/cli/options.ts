/** The arguments and options that several commands share. */
import { type Command, Option } from 'commander'
import { PROFILES } from '../reference/strapi/profile.ts'
import { collect, seedNumber, wholeNumber } from './numbers.ts'

/** The options that determine how a command reads its source. */
export interface ReadOptions {
  /** The path of a file in the format of `settings.json`. */
  readonly settings?: string
  readonly strict?: true
  /** The key that decrypts an encrypted archive. */
  readonly key?: string
  /** The number of entries to generate for each collection type without entries; a single type gets at most one. */
  readonly fake?: number
  readonly fakeValues?: string
  readonly seed?: number
  /**
   * For a dataset, the folder of the Strapi project whose code runs; for the URL of a server, the folder with the
   * server's schemas.
   */
  readonly project?: string
  /** Whether to run the project's own code; true by default. */
  readonly projectCode?: boolean
  /** The hosts to which the project's own code may connect. */
  readonly allowNetwork?: readonly string[]
  /**
   * Whether the command prints each note on the source on its own line, instead of one line for each kind of note.
   */
  readonly verbose?: true
}

export interface SourceOptions extends ReadOptions {
  /** The secret that signs the tokens of users, in place of the project's secret. */
  readonly jwtSecret?: string
  /** The path of a file in the format of `access.json`. */
  readonly access?: string
  /** Permissions to add to roles. */
  readonly grant?: readonly string[]
}

/** The options of a command whose source can be a running server. */
export interface ServerSourceOptions {
  readonly token?: string | readonly string[]
  /** Whether the server that the command starts accepts every token of `--token`, even a token without a role. */
  readonly admitsGiven?: true
  /** The headers for the requests to the server that is the source, each as `name: value`. */
  readonly header?: readonly string[]
  /** The path of the output folder. */
  readonly out?: string
}

export interface ProfileOptions {
  /** The profile of the answers; the default is the profile of the source. */
  readonly profile?: string
}

export interface RoleOptions {
  readonly role?: string
}

export interface OutOptions {
  readonly out?: string
}

export const SOURCE_HELP =
  'a Strapi project, an archive of `strapi export`, a dataset folder, or the URL of a running server'

export const PROFILE = new Option(
  '--profile <name>',
  `${Object.keys(PROFILES).join(', ')}, another release or database such as strapi-5.23.2-mariadb, or one with switches: documented,+ne-array-or; auto, the default for a project and an export, is what the project runs`,
)

export const ROLE = new Option(
  '--role <name>',
  'only content types that this role may find; without this option, all content types',
)

/** The option for the bearer token that a command sends with its requests. */
export const TOKEN = new Option(
  '--token <token>',
  'the bearer token to send: VALUE, or ROLE=VALUE, which assigns the token to a role; if the source is the URL of a server, that server gets the token too',
)

export const STRICT_TOKENS = new Option(
  '--strict-tokens',
  'answer 401 to an unknown token; without this option, an unknown token may read everything, unless the data lists tokens',
)

export const OUT = new Option(
  '--out <file>',
  'the file to write; without this option, the command prints to standard output',
)

/**
 * Adds `--token` to a command in which `--token` has no other meaning. If the source is a server, its value is the
 * API token for this server.
 */
export const withServerToken = (command: Command): Command =>
  command.option(
    '--token <token>',
    'if the source is the URL of a server: an API token of that server; the variable POPULACE_TOKEN works too',
  )

/**
 * Adds the options that determine how a command reads its source. If `hasSeed` is true, the command defines its own
 * option `--seed`.
 */
export const withReadOptions = (command: Command, more: { readonly hasSeed?: true } = {}): Command => {
  command
    .option(
      '--settings <file>',
      'settings in the format of settings.json, in place of the configuration of a project or the settings.json of a dataset',
    )
    .option(
      '--project <dir>',
      'for a dataset or an archive: the Strapi project whose code runs; for the URL of a server: the folder with its schemas, a project or a dataset',
    )
    .option(
      '--strict',
      'report parts of a project as errors that Strapi tolerates but a dataset does not, such as custom fields and stale values',
    )
    .option('--key <key>', 'the key of an encrypted export')
    .option(
      '--verbose',
      'print every note about the source on its own line, and all lines that the code prints during probing requests',
    )
    .option(
      '--fake <number>',
      'the number of entries to make up for each collection type without entries',
      wholeNumber,
    )
    .option('--fake-values <file>', 'with --fake: a JSON file with the values of single types and attributes')
  command
    .option(
      '--no-project-code',
      'run no code of the project, not even its configuration and database drivers',
    )
    .option(
      '--allow-network <host>',
      'a host that the code of the project may connect to, as NAME or NAME:PORT; repeatable',
      collect,
    )
  if (more.hasSeed !== true) command.option('--seed <number>', 'the seed of made-up entries', seedNumber)
  return command
}

export const withSourceOptions = (command: Command, more: { readonly hasSeed?: true } = {}): Command =>
  withReadOptions(command, more)
    .option('--access <file>', 'access.json of the dataset format: additional roles and tokens')
    .option(
      '--grant <action>',
      'an additional permission of the public role, such as api::review.review.create or *.create; ROLE=ACTION for another role; repeatable',
      collect,
    )
