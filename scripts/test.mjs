// `npm test`: installs what is missing, then runs everything. `--only=check|unit|e2e` runs a part.
import { installDependencies, startNode, superviseUntilExit } from './install.mjs'

await installDependencies()
process.exit(
  await superviseUntilExit([startNode(['scripts/run-tests.ts', ...process.argv.slice(2)])]),
)
