/** The part of the real server's interface that the lab calls. */

export interface Column {
  readonly name: string
}

export interface JoinTable {
  readonly name: string
  readonly joinColumn: Column
  readonly inverseJoinColumn?: Column
  readonly morphColumn?: { readonly idColumn: Column; readonly typeColumn: Column }
  readonly orderColumnName?: string
  readonly inverseOrderColumnName?: string
}

export interface TableAttribute {
  readonly type: string
  readonly joinTable?: JoinTable
  readonly joinColumn?: Column
  readonly morphColumn?: { readonly idColumn: Column; readonly typeColumn: Column }
  readonly owner?: boolean
  readonly mappedBy?: string
  readonly morphBy?: string
}

export interface Metadata {
  readonly tableName: string
  readonly attributes: Readonly<Record<string, TableAttribute | undefined>>
}

interface Found {
  readonly id: number
  readonly permissions?: readonly { readonly action: string }[]
}

interface Query {
  readonly create: (how: object) => Promise<Found>
  readonly createMany: (how: object) => Promise<unknown>
  readonly deleteMany: (how: object) => Promise<unknown>
  readonly findOne: (how: object) => Promise<Found | null>
}

interface TableBuilder {
  readonly insert: (rows: readonly object[] | object) => Promise<unknown>
  readonly where: (columns: object) => { readonly update: (columns: object) => Promise<unknown> }
}

export interface Strapi {
  readonly db: {
    readonly query: (uid: string) => Query
    readonly metadata: { readonly get: (uid: string) => Metadata }
    readonly connection: ((table: string) => TableBuilder) & {
      readonly raw: (sql: string) => Promise<unknown>
    }
    readonly dialect: { readonly client: string }
    readonly lifecycles: { readonly disable: () => void; readonly enable: () => void }
  }
  readonly store: (where: object) => { readonly set: (what: object) => Promise<unknown> }
  readonly service: (uid: string) => {
    readonly create: (token: object) => Promise<Found>
    readonly hash: (text: string) => string
  }
  readonly plugin: (name: string) => {
    readonly service: (name: string) => { readonly issue: (payload: object) => string | Promise<string> }
  }
  readonly contentTypes: Readonly<Record<string, object>>
  readonly apis: Readonly<Record<string, { readonly routes?: Readonly<Record<string, Router>> }>>
}

interface Router {
  /** The routes of an API; absent if a routes file of the project exports something else. */
  readonly routes?: readonly Route[] | (() => readonly Route[])
}

interface Route {
  readonly method: string
  readonly config?: { readonly auth?: false | { readonly scope?: readonly string[] } }
}
