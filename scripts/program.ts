// What `serve.mjs` runs (built, `dist/server/serve.js`): starts the simulators that stand in for vendors without a key, then the server.
import type { Vendor } from '../simulators/start.ts'
import { syncNow } from '../src/features/sync/actions/sync-account.ts'
import { ConfigFault, readConfig } from '../src/platform/config.ts'
import { heedThreadLimits } from '../src/platform/heap-limits.ts'
import { enqueueDemoAhead } from '../src/server/demo-ahead.ts'
import {
  DEMO_PEOPLE,
  openDemoHistory,
  openDemoPages,
  seedDemoPeople,
} from '../src/server/demo-people.ts'
import { runEverythingDue } from '../src/server/jobs.ts'
import { type Server, startServer } from '../src/server/main.ts'
import { ROLES, type Role, schedules } from '../src/server/roles.ts'
import { explainFailure } from './explain-failure.ts'
import { simulatedVendors } from './simulated-vendors.ts'

/** Longer than requests and jobs are waited for. */
const CLOSE_TIMEOUT_MS = 32_000
const JOB_THREAD = new URL('./job-thread.ts', import.meta.url)
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
    process.removeAllListeners(signal).once(signal, () => {
      setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref()
      void close().then(() => process.exit(0))
    })
} catch (error) {
  console.error(explainFailure(error))
  process.exit(1)
}

async function serve(): Promise<() => Promise<void>> {
  heedThreadLimits()
  const role = roleFrom(process.argv)
  const simulated = role === 'all' ? simulatedVendors(process.env) : []
  if (simulated.length === 0) {
    const server = await startServer({ config: readConfig(), role, jobThread: JOB_THREAD })
    endWith(server)
    const name = role === 'all' ? 'Pujante' : `Pujante (${role})`
    console.log(`${name} atiende en ${server.ctx.config.appOrigin ?? server.address}`)
    if (server.ctx.config.demoHistory && schedules(role)) await enqueueDemoAhead(server.ctx)
    return server.close
  }
  // Not part of an image for production, so only here.
  const { demoGrant, demoSale, openSimulatedEnvironment } = await import(
    './simulated-environment.ts'
  )
  const environment = await openSimulatedEnvironment(process.env, simulated)
  const { config, clock, saveClock, simulators } = environment
  const server = await startServer({
    config,
    clock,
    jobThread: JOB_THREAD,
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
  endWith(server)
  simulators.stripe.deliverTo(`${server.address}${STRIPE_WEBHOOK}`)
  const people = !config.production && simulated.includes('google-ads')
  if (people)
    await seedDemoPeople(server.ctx, demoGrant(simulators), demoSale(environment, simulated))
  if (people) await openDemoPages(server.ctx)
  if (people && config.demoHistory) await openDemoHistory(server.ctx)
  if (config.demoHistory) await enqueueDemoAhead(server.ctx)
  announce(server, simulated, people ? DEMO_PEOPLE : [])
  return async () => {
    await server.close()
    await simulators.close()
  }
}

/** Without its database a process serves nothing: what supervises it begins it anew, with all that was written. */
function endWith({ ctx }: Server): void {
  void ctx.storage.whenBroken.then(() => {
    console.error(
      'La base de datos integrada se ha parado. Si el disco de DATA_DIR está lleno, haz sitio; lo guardado sigue ahí.',
    )
    process.exit(1)
  })
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

/** `--role web` or `--role=web`. */
function roleFrom(args: readonly string[]): Role {
  const at = args.findIndex((arg) => /^--role(=|$)/.test(arg))
  if (at === -1) return 'all'
  const given = args[at]?.split('=')[1] ?? args[at + 1]
  const role = ROLES.find((known) => known === given)
  if (!role) throw new ConfigFault([`--role: debe ser ${ROLES.join(', ')}`])
  return role
}
