import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningSimulators, startSimulators, type Vendor } from '../simulators/start.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import type { Grant } from '../src/platform/google-ads/oauth.ts'
import type { DemoSale } from '../src/server/demo-people.ts'

const WORLD_SEED = 20_261
const DEMO_GOOGLE_IDENTITY = 'marta.demo@gmail.test'

type Environment = Record<string, string | undefined>

export type SimulatedEnvironment = {
  config: Config
  /** One for the product and its simulators; its offset outlives a restart. */
  clock: Clock
  saveClock: () => void
  simulators: RunningSimulators
}

/**
 * Starts the simulators with their state in the data folder, and points the configuration at those of
 * the `vendors`.
 */
export async function openSimulatedEnvironment(
  environment: Environment,
  vendors: readonly Vendor[],
): Promise<SimulatedEnvironment> {
  const { dataDir, stripe } = readConfig({
    ...environment,
    ALLOW_SIMULATORS: '1',
    SMTP_URL: 'smtp://127.0.0.1',
  })
  const stateDir = join(dataDir, 'simulators')
  mkdirSync(stateDir, { recursive: true })
  const clockFile = join(stateDir, 'clock.json')
  const clock = systemClock(savedOffsetMs(clockFile))
  const simulators = await startSimulators({
    clock,
    seed: WORLD_SEED,
    stateDir,
    stripe: { pricesIncludeTax: stripe.pricesIncludeTax },
  })
  const addresses = vendors.map((vendor) => simulators.environmentOf[vendor])
  if (vendors.includes('google-ads')) addresses.push(simulators.webEnvironment)
  return {
    config: readConfig(Object.assign({ ...environment }, ...addresses)),
    clock,
    saveClock: () => saveOffset(clockFile, clock.now().getTime() - Date.now()),
    simulators,
  }
}

/** What the demonstration's user would have brought home from the consent page. */
export function demoGrant(simulators: RunningSimulators): Grant {
  const email = DEMO_GOOGLE_IDENTITY
  return { email, refreshToken: simulators.grantGoogle(email), scopes: [] }
}

/** The demonstration's user has been paying Premium for 45 days; undefined where Stripe is the real one. */
export function demoSale(
  { config, simulators }: SimulatedEnvironment,
  vendors: readonly Vendor[],
): DemoSale | undefined {
  if (!vendors.includes('stripe')) return undefined
  return ({ email, name, userId }) =>
    simulators.stripe.seedSubscription({
      email,
      name,
      priceId: config.stripe.prices.premium,
      startedDaysAgo: 45,
      metadata: { user_id: userId, plan: 'premium' },
    }).customerId
}

function savedOffsetMs(file: string): number {
  if (!existsSync(file)) return 0
  return (JSON.parse(readFileSync(file, 'utf8')) as { offsetMs: number }).offsetMs
}

function saveOffset(file: string, offsetMs: number): void {
  writeFileSync(`${file}.new`, JSON.stringify({ offsetMs }))
  renameSync(`${file}.new`, file)
}
