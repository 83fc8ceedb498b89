/** The settings of the second request of a comparison. */
import type { Against } from '../../../../util/url/explorer-url.ts'
import { Choice } from '../parts.tsx'
import type { Session } from '../session.ts'
import { CallerChoice, ProfileChoice, WorldInput } from './choices.tsx'

export function CompareForm({ session, against }: { readonly session: Session; readonly against: Against }) {
  const { world, view: shown } = session
  const { asking } = shown
  const { profile, caller, world: name, status } = against
  return (
    <fieldset class="compare">
      <legend>The same request, but with</legend>
      <ProfileChoice
        label="Other profile"
        world={world}
        value={profile ?? asking.profile}
        onChoose={(chosen) => session.compare({ ...against, profile: chosen ?? world.profile })}
      />
      <CallerChoice
        label="Other role"
        session={session}
        value={caller ?? asking.caller}
        onChoose={(chosen) => session.compare({ ...against, caller: chosen })}
      />
      {session.backend.kind === 'server' && (
        <WorldInput
          label="Other world"
          value={name ?? asking.world}
          onCommit={(text) => session.compare(withWorld(against, text))}
        />
      )}
      <Choice
        label="Other status"
        value={status ?? ''}
        options={[
          ['', 'the same'],
          ['published', 'published'],
          ['draft', 'draft'],
        ]}
        onChoose={(text) => session.compare(withStatus(against, text))}
      />
    </fieldset>
  )
}

function withWorld({ world: _, ...rest }: Against, text: string | null): Against {
  return text === null ? rest : { ...rest, world: text }
}

function withStatus({ status: _, ...rest }: Against, text: string): Against {
  return text === 'draft' || text === 'published' ? { ...rest, status: text } : rest
}
