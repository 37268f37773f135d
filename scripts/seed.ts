// Fills the data folder with the demonstration's people and their accounts' 400 days, without serving.

import { seedDemoPeople } from '../src/server/demo-people.ts'
import { runEverythingDue } from '../src/server/jobs.ts'
import { openContext } from '../src/server/open-context.ts'
import { demoGrant, openSimulatedEnvironment, simulatedVendors } from './simulated-environment.ts'

const { config, clock, simulators } = await openSimulatedEnvironment(
  process.env,
  simulatedVendors(process.env),
)
const { ctx, close } = await openContext(config, { clock })
await seedDemoPeople(ctx, demoGrant(simulators))
console.log('Sincronizando las cuentas de demostración…')
await runEverythingDue(ctx)
await close()
await simulators.close()
console.log(`Listo: los datos están en ${config.databaseUrl ? 'DATABASE_URL' : config.dataDir}`)
