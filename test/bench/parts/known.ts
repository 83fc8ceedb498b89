/** Three requests to `fixtures/strapi-5.54`; all variants of a request have the same answer. */

/**
 * The variants of a request: the repeated request, the request with a new operand, and the request with another list
 * of conditions.
 */
export type Shape = 'seen' | 'operand' | 'shape'

export const SHAPES: readonly (readonly [shape: Shape, says: string])[] = [
  ['seen', 'seen before'],
  ['operand', 'never seen'],
  ['shape', 'never seen, another shape'],
]

export interface Known {
  readonly what: string
  readonly urlOf: (shape: Shape, at: number) => string
}

/** Conditions that hold for every restaurant. */
const TRUE = ['id][$gte', 'id][$ne', 'id][$gt', 'createdAt][$gt', 'name][$ne', 'name][$notContains']

/** Returns conditions that exclude no entry. The parameter `at` makes the conditions different in each run. */
function conditions(shape: Shape, at: number): string {
  switch (shape) {
    case 'seen':
      return ''
    case 'operand':
      return `filters[id][$gte]=-${at}`
    case 'shape': {
      const names = Array.from(at.toString(TRUE.length), (digit) => TRUE[Number(digit)] ?? '')
      return names.map((name, nth) => `filters[$and][${nth}][${name}]=-${at + 1}`).join('&')
    }
  }
}

const known = (what: string, path: string, query = ''): Known => ({
  what,
  urlOf: (shape, at) => {
    const all = [query, conditions(shape, at)].filter((part) => part !== '').join('&')
    return all === '' ? path : `${path}?${all}`
  },
})

export const KNOWN: readonly Known[] = [
  known('list, 7.9 kB', '/api/restaurants'),
  known('populate=*, 161 kB', '/api/restaurants', 'populate=*'),
  known('two fields, 0.1 kB', '/api/restaurants/n1gib6ebzcmeb3a9czpze4fc', 'fields=name,slug'),
]
