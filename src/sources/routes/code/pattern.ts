/** Names that are declared, alone or taken out of an object or a list. */
import { child, children, type Syntax, textOf as written } from '../../code/syntax.ts'
import { keyOf, memberOf } from './member.ts'
import { NotRead, Thrown } from './not-read.ts'
import { type Datum, isMap, mapOf } from './run.ts'
import type { At, KnownNames, Role } from './scope.ts'

/** Tells what the names of a pattern stand for. @throws NotRead */
export function declareNames(pattern: Syntax | undefined, known: KnownNames, role: Role): void {
  switch (pattern?.type) {
    case 'Identifier':
      known.roles.set(written(pattern, 'name'), role)
      return
    case 'AssignmentPattern':
      return declareNames(child(pattern, 'left'), known, role)
    case 'RestElement':
      return declareNames(child(pattern, 'argument'), known, role)
    case 'ObjectPattern':
      for (const property of children(pattern, 'properties'))
        declareNames(property.type === 'RestElement' ? property : child(property, 'value'), known, role)
      return
    case 'ArrayPattern':
      for (const item of children(pattern, 'elements')) declareNames(item, known, role)
      return
    default:
      throw new NotRead('what is declared has to be run', pattern?.line ?? 0)
  }
}

export type Assign = (value: Datum, at: At) => void

/** Binds a value to the names of a pattern. @throws NotRead */
export function patternOf(pattern: Syntax | undefined, known: KnownNames): Assign {
  switch (pattern?.type) {
    case 'Identifier': {
      const name = written(pattern, 'name')
      return (value, { names }) => void names.values.set(name, value)
    }
    case 'AssignmentPattern': {
      const put = patternOf(child(pattern, 'left'), known)
      const preset = known.make.expression(child(pattern, 'right'), known)
      return (value, at) => put(value === undefined ? preset(at) : value, at)
    }
    case 'ObjectPattern':
      return objectPattern(pattern, known)
    case 'ArrayPattern': {
      const items = children(pattern, 'elements').map((item) => patternOf(item, known))
      return (value, at) => {
        if (!Array.isArray(value)) throw new Thrown('it is not iterable')
        for (const [place, put] of items.entries()) put(value[place], at)
      }
    }
    default:
      throw new NotRead('what is declared has to be run', pattern?.line ?? 0)
  }
}

function objectPattern(pattern: Syntax, known: KnownNames): Assign {
  const taken: ((at: At) => string)[] = []
  const puts = children(pattern, 'properties').map((property): Assign => {
    if (property.type === 'RestElement') {
      const put = patternOf(child(property, 'argument'), known)
      return (value, at) => put(without(value, new Set(taken.map((key) => key(at)))), at)
    }
    const key = keyOf(property, known, 0)
    taken.push(key)
    const put = patternOf(child(property, 'value'), known)
    return (value, at) => put(memberOf(value, key(at)), at)
  })
  return (value, at) => {
    if (value === undefined || value === null) throw new Thrown(`Cannot destructure ${value}`)
    for (const put of puts) put(value, at)
  }
}

const without = (value: Datum, names: ReadonlySet<string>): Datum =>
  isMap(value) ? mapOf(Object.entries(value).filter(([name]) => !names.has(name))) : mapOf([])
