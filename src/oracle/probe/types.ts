/**
 * Makes requests for some content types with and without API tokens. From the answers, finds out whether the target is
 * the server that the user intends to check.
 */

import { may } from '../../reference/access.ts'
import type { Graph, Role } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, member } from '../../util/json.ts'
import { line, quoted } from '../bodies/line.ts'
import type { Reference } from '../exchange/reference.ts'
import type { Answered, Failure, Outcome, WireRequest } from '../target/target.ts'

/** The maximum number of content types that the probe requests at first. */
const MAX_TYPES = 4
/**
 * The maximum number of content types that the probe requests if the target answers 404 for some of the first types.
 */
export const ALL_TYPES = 100

/** A request for the entries of a content type, with its caller. */
export interface TypeProbe {
  readonly type: ContentType
  readonly request: WireRequest
  /** The role of the request's token; undefined for a request without a token. */
  readonly role: string | undefined
  /** The total number of entries that the answer should report; undefined for a single type. */
  readonly total: number | undefined
}

/**
 * Returns requests for content types to which the reference answers with 200, spread over the callers (roles) that
 * have the permission.
 */
export function typeProbes(reference: Reference, most = MAX_TYPES): readonly TypeProbe[] {
  const { graph } = reference
  const types = [...graph.schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  const probesByRole = new Map<string | undefined, number>()
  const probes: TypeProbe[] = []
  for (const type of types) {
    if (probes.length >= most) break
    const [caller] = callersOf(type, graph).sort(
      (a, b) => (probesByRole.get(a.role) ?? 0) - (probesByRole.get(b.role) ?? 0),
    )
    if (caller === undefined) continue
    const { role, headers } = caller
    const request = { method: 'GET', url: urlOf(type, graph), headers }
    const { answer } = reference.ask(request)
    if (answer.status !== 200) continue
    probesByRole.set(role, (probesByRole.get(role) ?? 0) + 1)
    probes.push({ type, request, role, total: totalOf(answer.body) })
  }
  return probes
}

export const urlOf = ({ kind, singularName, pluralName }: ContentType, { settings }: Graph): string =>
  `${settings.prefix}/${kind === 'singleType' ? singularName : pluralName}`

interface Caller {
  readonly role: string | undefined
  readonly headers: WireRequest['headers']
}

/** Returns the callers that may list a content type: first the public, then one API token of each role. */
export function callersOf(type: ContentType, { access }: Graph): Caller[] {
  const { roles, publicRole, tokens } = access
  const isOpen = (role: Role | undefined): boolean => role !== undefined && may(role, type.uid, 'find')
  const callers: Caller[] = isOpen(roles.get(publicRole)) ? [{ role: undefined, headers: {} }] : []
  for (const [token, name] of tokens) {
    const isKnown = callers.some(({ role }) => role === name)
    if (!isKnown && isOpen(roles.get(name)))
      callers.push({ role: name, headers: { authorization: `Bearer ${token}` } })
  }
  return callers
}

export interface Probed {
  readonly probe: TypeProbe
  readonly outcome: Outcome
}
type ProbeResult = { readonly probe: TypeProbe; readonly outcome: Answered }

/** Returns the reason why the target cannot be checked; undefined if there is none, or for 404 to all requests. */
export function unfit(name: string, probed: readonly Probed[]): string | undefined {
  const answered = probed.filter((one): one is ProbeResult => one.outcome.kind === 'answered')
  const failures = probed.flatMap(({ outcome }) => (outcome.kind === 'failed' ? [outcome] : []))
  const [failure] = failures
  if (answered.length === 0)
    return failure === undefined ? undefined : silence(name, failure, failures.length)
  const statuses = answered.map(({ outcome }) => outcome.answer.status)
  const each = answered.length === 1 ? 'the only type tried' : `all ${answered.length} types tried`
  if (statuses.every((status) => status === 404)) return undefined
  if (answered.every(({ outcome }) => !isJson(outcome))) return noJson(name, answered)
  if (statuses.every((status) => status === 401 || status === 403))
    return `${name} refuses ${each} with ${statuses[0]}. Let the public role read them, or pass tokens with \`--token ROLE=VALUE\`.`
  if (statuses.every((status) => status >= 500))
    return `${name} fails with ${statuses[0]} for ${each}. Read the log of the server.`
  if (answered.every(isEmptied))
    return `${name} answers empty lists for ${each}, but the dataset has ${expectedEntries(answered)} entries of them. Load the dataset into the server, or pass the server's own dataset with \`--data DIR\`.`
  return undefined
}

/** Returns whether the target answers with an empty list although the dataset has entries of the content type. */
const isEmptied = ({ probe, outcome }: ProbeResult): boolean =>
  totalOf(outcome.answer.body) === 0 && (probe.total ?? 0) > 0

const expectedEntries = (probed: readonly ProbeResult[]): number =>
  probed.reduce((sum, { probe }) => sum + (probe.total ?? 0), 0)

const isJson = ({ answer: { body } }: Answered): boolean => typeof body !== 'string'

function silence(name: string, { why, message }: Failure, count: number): string {
  switch (why) {
    case 'timeout':
      return `${name} accepted connections but answered none of the first ${count} requests: ${message}.`
    case 'garbage':
      return `${name} sends answers that are not HTTP: ${message}.`
    case 'crash':
    case 'given up':
      return /certificate/i.test(message)
        ? `The certificate of ${name} is not trusted (${message}). Pass the certificate authority with \`--ca FILE\`, or accept any certificate with \`--insecure\`.`
        : `Nothing answers at ${name}: ${message}. Start the server, or wait longer for it with \`--wait-for-target SECONDS\`.`
  }
}

function noJson(name: string, answered: readonly ProbeResult[]): string {
  const [first] = answered
  const type = first?.outcome.answer.headers?.['content-type'] ?? 'no content type'
  const beginning = quoted((first?.outcome.text ?? '').trim().slice(0, 60))
  return `${name} answers ${line(type)} instead of JSON (${beginning}). Check that this is the address of the API.`
}

/** Returns whether the target answered at least one probe request, and gave the status 404 to each answered request. */
export const isAllMissing = (probed: readonly Probed[]): boolean =>
  probed.some(({ outcome }) => outcome.kind === 'answered') &&
  probed.every(({ outcome }) => outcome.kind === 'failed' || outcome.answer.status === 404)

/** Returns the uids of the content types for which the target answers 404, unless it answers 404 for all types. */
export const unservedTypes = (probed: readonly Probed[]): readonly string[] =>
  isAllMissing(probed)
    ? []
    : probed.flatMap(({ probe, outcome }) =>
        outcome.kind === 'answered' && outcome.answer.status === 404 ? [probe.type.uid] : [],
      )

/** The maximum number of content types that one warning names. */
const MAX_NAMED = 6

const listed = (names: readonly string[]): string =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
    : names.join(', ')

/** Returns the warnings about the probed target for the top of the report. */
export function warnings(probed: readonly Probed[]): readonly string[] {
  const answered = probed.filter((one): one is ProbeResult => one.outcome.kind === 'answered')
  const missing = answered.filter(({ outcome }) => outcome.answer.status === 404)
  const other = answered.filter(isOther)
  const names = (some: readonly ProbeResult[]): string => listed(some.map(({ probe }) => probe.type.uid))
  return [
    ...(missing.length === 0
      ? []
      : [
          `${missing.length} of ${answered.length} types tried answer 404 (${names(missing)}). The report counts all their requests as one cause. If the server has another dataset, name it with \`--data DIR\`.`,
        ]),
    ...(other.length === 0
      ? []
      : [
          `${other.length} of ${answered.length} types tried have another number of entries (${other.map(countText).join(', ')}). The server may have another dataset, or a part of it.`,
        ]),
    ...rolesOfUnknownTokens(probed).map(
      (role) =>
        `The target refuses the dataset's token of the role ${role}, so the check does not send it. Pass the server's own with \`--token ${role}=VALUE\`.`,
    ),
  ]
}

/** Returns the roles whose tokens the target refused. */
export const rolesOfUnknownTokens = (probed: readonly Probed[]): readonly string[] =>
  probed.flatMap((one) => (isTokenUnknown(one) && one.probe.role !== undefined ? [one.probe.role] : []))

/**
 * Returns whether the target refused the token of each probe request that has a token. Such a target probably refuses
 * the dataset's other tokens too.
 */
export const refusesAllTokens = (probed: readonly Probed[]): boolean =>
  probed.some(isTokenUnknown) && probed.every((one) => one.probe.role === undefined || isTokenUnknown(one))

const isTokenUnknown = ({ probe, outcome }: Probed): boolean =>
  probe.role !== undefined && outcome.kind === 'answered' && outcome.answer.status === 401

/**
 * Returns whether the target answered at least one probe request, and each answer has the status 200 and the dataset's
 * total. Answers that refuse a token do not count. The probe can then identify the profile of the target.
 */
export function hasDataset(probed: readonly Probed[]): boolean {
  const answered = probed.filter(
    (one): one is ProbeResult => one.outcome.kind === 'answered' && !isTokenUnknown(one),
  )
  return answered.length > 0 && answered.every((one) => one.outcome.answer.status === 200 && !isOther(one))
}

function isOther({ probe, outcome: { answer } }: ProbeResult): boolean {
  const total = totalOf(answer.body)
  return answer.status === 200 && total !== undefined && probe.total !== undefined && total !== probe.total
}

const countText = ({ probe, outcome }: ProbeResult): string =>
  `${probe.type.uid}: ${totalOf(outcome.answer.body)}, expected ${probe.total}`

/** Returns the member `total` in the pagination of a list answer; undefined for other answers. */
function totalOf(body: Json): number | undefined {
  const at = (json: Json | undefined, key: string): Json | undefined =>
    json !== undefined && isObject(json) ? member(json, key) : undefined
  if (!isList(at(body, 'data') ?? null)) return undefined
  const total = at(at(at(body, 'meta'), 'pagination'), 'total')
  return typeof total === 'number' ? total : undefined
}
