/** An error of `strapi.contentAPI`, with the name and details that Strapi gives it. */
import type { JsonObject } from '../../../util/json.ts'

/** The exception for an error of `strapi.contentAPI`, thrown only in this folder and caught by `contentApi`. */
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

/** Makes an error with status 400 and the name `ValidationError`. */
export const validationError = (message: string, details?: JsonObject): ContentApiError =>
  new ContentApiError('ValidationError', message, 400, details)

/** Makes an error that Strapi answers with status 500. */
export const crashed = (message: string): ContentApiError => new ContentApiError('Error', message, 500)
