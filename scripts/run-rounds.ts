// `npm run test:fuzz` and `npm run test:faults`: the same tests as in `npm test`, as many rounds as asked for.
// `-- --rounds 500`; `-- --seed 7` draws others.
import { spawnSync } from 'node:child_process'

const args = process.argv.slice(2)
const files = args.filter((arg) => arg.endsWith('.test.ts'))
const option = (name: string) => {
  const at = args.indexOf(`--${name}`)
  return at === -1 ? undefined : args[at + 1]
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
