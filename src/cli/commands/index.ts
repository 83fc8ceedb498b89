/** The commands. To add one, write its file and an entry here. */
import type { Command } from 'commander'

interface Named {
  readonly says: string
  /** Loads the command with its options and its action. */
  readonly load: () => Promise<Command>
}

/** In the order of the help. */
export const COMMANDS: Readonly<Record<string, Named>> = {
  serve: {
    says: 'serve a dataset over HTTP',
    load: async () => (await import('../serve/serve.ts')).serveCommand(),
  },
  get: {
    says: 'print the answer to one request; exits with 0 if it is a 2xx',
    load: async () => (await import('./get.ts')).getCommand(),
  },
  explain: {
    says: 'why an answer is as it is, and why something is missing in it',
    load: async () => (await import('./explain.ts')).explainCommand(),
  },
  validate: {
    says: 'check a dataset and print every fault in it; exits with 1 if there is one',
    load: async () => (await import('./validate.ts')).validateCommand(),
  },
  inspect: {
    says: 'what a project consists of, which of its code runs, and what to do next',
    load: async () => (await import('./inspect.ts')).inspectCommand(),
  },
  import: {
    says: 'write a project, an export or a server as a dataset folder',
    load: async () => (await import('./import.ts')).importCommand(),
  },
  dataset: {
    says: 'write a dataset of the suite or any source as a folder, with every link by id, or for `strapi import`',
    load: async () => (await import('./dataset.ts')).datasetCommand(),
  },
  check: {
    says: 'find where a server departs from the reference; exits with 0, 1 for differences, 2 for no run',
    load: async () => (await import('../check/command.ts')).checkCommand(),
  },
  suite: {
    says: 'write the conformance suite, one JSON object a line',
    load: async () => (await import('./suite.ts')).suiteCommand(),
  },
  types: {
    says: 'write TypeScript declarations: what is answered to each query, and what may be asked',
    load: async () => (await import('./types.ts')).typesCommand(),
  },
  openapi: {
    says: 'write an OpenAPI document of the content API',
    load: async () => (await import('./openapi.ts')).openapiCommand(),
  },
  'fake-values': {
    says: 'write a draft of the values that --fake makes up, to be edited and given to --fake-values',
    load: async () => (await import('./fake-values.ts')).fakeValuesCommand(),
  },
  upgrade: {
    says: 'which requests another release or database answers otherwise; exits with 1 if any breaks',
    load: async () => (await import('./upgrade.ts')).upgradeCommand(),
  },
  since: {
    says: 'from which release on a request is answered as now, and how before, on every database',
    load: async () => (await import('./since.ts')).sinceCommand(),
  },
  site: {
    says: 'write the specification as pages on which every case can be run',
    load: async () => (await import('./site.ts')).siteCommand(),
  },
  quirks: {
    says: 'print where the real server departs from its documentation',
    load: async () => (await import('./departures/quirks.ts')).quirksCommand(),
  },
}
