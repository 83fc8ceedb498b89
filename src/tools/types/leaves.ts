/** The declarations of scalar values that are objects, such as files and blocks. */

export const FILE_FORMAT = `/** A resized copy of an image. */
export interface FileFormat {
  name: string
  hash: string
  ext: string | null
  mime: string
  width: number
  height: number
  size: number
  sizeInBytes?: number
  path: string | null
  url: string
  provider_metadata?: Json
}
`

export const BLOCKS = `/** A block of the blocks editor. */
export type Block = Paragraph | Heading | List | Quote | Code | Image

export interface Paragraph {
  type: 'paragraph'
  children: Inline[]
}
export interface Heading {
  type: 'heading'
  level: 1 | 2 | 3 | 4 | 5 | 6
  children: Inline[]
}
export interface List {
  type: 'list'
  format: 'ordered' | 'unordered'
  indentLevel?: number
  children: (ListItem | List)[]
}
export interface ListItem {
  type: 'list-item'
  children: Inline[]
}
export interface Quote {
  type: 'quote'
  children: Inline[]
}
export interface Code {
  type: 'code'
  language?: string | null
  children: Inline[]
}
export interface Image {
  type: 'image'
  image: { [name: string]: Json }
  children: Inline[]
}
export type Inline = Letters | Anchor
export interface Letters {
  type: 'text'
  text: string
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strikethrough?: boolean
  code?: boolean
}
export interface Anchor {
  type: 'link'
  url: string
  rel?: string
  target?: string
  children: Letters[]
}
`
