// The program behind `npm start`: starts the simulators that stand in for vendors without a key, then the server.
import type { Vendor } from '../simulators/start.ts'
import { syncNow } from '../src/features/sync/actions/sync-account.ts'
import { ConfigFault, readConfig } from '../src/platform/config.ts'
import { DataInUse } from '../src/platform/db/data-lock.ts'
import { DEMO_PEOPLE, openDemoHistory, seedDemoPeople } from '../src/server/demo-people.ts'
import { runEverythingDue } from '../src/server/jobs.ts'
import { type Server, startServer } from '../src/server/main.ts'
import {
  demoGrant,
  demoSale,
  openSimulatedEnvironment,
  simulatedVendors,
} from './simulated-environment.ts'

/** The six months of the sample account wait until the others have shown their first days. */
const AFTER_FIRST_MS = 120_000
const CLOSE_TIMEOUT_MS = 10_000
const STRIPE_WEBHOOK = '/api/stripe/webhook'
const WHAT_IS_SIMULATED: Record<Vendor, string> = {
  'google-ads': 'Google Ads es un simulador en esta máquina.',
  smtp: 'Los correos se quedan en /__dev/outbox.',
  stripe: 'Stripe es un simulador: paga con la tarjeta 4242 4242 4242 4242.',
}

// The launcher holds the other end of this channel: if it is killed, the server must not stay behind.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

try {
  const close = await serve()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref()
      void close().then(() => process.exit(0))
    })
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

async function serve(): Promise<() => Promise<void>> {
  const simulated = simulatedVendors(process.env)
  if (simulated.length === 0) {
    const server = await startServer({ config: readConfig() })
    console.log(`Pujante atiende en ${server.ctx.config.appOrigin ?? server.address}`)
    return server.close
  }
  const environment = await openSimulatedEnvironment(process.env, simulated)
  const { config, clock, saveClock, simulators } = environment
  const server = await startServer({
    config,
    clock,
    simulators: {
      armFault: simulators.armFault,
      outbox: simulators.smtp.outbox,
      clockMoved: async () => {
        saveClock()
        await simulators.stripe.advance()
      },
      syncNow,
      runEverythingDue,
    },
  })
  simulators.stripe.deliverTo(`${server.address}${STRIPE_WEBHOOK}`)
  const people = !config.production && simulated.includes('google-ads')
  if (people)
    await seedDemoPeople(server.ctx, demoGrant(simulators), demoSale(environment, simulated))
  if (people && process.env.DEMO_HISTORY !== '0') await openDemoHistory(server.ctx, AFTER_FIRST_MS)
  announce(server, simulated, people ? DEMO_PEOPLE : [])
  return async () => {
    await server.close()
    await simulators.close()
  }
}

function announce(
  { ctx, address }: Server,
  simulated: readonly Vendor[],
  people: readonly { email: string; password: string }[],
): void {
  const origin = ctx.config.appOrigin ?? address.replace('127.0.0.1', 'localhost')
  console.log(`\nPujante atiende en ${origin}`)
  const what = simulated.map((vendor) => WHAT_IS_SIMULATED[vendor]).join(' ')
  console.log(`Entorno de demostración: ${what}`)
  if (people.length === 0) return
  console.log('Accesos:')
  for (const { email, password } of people) console.log(`  ${email.padEnd(24)} ${password}`)
}

function explain(error: unknown): string {
  if (error instanceof ConfigFault || error instanceof DataInUse) return error.message
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `El puerto ${port} está ocupado. Cierra lo que lo usa o elige otro: PORT=3001 npm start`
  if (code === 'EACCES')
    return `No hay permiso para usar el puerto ${port}. Elige uno por encima de 1024 con PORT.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return 'No se pudo abrir la base de datos de DATABASE_URL. ¿Está en marcha y es correcta la dirección?'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
