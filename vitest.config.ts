import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,simulators,scripts,tests,bench,eval}/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Files of a worker share its modules, as requests share those of a server; each opens a database of its own.
    isolate: false,
    // A first PGlite in a folder takes seconds on a busy machine.
    hookTimeout: 60_000,
    testTimeout: 20_000,
  },
})
