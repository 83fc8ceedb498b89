/** Converts the errors that the server sends as plain data to instances of the error classes in `@strapi/utils`. */
import { isBag } from './reach.ts'
import { errors } from './utils/errors.ts'

/**
 * Converts an error in the form of plain data to an instance of the error's class. Returns any other value
 * unchanged.
 */
export function raised(error: unknown): unknown {
  if (error instanceof Error || !isBag(error)) return error
  const { name, message, details = {}, status } = error
  const known = Object.entries(errors).find(([className]) => className === name)?.[1]
  if (known !== undefined && known !== errors.HttpError && known !== errors.YupValidationError)
    return Reflect.construct(known, [message, details])
  const made = new Error(String(message))
  return Object.assign(made, { name: String(name), details, ...(name === 'Error' ? {} : { status }) })
}
