/** The clauses of the laws of sequences of writes, and of explanations of writes. */

import { isObject } from '../../../src/util/json.ts'
import { mapRows } from '../../laws/alter.ts'
import type { Subject } from '../../laws/subject.ts'
import type { MadeWrite } from '../../writes/write-law.ts'
import { also, type Clauses, clause, type SubjectFault } from '../clause.ts'
import { turning } from '../kit.ts'
import { loading, serving } from '../kits/subjects.ts'
import {
  answered,
  following,
  isEmpty,
  isGenerated,
  isTaken,
  type JudgedWrite,
  rewriting,
  unnamedTexts,
  withTouched,
  writing,
} from '../kits/writes.ts'

/** Returns a fault that changes the result of a write if an equal write to the same state was made before. */
const repeated = (
  says: string,
  isFor: (made: MadeWrite) => boolean,
  change: (made: MadeWrite, written: JudgedWrite) => MadeWrite,
): SubjectFault => ({
  says,
  around: (subject, world) => {
    const known = new WeakMap<object, Set<string>>()
    return writing(says, (made, written) => {
      const before = known.get(written.state) ?? new Set()
      known.set(written.state, before)
      const key = `${written.method} ${written.url} ${JSON.stringify(written.data)}`
      const isSecond = before.has(key)
      before.add(key)
      return isSecond && isFor(made) ? change(made, written) : made
    }).around(subject, world)
  },
})

type ExplainWrite = Subject['explainWrite']
type Explained = NonNullable<ReturnType<ExplainWrite>>
/** Returns a faulty implementation that changes explanations of refused writes. */
const explaining = (says: string, change: (explained: Explained) => Explained): SubjectFault => ({
  says,
  around: ({ explainWrite }) => ({
    explainWrite: (...call) => {
      const explained = explainWrite(...call)
      return explained === null || call[2]?.outsider === true ? explained : change(explained)
    },
  }),
})

/** Returns a faulty implementation that hides deleted documents from answers, but keeps the rows of the documents. */
const hiding: SubjectFault['around'] = ({ write, createApi }) => {
  const deleted = new Set<string>()
  return {
    write: (state, request, options) => {
      const made = write(state, request, options)
      if (made?.answer.status !== 204) return made
      deleted.add(request.url.split(/[/?]/)[3] ?? '')
      return { ...made, state }
    },
    createApi: (graph, options) => {
      const api = createApi(graph, options)
      return {
        ...api,
        answer: (request) => {
          const id = request.url.split(/[/?]/)[3] ?? ''
          const isListed = [...deleted].some((one) => request.url.includes(`filters[documentId][$eq]=${one}`))
          if (isListed) return { ...api.answer(request), body: '{"data":[]}' }
          return deleted.has(id) ? { status: 404, headers: {}, body: '' } : api.answer(request)
        },
      }
    },
  }
}

export const WRITE_SEQUENCE_CLAUSES: Clauses<SubjectFault> = {
  'writes.sequence': [
    clause(
      "A read after a write shows the data of the write's answer.",
      writing('The server wrongly adds a blank to the answer to a write.', (made) =>
        isTaken(made) && made.answer.body !== '' ? answered(made, { body: `${made.answer.body} ` }) : made,
      ),
    ),
    clause(
      'A read after a write shows no deleted data.',
      writing('The server wrongly does not delete the rows of one locale.', (made, { method, url, state }) =>
        isTaken(made) && method === 'DELETE' && url.includes('locale=') ? { ...made, state } : made,
      ),
    ),
    clause(
      'A refused write changes nothing.',
      writing('The server wrongly makes a new state of the world for a 404.', (made) =>
        made.answer.status === 404 ? { ...made, state: { ...made.state } } : made,
      ),
    ),
    clause(
      'No write fails with 500.',
      also(
        { 'writes.explained': 'The law `writes.explained` compares both statuses.' },
        writing('The server wrongly answers 500, not 404, to a write to a missing document.', (made) =>
          made.answer.status === 404 ? answered(made, { status: 500 }) : made,
        ),
      ),
    ),
    clause(
      'The same write to the same state gives the same answer.',
      repeated(
        'The server wrongly adds a blank to a repeated refusal.',
        (made) => !isTaken(made),
        (made) => answered(made, { body: `${made.answer.body} ` }),
      ),
    ),
    clause(
      'The same write to the same state gives the same rows in the world.',
      repeated('The server wrongly drops equal writes.', isTaken, (made, { state }) => ({ ...made, state })),
    ),
    clause(
      'Creating and then deleting a document without links restores the earlier world.',
      following(
        'The server wrongly updates another document when it deletes a document that was just created.',
        ({ method }) => method === 'POST',
        (made, written) => (written.method === 'DELETE' ? withTouched(made, written) : made),
      ),
    ),
    clause(
      'Loading the dataset files of the last world gives the same world.',
      loading('The server wrongly loads the files of a world without their `updatedAt`.', (files, schema) =>
        mapRows(files, schema, (row) => ({ ...row, updatedAt: null })),
      ),
    ),
    clause(
      'The evaluator `src/semantics` and the reference give the same answers for the last world.',
      serving(turning('The server wrongly reverses the lists of a world after writes.', () => true)),
    ),
  ],
  'writes.commands': [
    clause(
      'A created document can be read.',
      rewriting('The server wrongly omits the last value of a new document.', (data, written) =>
        written.method === 'POST' && isGenerated(written)
          ? Object.fromEntries(Object.entries(data).slice(0, -1))
          : undefined,
      ),
    ),
    clause(
      'An update changes only the attributes that it names.',
      rewriting('The server wrongly empties the texts that an update does not name.', (data, written) =>
        written.method === 'PUT' && isGenerated(written) && Object.values(data).some((one) => !isObject(one))
          ? { ...data, ...Object.fromEntries(unnamedTexts(written).map((name) => [name, null])) }
          : undefined,
      ),
    ),
    clause(
      'Publishing leaves the draft unchanged.',
      writing('The server wrongly empties the texts of a published draft.', (made, written) => {
        if (
          !isTaken(made) ||
          !isEmpty(written) ||
          !written.url.includes('status=published') ||
          !isGenerated(written)
        )
          return made
        const data = Object.fromEntries(unnamedTexts(written).map((name) => [name, null]))
        const url = written.url.replace('status=published', 'status=draft')
        const emptied = written.again({ url, data }, made.state)
        return emptied === undefined || !isTaken(emptied) ? made : { ...made, state: emptied.state }
      }),
    ),
    clause(
      'If a target allows only one linking entry, a new link to the target replaces the old one.',
      rewriting('The server wrongly ignores `set` in a body.', (data, written) =>
        isGenerated(written)
          ? Object.fromEntries(Object.entries(data).filter(([, one]) => !isObject(one) || !('set' in one)))
          : undefined,
      ),
    ),
    clause('A deleted document is absent from every list.', {
      says: 'The server wrongly shows a deleted document in a list.',
      around: ({ write, createApi }) => {
        const deleted = new Set<string>()
        return {
          write: (state, request, options) => {
            const made = write(state, request, options)
            if (made?.answer.status === 204) deleted.add(request.url.split(/[/?]/)[3] ?? '')
            return made
          },
          createApi: (graph, options) => {
            const api = createApi(graph, options)
            return {
              ...api,
              answer: (request) => {
                const response = api.answer(request)
                const one = [...deleted].find((id) => request.url.includes(`filters[documentId][$eq]=${id}`))
                return one === undefined
                  ? response
                  : { ...response, body: `{"data":[{"documentId":"${one}"}]}` }
              },
            }
          },
        }
      },
    }),
    clause(
      'No total counts a deleted document.',
      also(
        { 'writes.sequence': 'The law `writes.sequence` compares lists with their totals.' },
        {
          says: 'The server wrongly counts deleted documents in `total`.',
          around: ({ write, createApi }) => {
            let deleted = 0
            return {
              write: (state, request, options) => {
                const made = write(state, request, options)
                if (made?.answer.status === 204) deleted++
                return made
              },
              createApi: (graph, options) => {
                const api = createApi(graph, options)
                const counted = (_text: string, total: string): string => `"total":${Number(total) + deleted}`
                return {
                  ...api,
                  answer: (request) => {
                    const response = api.answer(request)
                    return { ...response, body: response.body.replace(/"total":(\d+)/, counted) }
                  },
                }
              },
            }
          },
        },
      ),
    ),
    clause(
      'No entry has a link to a deleted document.',
      also(
        { 'writes.sequence': 'The law reads the files.', 'writes.model': 'The law reads links too.' },
        { says: 'The server wrongly keeps links to a deleted document.', around: hiding },
      ),
    ),
  ],
  'writes.explained-outsiders': [
    clause('An explanation for anyone but the developer names nothing private.', {
      says: 'The server wrongly shows an outsider the explanation for a developer.',
      around: ({ explainWrite }) => ({ explainWrite: (state, request) => explainWrite(state, request) }),
    }),
  ],
  'writes.explained': [
    clause(
      'The explanation of a refused write has the status of the refusal.',
      explaining('The server wrongly adds 1 to the status in the explanation of a refused write.', (one) => ({
        ...one,
        status: one.status + 1,
      })),
    ),
    clause(
      'The explanation of a refused write has the message of the refusal.',
      explaining('The server wrongly changes the message in the explanation of a refused write.', (one) => ({
        ...one,
        message: `${one.message}!`,
      })),
    ),
    clause('An accepted write has no explanation.', {
      says: 'The server wrongly explains an accepted write like the refused write before it.',
      around: ({ explainWrite }) => {
        let last: Explained | null = null
        return {
          explainWrite: (...call) => {
            const explained = explainWrite(...call)
            last = explained ?? last
            return call[2]?.outsider === true ? explained : last
          },
        }
      },
    }),
    clause(
      'The explanation of a refused write proposes a body unless no body can succeed.',
      explaining('The server wrongly proposes no body.', (one) => ({ ...one, body: null })),
    ),
    clause(
      'The server accepts the proposed body.',
      explaining('The server wrongly proposes a number as the `data` of the body.', (one) => ({
        ...one,
        body: one.body === null ? null : { data: 5 },
      })),
    ),
    clause(
      'Each fault that the explanation lists is at a place in `data` of the body.',
      explaining('The server wrongly omits `/data` from the place of a fault.', (one) => ({
        ...one,
        faults: one.faults.map((fault) => ({ ...fault, pointer: fault.pointer.replace('/data', '') })),
      })),
    ),
  ],
}
