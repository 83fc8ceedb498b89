/** Converts errors that the server sends to the error classes that code of a project knows. */
import { isBag } from './reach.ts'
import { errors } from './utils/errors.ts'

/** Makes an error that arrives as plain data an instance of its class. Any other value stays unchanged. */
export function raised(error: unknown): unknown {
  if (error instanceof Error || !isBag(error)) return error
  const { name, message, details = {}, status } = error
  const known = Object.entries(errors).find(([className]) => className === name)?.[1]
  if (known !== undefined && known !== errors.HttpError && known !== errors.YupValidationError)
    return Reflect.construct(known, [message, details])
  const made = new Error(String(message))
  return Object.assign(made, { name: String(name), details, ...(name === 'Error' ? {} : { status }) })
}
