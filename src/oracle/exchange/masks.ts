/** Replaces tokens by names of shell variables in every printed request. */
import type { Access } from '../../reference/graph/graph.ts'
import type { Secret } from '../target/secrets/secret.ts'
import { variableOf } from '../target/secrets/secrets.ts'
import type { WireRequest } from '../target/target.ts'
import type { Tokens } from '../target/wire.ts'

/** A shell variable that replaces an API token in printed requests. */
export interface TokenName {
  /** The name of the shell variable: `TOKEN`, or `TOKEN_<ROLE>` if the dataset has several API tokens. */
  readonly variable: string
  readonly role: string
  /** The API token itself if it is a public token of a packaged dataset; null for any other token. */
  readonly sample: string | null
  /** Whether the user gave the target a separate token for this role. */
  readonly isOwn: boolean
}

export interface Masks {
  readonly names: readonly TokenName[]
  /** Replaces the tokens and cookies in a request by names of shell variables. */
  readonly mask: (request: WireRequest) => WireRequest
  /** The secret values to remove from all answers of the target. */
  readonly secrets: readonly Secret[]
  /** The access data of the dataset, in which the variables also count as tokens of their roles. */
  readonly access: Access
}

/**
 * Creates the masks for the tokens of a check. The parameter `samples` contains the public tokens of a packaged
 * dataset.
 */
export function masksOf(access: Access, tokens: Tokens, samples: ReadonlySet<string>): Masks {
  const all = [...access.tokens]
  const taken = new Map<string, number>()
  const named = all.map(([token, role]) => {
    const plain = all.length === 1 ? 'TOKEN' : `TOKEN_${variableOf(role)}`
    const count = (taken.get(plain) ?? 0) + 1
    taken.set(plain, count)
    const own = tokens.get(token)
    const variable = count === 1 ? plain : `${plain}_${count}`
    return { token, own, role, variable, sample: samples.has(token) ? token : null, isOwn: own !== undefined }
  })
  const shown = named.flatMap(({ token, own, variable }) =>
    [token, ...(own === undefined ? [] : [own])].map((value) => ({ value, shown: `$${variable}` })),
  )
  const longest = [...shown].sort((a, b) => b.value.length - a.value.length)
  const redact = (text: string): string =>
    longest.reduce(
      (rest, one) => (one.value === '' ? rest : rest.replaceAll(one.value, () => one.shown)),
      text,
    )
  return {
    names: named.map(({ variable, role, sample, isOwn }) => ({ variable, role, sample, isOwn })),
    mask: (request) => ({ ...request, headers: maskedHeaders(request.headers, redact) }),
    secrets: shown.filter(({ value }) => !samples.has(value)),
    access: {
      ...access,
      tokens: new Map([...all, ...named.map(({ variable, role }) => [`$${variable}`, role] as const)]),
    },
  }
}

const maskedHeaders = (
  headers: WireRequest['headers'],
  redact: (text: string) => string,
): WireRequest['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (name === 'cookie') return [name, '$COOKIE']
      return [name, name === 'authorization' ? redact(value) : value]
    }),
  )
