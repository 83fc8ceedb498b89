/** Shows the content types as a list, with an arc from each type to the types that it links to. */
import { useState } from 'preact/hooks'
import type { Described, ModelDescribed, TypeDescribed } from '../../described.ts'
import { arcsOf } from '../../model/arcs.ts'
import { emptyQuery } from '../../model/query.ts'
import { linksOf, pathTo, typeAt } from '../../model/world.ts'
import { writeUrl } from '../../model/write.ts'
import { Disclosure, plural } from '../parts.tsx'
import type { Session } from '../session.ts'

const ROW_HEIGHT = 34

export function TypesPanel({ session }: { readonly session: Session }) {
  const { world, reading } = session
  const types = world.types.filter(({ path }) => path !== null)
  const current = typeAt(world, reading.kind === 'tree' ? reading.query.path : reading.path)
  const [pointed, setPointed] = useState<string | null>(null)
  const shown = pointed ?? current?.uid ?? null
  return (
    <section class="panel types" aria-labelledby="types-title">
      <h2 id="types-title">Types</h2>
      <div class="type-map">
        <Arcs types={types} shown={shown} />
        <ul class="type-list">
          {types.map((type) => (
            <li key={type.uid}>
              <a
                href={`#url=${writeUrl(emptyQuery(pathTo(world, type)))}`}
                class="type-link"
                aria-current={type === current ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  session.ask({ url: writeUrl(emptyQuery(pathTo(world, type))) })
                }}
                onPointerEnter={() => setPointed(type.uid)}
                onPointerLeave={() => setPointed(null)}
                onFocus={() => setPointed(type.uid)}
                onBlur={() => setPointed(null)}
              >
                <span class="type-name">{type.name}</span>
                <TypeMarks type={type} />
              </a>
            </li>
          ))}
        </ul>
      </div>
      {current !== undefined && <Links world={world} model={current} />}
      {world.components.length > 0 && (
        <Disclosure label={plural(world.components.length, 'component')}>
          {() => (
            <ul class="component-list">
              {world.components.map(({ uid, attributes }) => (
                <li key={uid}>
                  <code>{uid}</code> <span class="note">{attributes.map(({ name }) => name).join(', ')}</span>
                </li>
              ))}
            </ul>
          )}
        </Disclosure>
      )}
    </section>
  )
}

function TypeMarks({ type }: { readonly type: TypeDescribed }) {
  return (
    <span class="type-marks">
      {type.isSingle && <abbr title="single type">one</abbr>}
      {type.draftAndPublish && <abbr title="draft and publish">draft</abbr>}
      {type.localized && <abbr title="in several languages">i18n</abbr>}
    </span>
  )
}

/** Draws the links of types as arcs. The list next to the arcs has the same content as text, for screen readers. */
function Arcs({ types, shown }: { readonly types: readonly TypeDescribed[]; readonly shown: string | null }) {
  const rowOf = new Map(types.map(({ uid }, at) => [uid, at]))
  const links = types.flatMap((type, from) =>
    linksOf(type).flatMap(({ name, to }) =>
      (to ?? []).flatMap((uid): (readonly [number, number])[] => {
        const row = rowOf.get(uid)
        return row === undefined || name === 'localizations' ? [] : [[from, row]]
      }),
    ),
  )
  const { arcs, width, height } = arcsOf(links, types.length, ROW_HEIGHT)
  const row = shown === null ? undefined : rowOf.get(shown)
  const isLit = (arc: (typeof arcs)[number]): boolean => arc.from === row || arc.to === row
  return (
    <svg class="arcs" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {[...arcs]
        .sort((one, other) => Number(isLit(one)) - Number(isLit(other)))
        .map((arc) => (
          <path key={`${arc.from} ${arc.to}`} d={arc.path} class={isLit(arc) ? 'arc lit' : 'arc'} />
        ))}
      {types.map(({ uid }, at) => (
        <circle
          key={uid}
          cx={width - 4}
          cy={at * ROW_HEIGHT + ROW_HEIGHT / 2}
          r={3}
          class={arcs.some((arc) => isLit(arc) && (arc.from === at || arc.to === at)) ? 'dot lit' : 'dot'}
        />
      ))}
    </svg>
  )
}

function Links({ world, model }: { readonly world: Described; readonly model: ModelDescribed }) {
  const links = linksOf(model)
  const nameOf = (uid: string): string => world.types.find((type) => type.uid === uid)?.name ?? uid
  return (
    <div class="links">
      <h3>{model.name} leads to</h3>
      {links.length === 0 ? (
        <p class="note">nothing else</p>
      ) : (
        <dl>
          {links.map(({ name, to, many }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {many ? '⇉' : '→'}{' '}
                {to === null ? 'any type' : to.length > 1 ? plural(to.length, 'kind') : to.map(nameOf)}
                {many && <span class="visually-hidden"> many</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
