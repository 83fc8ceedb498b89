/** The type of the database rows that `strapi.store` reads. */

/** A row of the database table `strapi_core_store_settings`. The column `value` of the row contains a JSON text. */
export interface StoreRow {
  /** The key of the setting, such as `core_NAME_KEY`. */
  readonly key: string
  readonly value: string
  /** The type of the stored value, such as `string` or `object`. */
  readonly type: string
  readonly environment?: string
  readonly tag?: string
}
