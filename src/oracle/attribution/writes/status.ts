/** Suspects for a status that differs although the values of the body are not the cause. */
import { isObject } from '../../../util/json.ts'
import { splitTarget } from '../../../util/url/target.ts'
import type { WriteRuleId } from '../../../writing/rules.ts'
import { isKeyInside, refusalRules } from '../refused.ts'
import type { Suspect } from '../suspect.ts'
import type { WriteMismatch } from './written.ts'

/** Returns the suspects if the target omits one check, or makes the check at another time. */
export function statusSuspects(
  { exchange }: WriteMismatch,
  followed: readonly WriteRuleId[],
): readonly Suspect[] {
  const { referenced, outcome, request } = exchange
  if (outcome.kind === 'failed') return []
  const { status, body } = outcome.answer
  const isTaken = status < 300
  const id = splitTarget(request.url).path.split('/').at(-1) ?? ''
  const [refusal] = refusalRules(followed, referenced.answer.body)
  switch (refusal) {
    case 'write.keys.unknown':
      return isTaken && isKeyInside(referenced.answer.body) ? [KEY_INSIDE] : []
    case 'write.unknown':
      return isTaken && id !== '' && Number.isInteger(Number(id)) ? [ID_IN_PATH] : []
    case 'write.access.action':
      return status === 400 && isObject(body) ? [BODY_FIRST] : []
    default:
      return []
  }
}

const KEY_INSIDE: Suspect = {
  rule: 'write.keys.unknown',
  kind: 'accepted in a component',
  says: 'A key of a component that its schema does not define is an error. The server accepts it there.',
}

const ID_IN_PATH: Suspect = {
  rule: 'write.unknown',
  kind: 'id in the path',
  says: 'The path of a document has its documentId, and a PUT with an id answers 404. The server accepts the id.',
}

const BODY_FIRST: Suspect = {
  rule: 'write.access.action',
  kind: 'body first',
  says: 'The error of a missing permission precedes the errors of the body. The server checks the body first.',
}
