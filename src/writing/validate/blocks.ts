/** The shape of rich text of the type `blocks`: the types of nodes and the members of each node. */
import { isObject, type Json } from '../../util/json.ts'
import { crashing, Refused } from '../refusal.ts'
import type { Shape, ShapeOf, Test } from './shape.ts'

const REQUIRED: Test = {
  message: '{path} is a required field',
  passes: (value) => value !== undefined && value !== null,
}
const REQUIRED_TEXT: Test = { ...REQUIRED, passes: (value) => typeof value === 'string' && value !== '' }

const text: Shape = { kind: 'string', nullable: false, tests: [] }
const flag: Shape = { kind: 'boolean', nullable: false, tests: [] }
const number: Shape = { kind: 'number', nullable: false, tests: [] }
const required = (shape: Shape): Shape => ({
  ...shape,
  tests: [...shape.tests, shape.kind === 'string' ? REQUIRED_TEXT : REQUIRED],
})

const named = (...names: readonly string[]): Shape => required({ ...text, oneOf: { values: names } })

const node = (fields: Readonly<Record<string, ShapeOf>>): Shape => ({
  kind: 'object',
  nullable: false,
  isInvented: true,
  tests: [],
  fields: new Map(Object.entries(fields)),
})

const nodes = (items: ShapeOf, atLeast?: string): Shape => {
  const least: readonly Test[] =
    atLeast === undefined
      ? []
      : [
          {
            message: atLeast,
            passes: (value) => value === undefined || (Array.isArray(value) && value.length > 0),
          },
        ]
  return required({ kind: 'array', nullable: false, tests: least, items })
}

const strange = (message: string): Shape => ({
  kind: 'mixed',
  nullable: false,
  tests: [{ message, passes: () => false }],
})

const textNode = node({
  type: named('text'),
  text: {
    ...text,
    tests: [
      {
        message: 'Text must be defined with at least an empty string',
        passes: (value) => typeof value === 'string',
      },
    ],
  },
  bold: flag,
  italic: flag,
  underline: flag,
  strikethrough: flag,
  code: flag,
})

const PROTOCOLS = ['http:', 'https:', 'ftp:', 'mailto:', 'tel:']

function isLink(value: Json | undefined): boolean {
  const link = typeof value === 'string' ? value : ''
  const base = link.startsWith('/') ? 'https://example.org' : undefined
  return URL.canParse(link, base) && PROTOCOLS.includes(new URL(link, base).protocol)
}

const linkNode = node({
  type: named('link'),
  url: { ...text, tests: [{ message: 'Please specify a valid link.', passes: isLink }] },
  children: nodes(textNode),
})

/** Returns the `type` of a rich text node. @throws Refused for a null node. */
function typeOf(value: Json | undefined): Json | undefined {
  if (value !== null && value !== undefined) return isObject(value) ? value['type'] : undefined
  const message = 'Invalid blocks: expected a block with a type, found null'
  throw new Refused(crashing('blocks-null-crash', 'write.values', message))
}

const inline: ShapeOf = (value) => {
  if (typeOf(value) === 'text') return textNode
  return typeOf(value) === 'link' ? linkNode : strange('Inline node must be Text or Link')
}

const childless = (kind: string): string => `${kind} node children must have at least one Text or Link node`

const listItem = node({ type: named('list-item'), children: nodes(inline) })

const listChild: ShapeOf = (value) => {
  if (typeOf(value) === 'list') return list
  return typeOf(value) === 'list-item' ? listItem : strange('Inline node must be list-item or list')
}

const list: Shape = node({
  type: named('list'),
  format: named('ordered', 'unordered'),
  children: nodes(listChild, 'List node children must have at least one ListItem or ListNode'),
})

const loose: Shape = { ...text, nullable: true }

const image = node({
  type: named('image'),
  image: node({
    name: required(text),
    alternativeText: loose,
    url: required(text),
    caption: loose,
    width: required(number),
    height: required(number),
    formats: { kind: 'object', nullable: true, tests: [] },
    hash: required(text),
    ext: required(text),
    mime: required(text),
    size: required(number),
    previewUrl: loose,
    provider: required(text),
    provider_metadata: { kind: 'mixed', nullable: true, tests: [] },
    createdAt: required(text),
    updatedAt: required(text),
  }),
  children: nodes(inline),
})

const BLOCKS: Readonly<Record<string, Shape>> = {
  paragraph: node({ type: named('paragraph'), children: nodes(inline, childless('Paragraph')) }),
  heading: node({
    type: named('heading'),
    level: required({ ...number, oneOf: { values: [1, 2, 3, 4, 5, 6] } }),
    children: nodes(inline, childless('Heading')),
  }),
  quote: node({ type: named('quote'), children: nodes(inline, childless('Quote')) }),
  list,
  image,
  code: node({
    type: named('code'),
    language: loose,
    children: nodes(textNode, childless('Quote')),
  }),
}

/** The shape of a rich text, which is a list of block nodes. */
export const blocksShape: Shape = {
  kind: 'array',
  nullable: false,
  tests: [],
  items: (value) => {
    const type = typeOf(value)
    const known = typeof type === 'string' && Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined
    return known ?? strange('Block node is of invalid type')
  },
}
