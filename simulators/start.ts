import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from './google-ads/account-source.ts'
import { startGoogleAdsSimulator } from './google-ads/server.ts'
import { createWorld } from './google-ads/world/world.ts'
import { type SmtpSimulator, startSmtpSimulator } from './smtp/server.ts'
import {
  type StripeSimulator,
  type StripeSimulatorOptions,
  startStripeSimulator,
} from './stripe/server.ts'
import { startWebSimulator, type WebSimulator } from './web/server.ts'

export type RunningSimulators = {
  /** What the product's environment must say to reach them. */
  environment: Record<string, string>
  /** The same vendor by vendor, for an operator with real keys for some. */
  environmentOf: Record<Vendor, Record<string, string>>
  /** What it must say besides, to look at the pages of the simulated advertisers. */
  webEnvironment: Record<string, string>
  /** Throws with the known names when vendor or fault is unknown. */
  armFault: (vendor: string, fault: string, times: number) => void
  /** A refresh token as the consent page would have given for this seeded Google identity. */
  grantGoogle: (email: string) => string
  googleAds: Awaited<ReturnType<typeof startGoogleAdsSimulator>>
  smtp: SmtpSimulator
  stripe: StripeSimulator
  web: WebSimulator
  close: () => Promise<void>
}

export type Vendor = 'google-ads' | 'smtp' | 'stripe'

export type SimulatorOptions = {
  clock: { now: () => Date }
  seed: number
  /** Where mutations, revoked grants and mails are kept over restarts; undefined keeps them in memory. */
  stateDir?: string
  /** Other advertisers than the seeded ones. */
  world?: World
  /** How long Google holds back an answer under the fault 'timeout'. */
  timeoutMs?: number
  stripe?: Pick<
    StripeSimulatorOptions,
    'pricesIncludeTax' | 'dunningOutcome' | 'webhookRetryMs' | 'timeoutMs' | 'checksShapes'
  >
}

/** Starts every vendor's simulator on free loopback ports. */
export async function startSimulators(options: SimulatorOptions): Promise<RunningSimulators> {
  const { clock, stateDir } = options
  if (stateDir) mkdirSync(stateDir, { recursive: true })
  const googleAds = await startGoogleAdsSimulator({
    host: '127.0.0.1',
    clock,
    world: options.world ?? createWorld({ seed: options.seed }),
    ...(options.timeoutMs && { timeoutMs: options.timeoutMs }),
    ...(stateDir && { statePath: join(stateDir, 'google-ads.json') }),
  })
  const smtp = await startSmtpSimulator({
    clock,
    ...(stateDir && { statePath: join(stateDir, 'outbox.json') }),
  })
  const stripe = await startStripeSimulator({
    clock,
    ...options.stripe,
    ...(stateDir && { statePath: join(stateDir, 'stripe.json') }),
  })
  const web = await startWebSimulator()
  const environmentOf = {
    'google-ads': {
      GOOGLE_ADS_API_BASE: googleAds.baseUrl,
      GOOGLE_OAUTH_BASE: googleAds.baseUrl,
      GOOGLE_ADS_IMAGE_BASE: googleAds.baseUrl,
      GOOGLE_ADS_CLIENT_ID: 'pujante-demo.apps.simulator',
      GOOGLE_ADS_CLIENT_SECRET: 'pujante-demo-secret',
    },
    smtp: { SMTP_URL: smtp.url },
    stripe: stripe.environment,
  }
  const faultSwitches: Record<string, (fault: string, times: number) => void> = {
    'google-ads': (fault, times) => googleAds.faults.arm(fault, times),
    smtp: smtp.armFault,
    stripe: (fault, times) => stripe.faults.arm(fault, times),
  }
  return {
    environment: Object.assign({}, ...Object.values(environmentOf)),
    environmentOf,
    webEnvironment: { ADVERTISER_WEB_BASE: web.baseUrl },
    armFault: (vendor, fault, times) => {
      const arm = faultSwitches[vendor]
      if (!arm) {
        const known = Object.keys(faultSwitches).join(', ')
        throw new Error(`Proveedor desconocido: ${vendor}. Hay: ${known}`)
      }
      arm(fault, times)
    },
    grantGoogle: (email) => googleAds.grant(email),
    googleAds,
    smtp,
    stripe,
    web,
    close: async () => {
      await Promise.all([googleAds.close(), smtp.close(), stripe.close(), web.close()])
    },
  }
}
