import { basename, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of minutes, which mostly wait for programs that they start: begun last they would run on alone. */
const LONGEST = ['kill-while-applying.test.ts', 'faults.test.ts']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.includes(basename(moduleId))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['{src,simulators,scripts,tests,bench,eval}/**/*.test.ts'],
    pool: 'forks',
    // Both wait for half of their time; what runs beside them (scripts/run-tests.ts) has the rest.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Of drizzle's files alone each worker would read the package's description for three seconds.
    execArgv: ['--import', join(import.meta.dirname, 'scripts/quick-imports.mjs')],
    // Files of a worker share its modules, as requests share those of a server; each opens a database of its own.
    isolate: false,
    // What takes a second on a quiet machine takes half a minute on one that is busy with other things.
    hookTimeout: 300_000,
    testTimeout: 300_000,
  },
})
