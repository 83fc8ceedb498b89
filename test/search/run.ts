/** `npm run search -- NAME` runs the search NAME with the options that follow. */

/** The program file of each search. */
export const SEARCHES: Readonly<Record<string, string>> = {
  fuzz: './fuzz/run.js',
  'fuzz-check': './fuzz/answers/run.js',
  'fuzz-doors': './fuzz/doors/run.js',
  'worst-cost': './fuzz/worst-cost.js',
  'non-interference': './non-interference/run.js',
  types: './types/run.js',
  edits: './edits/run.js',
  killer: './killer/run.js',
  hostile: './hostile/datasets.js',
  'hostile-projects': './projects/run.js',
  builds: './builds/compare.js',
  mutants: './mutants/kill.js',
  'mutants-writing': './mutants/writing.js',
  'mutants-safety': './mutants/safety.js',
  'mutants-laws': './mutants/laws.js',
  'mutants-score': './mutants/score.js',
  'mutants-stale': './mutants/stale.js',
}

if (process.argv[1]?.endsWith('run.js') === true) {
  const [name = ''] = process.argv.splice(2, 1)
  const program = Object.hasOwn(SEARCHES, name) ? SEARCHES[name] : undefined
  if (program === undefined) {
    console.error(`There is no search "${name}". Expected one of ${Object.keys(SEARCHES).join(', ')}.`)
    process.exitCode = 2
  } else await import(program)
}
