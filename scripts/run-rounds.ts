// `npm run test:fuzz` and `npm run test:faults`: the same tests as in `npm test`, as many rounds as asked for.
// `-- --rounds 500`; `-- --seed 7` draws others; `-- --only failover` those of one file.
import { spawnSync } from 'node:child_process'

const args = process.argv.slice(2)
const option = (name: string) => {
  const at = args.indexOf(`--${name}`)
  return at === -1 ? undefined : args[at + 1]
}
const all = args.filter((arg) => arg.endsWith('.test.ts'))
const files = all.filter((file) => file.includes(option('only') ?? ''))
if (files.length === 0) {
  process.stderr.write(`There is no ${option('only')} among ${all.join(', ')}\n`)
  process.exit(1)
}
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...files],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_ROUNDS: option('rounds') ?? '40',
      TEST_SEED: option('seed') ?? String(Date.now() % 1_000_000),
    },
  },
)
process.exit(status ?? 1)
