/** Names of members, and what stands at them. */
import { child, type Syntax, textOf as written } from '../../code/syntax.ts'
import { textOf } from './builtins.ts'
import { NotRead } from './not-read.ts'
import { type Datum, isMap } from './run.ts'
import type { At, KnownNames } from './scope.ts'

/** The name of a property or a member. */
export function keyOf(node: Syntax, known: KnownNames, depth: number, name = 'key'): (at: At) => string {
  const key = child(node, name)
  if (key?.type === 'PrivateIdentifier') throw new NotRead('a private name has to be run', node.line)
  if (node.get('computed') !== true && key?.type === 'Identifier') {
    const text = written(key, 'name')
    return () => text
  }
  const value = known.make.expression(key, known, depth + 1)
  return (at) => textOf(value(at))
}

export function memberOf(value: Datum, name: string): Datum {
  if (isMap(value)) return value[name]
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined
  return name === 'length' ? value.length : value[Number(name)]
}
