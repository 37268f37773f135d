import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of minutes, which mostly wait for programs that they start: begun last they would run on alone. */
const LONGEST = ['kill-while-applying.test.ts', 'faults.test.ts']

/** What the browser runs: Vite makes it there, and here. */
const IN_BROWSER = 'src/{kit,web,features/*/ui}/**/*.test.ts'

/** Where workers keep the databases that they use again (tests/embedded-databases.ts): they end without a word. */
const databases = mkdtempSync(join(tmpdir(), 'pujante-databases-'))
process.env.TEST_DATABASES = databases
process.once('exit', () => rmSync(databases, { recursive: true, force: true }))

/** A project's files together: a worker ends where the next file is another project's. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId, project }: TestSpecification) =>
      LONGEST.includes(basename(moduleId)) ? 0 : project.name === 'program' ? 1 : 2
    return sorted.sort((a, b) => placeOf(a) - placeOf(b))
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'program',
          include: ['{src,simulators,scripts,tests,bench,eval}/**/*.test.ts'],
          exclude: [IN_BROWSER],
          // As Node runs the program: through Vite each worker's thousand modules would be made anew in every run.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { extends: true, test: { name: 'browser', include: [IN_BROWSER] } },
    ],
    pool: 'forks',
    // Both wait for half of their time; what runs beside them (scripts/run-tests.ts) has the rest.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Of drizzle's files alone each worker would read the package's description for three seconds.
    execArgv: ['--import', join(import.meta.dirname, 'scripts/quick-imports.mjs')],
    // Files of a worker share its modules, as requests share those of a server; each has a database of its own.
    isolate: false,
    // What takes a second on a quiet machine takes half a minute on one that is busy with other things.
    hookTimeout: 300_000,
    testTimeout: 300_000,
  },
})
