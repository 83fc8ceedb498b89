/** Converts the errors that the server sends to the error classes that the project's code knows. */
import { isBag } from './reach.ts'
import { errors } from './utils/errors.ts'

/**
 * Makes an instance of the right class from an error that arrived as plain data. A value that is not an error as plain
 * data stays unchanged.
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
