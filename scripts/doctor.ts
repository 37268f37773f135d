// `npm run doctor`: looks at all that the product needs around it, and says what to mend. Exit code 1 when something is bad.
import { readConfig } from '../src/platform/config.ts'
import { runChecks } from '../src/server/doctor/finding.ts'
import { storageChecks } from '../src/server/doctor/storage-checks.ts'
import { vendorChecks } from '../src/server/doctor/vendor-checks.ts'
import { openContext } from '../src/server/open-context.ts'
import { explainFailure } from './explain-failure.ts'

const WORDS = { good: 'bien ', notice: 'aviso', bad: 'MAL  ' } as const

try {
  const config = readConfig({ LOG_LEVEL: 'silent', ...process.env })
  const { ctx, close } = await openContext(config, { migrates: false })
  const results = await runChecks(ctx, [...storageChecks, ...vendorChecks])
  await close()
  for (const { name, state, text } of results) console.log(`${WORDS[state]}  ${name}: ${text}`)
  const count = results.filter(({ state }) => state === 'bad').length
  console.log(count === 0 ? '\nNada impide atender.' : `\n${count} por arreglar.`)
  process.exitCode = count === 0 ? 0 : 1
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}
