/** Validates dotted populate paths of the document service. */
import type { Attribute, Model, ZoneAttribute } from '../../../../reference/schema/schema.ts'
import { isPopulatable, modelOf, targetOf } from '../../../../reference/schema/target.ts'
import { invalidKey, ServiceFault } from '../../fault.ts'
import type { ServicePlace } from '../place.ts'

/**
 * Checks dotted populate paths. An item of the list may contain several paths, separated by commas. @throws
 * ServiceFault
 */
export function validatePopulatePaths(paths: readonly string[], model: Model, place: ServicePlace): void {
  for (const path of paths.flatMap((text) => text.split(','))) {
    const names = path
      .split('.')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    checkPath(names, model, '', place)
  }
}

function checkPath(names: readonly string[], model: Model, above: string, place: ServicePlace): void {
  let [at, path] = [model, above]
  for (const [index, name] of names.entries()) {
    path = path === '' ? name : `${path}.${name}`
    const attribute = at.attributes.get(name)
    if (attribute === undefined || !isPopulatable(attribute)) throw invalidKey(name, path)
    const rest = names.slice(index + 1)
    if (rest.length === 0) return
    if (attribute.kind === 'zone') return checkBelowZone(attribute, rest, path, place)
    const target = leadsOn(attribute) ? targetOf(place.schema, attribute) : undefined
    if (target === undefined) throw invalidKey(name, path)
    at = target
  }
}

/**
 * Returns whether a path may continue below an attribute. No path continues below a file or the owning side of a morph
 * relation.
 */
const leadsOn = ({ kind }: Attribute): boolean =>
  kind === 'relation' || kind === 'morphBy' || kind === 'component'

/** Checks a path below a zone, which must be valid for at least one component of the zone. */
function checkBelowZone(
  { components }: ZoneAttribute,
  [name = '', ...rest]: readonly string[],
  above: string,
  place: ServicePlace,
): void {
  const path = `${above}.${name}`
  const attributes = components.flatMap((uid) => modelOf(place.schema, uid)?.attributes.get(name) ?? [])
  if (!attributes.some((attribute) => isSoundBelow(attribute, rest, path, place)))
    throw invalidKey(name, path)
}

function isSoundBelow(
  attribute: Attribute,
  rest: readonly string[],
  path: string,
  place: ServicePlace,
): boolean {
  if (rest.length === 0) return true
  const target = leadsOn(attribute) ? targetOf(place.schema, attribute) : undefined
  if (target === undefined) return false
  try {
    checkPath(rest, target, path, place)
    return true
  } catch (fault) {
    if (fault instanceof ServiceFault) return false
    throw fault
  }
}
