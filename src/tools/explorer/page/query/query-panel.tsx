/** Shows the query as a tree of check boxes and small forms. */

import type { TypeDescribed } from '../../described.ts'
import { ROOT, withPage, withText } from '../../model/change.ts'
import { PAGE_NAMES, type Query } from '../../model/query.ts'
import { documentIn, modelsOf, typeAt } from '../../model/world.ts'
import { Check, Choice, Disclosure, TextInput } from '../parts.tsx'
import type { Session } from '../session.ts'
import { LevelForm } from './level-form.tsx'

export function QueryPanel({ session }: { readonly session: Session }) {
  return (
    <section class="panel query" aria-labelledby="query-title">
      <h2 id="query-title">Query</h2>
      <QueryForm session={session} />
    </section>
  )
}

function QueryForm({ session }: { readonly session: Session }) {
  const { reading, world } = session
  if (reading.kind === 'text')
    return (
      <div class="notice">
        <p>The form cannot show this URL. Edit its text.</p>
        <p>
          <code>{reading.why}</code>
        </p>
        <p class="note">
          The page sends the URL above unchanged. Edit it there, or choose a type to start again.
        </p>
      </div>
    )
  const { query } = reading
  const type = typeAt(world, query.path)
  if (type === undefined)
    return (
      <div class="notice">
        <p>
          <code>{query.path}</code> is not the path of a type. Choose a type to start.
        </p>
      </div>
    )
  return (
    <div key={type.uid}>
      <RootForm session={session} query={query} type={type} />
      <LevelForm session={session} query={query} models={modelsOf(world)} model={type} address={ROOT} />
    </div>
  )
}

interface RootProps {
  readonly session: Session
  readonly query: Query
  readonly type: TypeDescribed
}

const PAGE_LABELS = { page: 'Page', pageSize: 'Size', start: 'Start', limit: 'Limit' } as const

function RootForm({ session, query, type }: RootProps) {
  const { world, edit } = session
  const isList = !type.isSingle && documentIn(world, query.path) === null
  const number = (name: keyof typeof PAGE_LABELS, placeholder: string) => (
    <TextInput
      label={PAGE_LABELS[name]}
      value={query.page[name] ?? ''}
      placeholder={placeholder}
      inputMode="numeric"
      onCommit={(text) => edit((now) => withPage(now, name, text))}
    />
  )
  return (
    <div class="root-form">
      {type.draftAndPublish && (
        <Choice
          label="Status"
          value={query.status ?? ''}
          options={[
            ['', 'published'],
            ['draft', 'draft'],
          ]}
          onChoose={(text) => edit((now) => withText(now, 'status', text))}
        />
      )}
      {type.localized && (
        <Choice
          label="Locale"
          value={query.locale ?? ''}
          options={[
            ['', `${world.defaultLocale}, unsaid`],
            ...world.locales.map(({ code, name }) => [code, name] as const),
            ['*', 'every one'],
          ]}
          onChoose={(text) => edit((now) => withText(now, 'locale', text))}
        />
      )}
      {isList && (
        <>
          <TextInput
            label="Search"
            value={query.search ?? ''}
            onCommit={(text) => edit((now) => withText(now, 'search', text))}
          />
          {number('page', '1')}
          {number('pageSize', String(world.defaultLimit))}
          <OffsetForm session={session} query={query} number={number} />
        </>
      )}
    </div>
  )
}

function OffsetForm(
  props: Omit<RootProps, 'type'> & {
    readonly number: (name: 'start' | 'limit', placeholder: string) => preact.ComponentChild
  },
) {
  const { query, session, number } = props
  const isSaid = PAGE_NAMES.some(
    (name) => name !== 'page' && name !== 'pageSize' && query.page[name] !== undefined,
  )
  return (
    <Disclosure label="by offset" isOpenFirst={isSaid}>
      {() => (
        <div class="root-form">
          {number('start', '0')}
          {number('limit', String(session.world.defaultLimit))}
          <Check
            label="count them all"
            checked={query.page.withCount !== 'false'}
            onToggle={() =>
              session.edit((now) => withPage(now, 'withCount', now.page.withCount === 'false' ? '' : 'false'))
            }
          />
        </div>
      )}
    </Disclosure>
  )
}
