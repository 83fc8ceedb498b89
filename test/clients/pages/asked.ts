/** Answers cases of the suite in the current JavaScript environment. */
import { buildGraph, createContentApi } from 'populace/core'

export interface Case {
  readonly id: string
  readonly request: {
    readonly url: string
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
  }
  readonly profile?: string
}

export interface CaseBatch {
  readonly files: Parameters<typeof buildGraph>[0]
  readonly cases: readonly Case[]
}

/** Returns the complete answers as JSON texts. */
export function answersOf({ files, cases }: CaseBatch): readonly string[] {
  const built = buildGraph(files)
  if (!('graph' in built)) throw new Error(JSON.stringify(built.faults))
  const { graph } = built
  const apis = new Map<string | undefined, ReturnType<typeof createContentApi>>()
  return cases.map(({ id, request, profile }) => {
    const api = apis.get(profile) ?? createContentApi(graph, profile === undefined ? {} : { profile })
    apis.set(profile, api)
    return `${id} ${JSON.stringify(api.answer(request))}`
  })
}
