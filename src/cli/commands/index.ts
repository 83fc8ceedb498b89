/** The commands of the program. To add a command, write its file in this folder and an entry in this list. */
import type { Command } from 'commander'

interface Named {
  readonly says: string
  /** The heading of the command's group in the help. */
  readonly group: string
  /** Loads the module of the command, and returns the command with its options and its action. */
  readonly load: () => Promise<Command>
}

/** The commands by name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Named>> = {
  serve: {
    says: 'answer requests over HTTP like your project',
    group: 'Most used:',
    load: async () => (await import('../serve/serve.ts')).serveCommand(),
  },
  get: {
    says: 'print the answer to one request; exits with 0 for a 2xx',
    group: 'Requests and releases:',
    load: async () => (await import('./get.ts')).getCommand(),
  },
  explain: {
    says: 'print the reasons for an answer, and for each missing part of it',
    group: 'Most used:',
    load: async () => (await import('./explain.ts')).explainCommand(),
  },
  validate: {
    says: 'print every fault of a dataset; exits with 1 if there is one',
    group: 'Sources:',
    load: async () => (await import('./data/validate.ts')).validateCommand(),
  },
  inspect: {
    says: 'print the parts of a project, the code files that run, and the next commands to try',
    group: 'Sources:',
    load: async () => (await import('./inspect.ts')).inspectCommand(),
  },
  import: {
    says: 'write a project, an export or a running server as a dataset folder',
    group: 'Sources:',
    load: async () => (await import('./data/import.ts')).importCommand(),
  },
  dataset: {
    says: 'write a dataset or another source as a folder, as one JSON file, or for `strapi import`',
    group: 'Sources:',
    load: async () => (await import('./data/dataset.ts')).datasetCommand(),
  },
  check: {
    says: 'compare your server with the reference; exits with 0, with 1 for differences, with 2 if the run failed',
    group: 'Most used:',
    load: async () => (await import('../check/command.ts')).checkCommand(),
  },
  suite: {
    says: 'write the conformance suite as NDJSON',
    group: 'Generate:',
    load: async () => (await import('./suite.ts')).suiteCommand(),
  },
  types: {
    says: 'write TypeScript types for queries, answers and bodies',
    group: 'Generate:',
    load: async () => (await import('./types.ts')).typesCommand(),
  },
  openapi: {
    says: 'write an OpenAPI document of the content API',
    group: 'Generate:',
    load: async () => (await import('./openapi.ts')).openapiCommand(),
  },
  'fake-values': {
    says: 'write a draft of a file for --fake-values, with values that --fake makes up',
    group: 'Sources:',
    load: async () => (await import('./data/fake-values.ts')).fakeValuesCommand(),
  },
  upgrade: {
    says: 'list the requests that another release or database answers differently; exits with 1 if one breaks',
    group: 'Requests and releases:',
    load: async () => (await import('./upgrade.ts')).upgradeCommand(),
  },
  since: {
    says: 'print, for each database, since which release a request gets its present answer',
    group: 'Requests and releases:',
    load: async () => (await import('./since.ts')).sinceCommand(),
  },
  site: {
    says: 'write the documentation and the specification as web pages',
    group: 'Generate:',
    load: async () => (await import('./site.ts')).siteCommand(),
  },
  quirks: {
    says: 'list the departures of the real server from its documentation',
    group: 'Requests and releases:',
    load: async () => (await import('./departures/quirks.ts')).quirksCommand(),
  },
}
