/**
 * Makes the replacement for `strapi.fs`. The methods of this `strapi.fs` throw an error, because Populace writes no
 * files into the project.
 */
import { Unavailable } from '../unavailable.ts'

export function createFs(): object {
  const refuse = (name: string) => (): never => {
    throw new Unavailable(`strapi.fs.${name}() cannot work here: a mock writes no files into the project`)
  }
  const names = ['writeAppFile', 'writePluginFile', 'removeAppFile', 'appendFile']
  return Object.fromEntries(names.map((name) => [name, refuse(name)]))
}
