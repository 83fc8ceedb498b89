/** Makes the advice that `populace inspect` prints: the next commands and edits to try. */
import { quoted } from '../../util/url/curl.ts'
import type { Inspection } from './facts.ts'

type Facts = Omit<Inspection, 'next'>

/**
 * Returns the commands and edits to try next, the most useful first. If `runsCode` is false, the user excluded the code
 * of the project, so the commands exclude it too.
 */
export function nextSteps(facts: Facts, runsCode: boolean): readonly string[] {
  const source = /^[\w./-]+$/.test(facts.source) ? facts.source : quoted(facts.source)
  const own = facts.types.filter(({ path }) => path !== '')
  const isEmpty = own.length > 0 && own.every(({ entries }) => entries === 0)
  const serve = `npx populace serve ${source}${isEmpty ? ' --fake 20' : ''}${runsCode ? '' : ' --no-project-code'}`
  const why = isEmpty ? 'answers with made-up entries, because the source has no entries' : 'answers requests'
  return [
    `${serve}   ${why}`,
    ...packages(facts),
    ...hosts(facts).map((host) => `${serve} --allow-network ${host}   lets the code connect to ${host}`),
    ...rights(facts, serve),
  ]
}

function packages({ code }: Facts): readonly string[] {
  if (code === null || code.missing.length === 0) return []
  return [`npm install in ${code.folder}   installs ${code.missing.join(', ')}`]
}

/** Returns the hosts to which the project's own code could not connect. */
function hosts({ code }: Facts): readonly string[] {
  const found = (code?.problems ?? []).flatMap(
    ({ message }) => /--allow-network ([^\s]{1,200}) to open/.exec(message)?.[1] ?? [],
  )
  return [...new Set(found)]
}

function rights({ roles }: Facts, serve: string): readonly string[] {
  const open = roles.find(({ isPublic }) => isPublic)?.permissions ?? []
  const reads = open.some((action) => action === '*' || /^(?:\*|api::.*)\.find(?:One)?$/.test(action))
  if (reads) return []
  return [
    `${serve} --grant '*.find' --grant '*.findOne'   gives the public role the permissions to read, which it lacks now`,
  ]
}
