/** The form fields that select the caller, the profile and the world of a request. */

import { type Caller, PUBLIC } from '../../../../util/url/explorer-url.ts'
import type { Described } from '../../described.ts'
import { Choice, TextInput } from '../parts.tsx'
import type { Session } from '../session.ts'

export function ProfileChoice(props: {
  readonly label: string
  readonly world: Described
  readonly value: string | null
  readonly onChoose: (profile: string | null) => void
}) {
  const { world } = props
  return (
    <TextInput
      label={props.label}
      value={props.value ?? ''}
      placeholder={world.profile}
      suggestions={world.profiles}
      onCommit={(text) => props.onChoose(text.trim() === '' ? null : text.trim())}
    />
  )
}

/** Lets the user choose a role if the page may send requests as any role, and otherwise enter a token. */
export function CallerChoice(props: {
  readonly label: string
  readonly session: Session
  readonly value: Caller
  readonly onChoose: (caller: Caller) => void
}) {
  const { value } = props
  const { roles, publicRole } = props.session.world
  if (roles.length > 0)
    return (
      <Choice
        label={props.label}
        value={value.kind === 'role' ? value.role : publicRole}
        options={roles.map((role) => [role, role])}
        onChoose={(role) => props.onChoose(role === publicRole ? PUBLIC : { kind: 'role', role })}
      />
    )
  return (
    <TextInput
      label={props.label.replace('role', 'token').replace('Role', 'Token')}
      value={value.kind === 'token' ? value.token : ''}
      placeholder={publicRole}
      onCommit={(text) => props.onChoose(text.trim() === '' ? PUBLIC : { kind: 'token', token: text.trim() })}
    />
  )
}

export function WorldInput(props: {
  readonly label: string
  readonly value: string | null
  readonly onCommit: (name: string | null) => void
}) {
  return (
    <TextInput
      label={props.label}
      value={props.value ?? ''}
      placeholder="the server’s own"
      onCommit={(text) => props.onCommit(text.trim() === '' ? null : text.trim())}
    />
  )
}
