// `npm run test:citus`: the tests of features, and those of a cluster itself, on the cluster that the environment names.
// `-- src/features/sync` runs a folder.
import { spawnSync } from 'node:child_process'
import { databaseTests } from './database-tests.ts'

const asked = process.argv.slice(2)
const all = [...databaseTests().filter((path) => path.startsWith('src/')), 'tests/cluster.test.ts']
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--maxWorkers=1',
    // Each statement is planned for several servers, and the machine may be busy.
    '--testTimeout=600000',
    '--hookTimeout=600000',
    ...(asked.length > 0 ? asked : all),
  ],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)
