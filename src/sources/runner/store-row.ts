/** The rows that a project's database contains for `strapi.store`. */

/** A row of the table `strapi_core_store_settings`, whose value is JSON. */
export interface StoreRow {
  /** The key of the setting, such as `core_NAME_KEY`. */
  readonly key: string
  readonly value: string
  /** The type of the stored value, such as `string` or `object`. */
  readonly type: string
  readonly environment?: string
  readonly tag?: string
}
