// Fills the data folder with the demonstration's people and their accounts' 400 days, without serving.

import { landingPageJobs } from '../src/features/landing-pages/jobs.ts'
import { syncJobs } from '../src/features/sync/jobs.ts'
import { runDueJobs } from '../src/platform/jobs.ts'
import { openDemoPages, seedDemoPeople } from '../src/server/demo-people.ts'
import { runEverythingDue } from '../src/server/jobs.ts'
import { openContext } from '../src/server/open-context.ts'
import { demoGrant, demoSale, openSimulatedEnvironment } from './simulated-environment.ts'
import { simulatedVendors } from './simulated-vendors.ts'

const simulated = simulatedVendors(process.env)
const environment = await openSimulatedEnvironment(process.env, simulated)
const { config, clock, simulators } = environment
const { ctx, close } = await openContext(config, { clock })
await seedDemoPeople(ctx, demoGrant(simulators), demoSale(environment, simulated))
console.log('Sincronizando las cuentas de demostración…')
// First all that is to be read: who looks on sees each window judged, and here only the last judgement is kept.
await runDueJobs(ctx, syncJobs)
await runDueJobs(ctx, landingPageJobs)
await openDemoPages(ctx)
await runEverythingDue(ctx)
await close()
await simulators.close()
console.log(`Listo: los datos están en ${config.databaseUrl ? 'DATABASE_URL' : config.dataDir}`)
