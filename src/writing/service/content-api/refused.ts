/** An error of the content API, as Strapi's own code throws it. */
import type { JsonObject } from '../../../util/json.ts'

/** Thrown inside this folder only; `contentApi` catches it. */
export class ContentApiError extends Error {
  readonly status: number
  readonly details: JsonObject

  constructor(name: string, message: string, status: number, details: JsonObject = {}) {
    super(message)
    this.name = name
    this.status = status
    this.details = details
  }
}

/** A 400 ValidationError. */
export const validationError = (message: string, details?: JsonObject): ContentApiError =>
  new ContentApiError('ValidationError', message, 400, details)

/** An error that Strapi answers with 500. */
export const crashed = (message: string): ContentApiError => new ContentApiError('Error', message, 500)
