/** Generates the declarations of the changes that a project's own code makes to queries and answers. */
import { comment, memberName, quoted } from '../names.ts'
import { parameterType, UNKNOWN_PARAMETER } from './literals.ts'
import { type CodeParameter, type CodeRoute, type ShapingParameter, sentenceOf } from './routes.ts'

/** The declarations that are the same for every project with code. The text `CODE` refers to the types of `ANSWERS`. */
export const CODE = `/** The value of \`fields\` or \`populate\` if only the project's own code determines it. */
export interface CodeDecides {
  decidedByCode: true
}
/**
 * The options of an attribute if only the project's own code determines \`fields\` and \`populate\`. In the type of
 * the answer, every attribute that can be populated is then optional, at each level.
 */
export interface CodeOptions {
  fields: CodeDecides
  populate: CodeDecides
}
type OpenedByCode<L> = { [K in keyof L]?: Shown<L[K], CodeOptions> }

type CodeAt<U, Way> = U extends keyof CodeRoutes ? Member<CodeRoutes[U], Way> : undefined
/** The query that the content API receives: the caller's, with the parameters that the project's own code sets. */
type Received<U, Way, Q> = CodeAt<U, Way> extends { sets: infer S; defaults: infer D }
  ? Flat<Omit<Q, keyof S> & Omit<D, keyof Q | keyof S> & S>
  : Q
/** The answer after the project's own code changed it. */
type Shaped<U, Way, T> = CodeAt<U, Way> extends { changed: infer N }
  ? '*' extends N
    ? Json
    : T extends { data: (infer E)[] }
      ? Omit<T, 'data'> & { data: Changed<E, N>[] }
      : T extends { data: infer E }
        ? Omit<T, 'data'> & { data: Changed<E, N> }
        : T
  : T
type Changed<E, N> = [N] extends [never] ? E : Flat<Omit<E, N & string> & { [K in N & string]?: Json }>
`

/**
 * Returns the interface `CodeRoutes`, which has the effects of the project's own code by uid, for lists and for
 * single entries.
 */
export function codeDeclarations(routes: readonly CodeRoute[]): string {
  const uids = [...new Set(routes.map(({ uid }) => uid))]
  const members = uids.map((uid) => {
    const ways = routes.filter((route) => route.uid === uid).map(wayMember)
    return `  ${quoted(uid)}: {\n${ways.join('\n')}\n  }`
  })
  const says = "By uid: how the project's own code changes the requests for a list and for one entry."
  return `${comment(says)}\nexport interface CodeRoutes {\n${members.join('\n')}\n}\n\n${CODE}`
}

function wayMember(route: CodeRoute): string {
  const { answers, parameters, changed } = route
  const names = changed === null ? "'*'" : changed.length === 0 ? 'never' : changed.map(quoted).join(' | ')
  return [
    comment(sentenceOf(route), '    '),
    `    ${answers}: {`,
    `      sets: ${membersOf(parameters, (one) => one.kind !== 'defaults')}`,
    `      defaults: ${membersOf(parameters, (one) => one.kind === 'defaults')}`,
    `      changed: ${names}`,
    '    }',
  ].join('\n')
}

function membersOf(
  parameters: CodeRoute['parameters'],
  isWanted: (parameter: CodeParameter) => boolean,
): string {
  const members = [...parameters].flatMap(([name, one]) =>
    isWanted(one) ? [`${memberName(name)}: ${typeOf(name, one)}`] : [],
  )
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`
}

const typeOf = (name: ShapingParameter, one: CodeParameter): string =>
  one.kind === 'depends' ? UNKNOWN_PARAMETER[name] : parameterType(name, one.value)
