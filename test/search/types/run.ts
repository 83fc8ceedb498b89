/**
 * Compiles the declarations of generated schemas together with queries, their real answers, and misspelt queries.
 * `--schemas N` and `--queries N` set the sizes, `--seed N` the seed, and `--profile NAME` the profile. With
 * `--project DIR`, the search compiles the answers of a Strapi project with its own code, in place of generated
 * schemas. The exit status is 1 if the compiler reports an error, if the declarations allow a query that the API
 * rejects, or if there was no query.
 */
import { parseArgs } from 'node:util'
import { type Batch, generatedBatch } from './batch.ts'
import { compile } from './compile.ts'
import { projectBatch } from './project.ts'

const { values } = parseArgs({
  options: {
    schemas: { type: 'string', default: '50' },
    queries: { type: 'string', default: '20' },
    profile: { type: 'string', default: 'documented' },
    project: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const seed = Number(values.seed)
/** The number of schemas in one compiler run, limited by memory. */
const AT_ONCE = 20

/** Yields the batches of a run: one for a project, or several with generated schemas. */
async function* batches(): AsyncGenerator<Batch> {
  if (values.project !== undefined) {
    yield await projectBatch(values.project)
    return
  }
  for (let left = Number(values.schemas); left > 0; left -= AT_ONCE)
    yield generatedBatch(Math.min(left, AT_ONCE), Number(values.queries), seed + left, values.profile)
}

let broken = 0
const sums = { schemas: 0, queries: 0, answers: 0, refused: 0 }
for await (const batch of batches()) {
  const faults = await compile(batch.files)
  for (const fault of faults.slice(0, 10)) console.log(fault)
  broken += faults.length
  sums.schemas += batch.schemas
  sums.queries += batch.queries
  sums.answers += batch.answers
  sums.refused += batch.refused
}
const { schemas, queries, answers, refused } = sums
console.log(
  `${schemas} schemas as a role sees them, ${queries} queries, ${answers} answers, ${refused} refused, ${values.profile}, seed ${seed}: ${broken} faults`,
)
process.exitCode = broken === 0 && queries > 0 ? 0 : 1
