// The program behind `npm start`: starts the simulators that stand in for vendors without a key, then the server.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startSimulators, type Vendor } from '../simulators/start.ts'
import { syncNow } from '../src/features/sync/actions/sync-account.ts'
import { systemClock } from '../src/platform/clock.ts'
import { ConfigFault, readConfig } from '../src/platform/config.ts'
import { DataInUse } from '../src/platform/db/data-lock.ts'
import { DEMO_PEOPLE, seedDemoPeople } from '../src/server/demo-people.ts'
import { runEverythingDue } from '../src/server/jobs.ts'
import { type Server, startServer } from '../src/server/main.ts'

const DEMO_GOOGLE_IDENTITY = 'marta.demo@gmail.test'
const WORLD_SEED = 20_261
const CLOSE_TIMEOUT_MS = 10_000

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
  const environment: Record<string, string | undefined> = { ...process.env }
  const simulated = simulatedVendors(environment)
  if (simulated.length === 0) {
    const server = await startServer({ config: readConfig(environment) })
    console.log(`Pujante atiende en ${server.ctx.config.appOrigin ?? server.address}`)
    return server.close
  }
  const given = readConfig({ ...environment, ALLOW_SIMULATORS: '1' })
  const clockFile = join(given.dataDir, 'simulators', 'clock.json')
  const clock = systemClock(savedOffsetMs(clockFile))
  const simulators = await startSimulators({
    clock,
    seed: WORLD_SEED,
    stateDir: join(given.dataDir, 'simulators'),
  })
  const config = readConfig(
    Object.assign(environment, ...simulated.map((vendor) => simulators.environmentOf[vendor])),
  )
  const server = await startServer({
    config,
    clock,
    simulators: {
      armFault: simulators.armFault,
      clockMoved: () => saveOffset(clockFile, clock.now().getTime() - Date.now()),
      syncNow,
      runEverythingDue,
      outbox: simulators.smtp.outbox,
    },
  })
  if (!config.production && simulated.includes('google-ads')) {
    await seedDemoPeople(server.ctx, {
      email: DEMO_GOOGLE_IDENTITY,
      scopes: [],
      refreshToken: simulators.grantGoogle(DEMO_GOOGLE_IDENTITY),
    })
  }
  announce(server, simulated)
  return async () => {
    await server.close()
    await simulators.close()
  }
}

/** A vendor without a key is played by its simulator; production wants to be told so. */
function simulatedVendors(environment: Record<string, string | undefined>): Vendor[] {
  if (environment.NODE_ENV === 'production' && environment.ALLOW_SIMULATORS !== '1') return []
  const keys = { 'google-ads': environment.GOOGLE_ADS_CLIENT_ID, smtp: environment.SMTP_URL }
  return (['google-ads', 'smtp'] as const).filter((vendor) => !keys[vendor])
}

const WHAT_IS_SIMULATED: Record<Vendor, string> = {
  'google-ads': 'Google Ads es un simulador en esta máquina.',
  smtp: 'Los correos no salen de aquí: se ven en /__dev/outbox.',
}

function announce({ ctx, address }: Server, simulated: Vendor[]): void {
  console.log(
    `\nPujante atiende en ${ctx.config.appOrigin ?? address.replace('127.0.0.1', 'localhost')}`,
  )
  const what = simulated.map((vendor) => WHAT_IS_SIMULATED[vendor]).join(' ')
  console.log(`Entorno de demostración: ${what}`)
  if (ctx.config.production || !simulated.includes('google-ads')) return
  console.log('Accesos:')
  for (const { email, password } of DEMO_PEOPLE) console.log(`  ${email.padEnd(24)} ${password}`)
}

function savedOffsetMs(file: string): number {
  if (!existsSync(file)) return 0
  return (JSON.parse(readFileSync(file, 'utf8')) as { offsetMs: number }).offsetMs
}

function saveOffset(file: string, offsetMs: number): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify({ offsetMs }))
  renameSync(`${file}.new`, file)
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
