import { join } from 'node:path'
import { Environment, settingFault } from './environment.ts'
import { GOOGLE_IMAGES } from './google-ads/images.ts'

/** The only reader of the environment. Empty strings count as unset. */

export type Config = {
  production: boolean
  port: number
  host: string
  dataDir: string
  /** Outlives the database: who was erased, as hashes. */
  erasureLog: string
  databaseUrl: string | undefined
  /** Past any pooler; undefined: the same. */
  databaseUrlDirect: string | undefined
  databasePool: number
  /** A page without its figures at once is better than one with them late. */
  firstViewWithinMs: number
  /** Sample accounts are made after a start, not by their first visitor. */
  demoHistory: boolean
  /** Scheme, host and port the browser sees; undefined: taken from the port actually bound. */
  appOrigin: string | undefined
  encryptionKey: string | undefined
  /** They open what they once sealed. */
  olderEncryptionKeys: readonly string[]
  /** True while any vendor is played by a simulator. */
  simulators: boolean
  trustProxyHops: number
  logLevel: NonNullable<Environment['LOG_LEVEL']>
  /** Undefined only where nothing can be mailed (a test without a mail server). */
  smtpUrl: string | undefined
  mailFrom: string
  /** Named on the privacy page beside the vendors that are configured here. */
  processors: readonly { name: string; purpose: string }[]
  googleAds: {
    clientId: string
    clientSecret: string
    developerToken: string | undefined
    apiVersion: string
    apiBase: string
    /** Undefined: Google's own three hosts. */
    oauthBase: string | undefined
    /** Origin the images of ads are loaded from, whose addresses Google gives at `GOOGLE_IMAGES`. */
    imageOrigin: string
    dailyOperations: number
    historyDays: number
  }
  /** Where the pages of ads are looked at; undefined where advertisers are made up, and have none. */
  advertiserWeb: { playedBy: string | undefined } | undefined
  stripe: {
    secretKey: string
    webhookSecret: string
    /** Stripe's price id of each plan. */
    prices: { basic: string; premium: string; enterprise: string }
    /** The same of a year, for the plans that are sold by the year. */
    yearPrices: { basic?: string; premium?: string; enterprise?: string }
    /** Undefined: Stripe's own host. */
    apiBase: string | undefined
    automaticTax: boolean
    pricesIncludeTax: boolean
    /** 0: none. */
    trialDays: number
    promotionCodes: boolean
  }
  /** Invoices of our own; without a series there are none, without a provider they wait. */
  invoices: {
    series: string | undefined
    providerUrl: string | undefined
    providerKey: string | undefined
  }
  /** Who sells, as invoices and legal texts name it. */
  operator: { name: string | undefined; taxId: string | undefined; address: string | undefined }
  /** Undefined: /metrics is not served. */
  metricsToken: string | undefined
  /** Undefined: no language model; templates word everything. */
  llm: LlmConfig | undefined
}

export type LlmConfig = {
  provider: 'anthropic' | 'openai-compatible'
  /** Undefined: the provider's own host. */
  baseUrl: string | undefined
  apiKey: string | undefined
  model: string
  structured: boolean
  monthlyTokens: number
  timeoutMs: number
}

export class ConfigFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(
      `La configuración tiene ${faults.length === 1 ? 'un fallo' : `${faults.length} fallos`}:\n${faults.map((f) => `  · ${f}`).join('\n')}`,
    )
    this.faults = faults
  }
}

/** Throws ConfigFault with every fault at once. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given, { error: settingFault })
  const faults = parsed.success
    ? crossFaults(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (!parsed.success || faults.length > 0) throw new ConfigFault(faults)
  return toConfig(parsed.data)
}

function crossFaults(env: Environment): string[] {
  const faults: string[] = []
  const production = env.NODE_ENV === 'production'
  const allowed = env.ALLOW_SIMULATORS === '1'
  if (!env.GOOGLE_ADS_CLIENT_ID !== !env.GOOGLE_ADS_CLIENT_SECRET)
    faults.push('GOOGLE_ADS_CLIENT_ID y GOOGLE_ADS_CLIENT_SECRET van juntas: falta una de las dos')
  if (env.STRIPE_SECRET_KEY) faults.push(...missing(env, STRIPE_COMPANIONS))
  faults.push(...llmFaults(env))
  if (!production) return faults
  if (!env.ENCRYPTION_KEY)
    faults.push('ENCRYPTION_KEY: falta; cifra los permisos de Google (openssl rand -hex 32)')
  if (!env.APP_ORIGIN)
    faults.push('APP_ORIGIN: falta; la dirección pública, p. ej. https://app.ejemplo.es')
  if (allowed) return faults
  if (env.APP_ORIGIN && !env.APP_ORIGIN.startsWith('https://'))
    faults.push('APP_ORIGIN: en producción debe empezar por https://')
  if (!env.GOOGLE_ADS_CLIENT_ID)
    faults.push(
      'GOOGLE_ADS_CLIENT_ID: falta, y el simulador no se usa en producción sin ALLOW_SIMULATORS=1',
    )
  if (!env.STRIPE_SECRET_KEY)
    faults.push(
      'STRIPE_SECRET_KEY: falta, y el simulador no se usa en producción sin ALLOW_SIMULATORS=1',
      ...missing(env, STRIPE_COMPANIONS),
    )
  if (!env.SMTP_URL) faults.push('SMTP_URL: falta; el servidor por el que salen los correos')
  if (!env.MAIL_FROM)
    faults.push('MAIL_FROM: falta; el remitente, p. ej. Pujante <hola@ejemplo.es>')
  for (const name of VENDOR_BASES) {
    const base = env[name]
    if (base && isSimulatorBase(base))
      faults.push(
        `${name}: una dirección http o local no vale en producción sin ALLOW_SIMULATORS=1`,
      )
  }
  return faults
}

/** A model on this same machine (Ollama) is a real one: its address may be http and local, also in production. */
function llmFaults(env: Environment): string[] {
  const given = (['LLM_BASE_URL', 'LLM_API_KEY', 'LLM_MODEL'] as const).filter((name) => env[name])
  if (!env.LLM_PROVIDER)
    return given.length === 0
      ? []
      : [`LLM_PROVIDER: falta, y hay ${given.join(', ')}; anthropic u openai-compatible`]
  const faults: string[] = []
  if (!env.LLM_MODEL) faults.push('LLM_MODEL: falta; el nombre del modelo')
  if (env.LLM_PROVIDER === 'anthropic' && !env.LLM_API_KEY)
    faults.push('LLM_API_KEY: falta; la clave de Anthropic')
  if (env.LLM_PROVIDER === 'openai-compatible' && !env.LLM_BASE_URL)
    faults.push('LLM_BASE_URL: falta; la dirección del servidor, p. ej. http://localhost:11434/v1')
  return faults
}

/** What a Stripe key needs beside it. */
const STRIPE_COMPANIONS = {
  STRIPE_WEBHOOK_SECRET: 'el secreto con que Stripe firma sus avisos (whsec_…)',
  STRIPE_PRICE_BASIC: 'el id del precio mensual del plan Básico (price_…)',
  STRIPE_PRICE_PREMIUM: 'el id del precio mensual del plan Premium (price_…)',
  STRIPE_PRICE_ENTERPRISE: 'el id del precio mensual del plan Enterprise (price_…)',
}

function missing(env: Environment, wanted: typeof STRIPE_COMPANIONS): string[] {
  const names = Object.keys(wanted) as (keyof typeof STRIPE_COMPANIONS)[]
  return names.filter((name) => !env[name]).map((name) => `${name}: falta; ${wanted[name]}`)
}

const VENDOR_BASES = [
  'GOOGLE_ADS_API_BASE',
  'GOOGLE_OAUTH_BASE',
  'GOOGLE_ADS_IMAGE_BASE',
  'ADVERTISER_WEB_BASE',
  'STRIPE_API_BASE',
] as const

function isSimulatorBase(base: string): boolean {
  return base.startsWith('http:') || isLoopback(base)
}

const mayBeSimulated = (env: Environment) =>
  env.NODE_ENV !== 'production' || env.ALLOW_SIMULATORS === '1'

export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

function toConfig(env: Environment): Config {
  const bases = VENDOR_BASES.map((name) => env[name])
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    erasureLog: env.ERASURE_LOG ?? join(env.DATA_DIR, 'erasures.jsonl'),
    databaseUrl: env.DATABASE_URL,
    databaseUrlDirect: env.DATABASE_URL_DIRECT,
    databasePool: env.DATABASE_POOL,
    firstViewWithinMs: env.FIRST_VIEW_WITHIN_MS,
    demoHistory: env.DEMO_HISTORY === '1',
    appOrigin: env.APP_ORIGIN && new URL(env.APP_ORIGIN).origin,
    encryptionKey: env.ENCRYPTION_KEY,
    olderEncryptionKeys: env.ENCRYPTION_KEYS_OLDER?.split(',') ?? [],
    simulators:
      bases.some((base) => base !== undefined && isSimulatorBase(base)) ||
      // In production it is a relay on the same machine, unless simulators are allowed.
      (env.SMTP_URL !== undefined && isLoopback(env.SMTP_URL) && mayBeSimulated(env)),
    trustProxyHops: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL ?? (env.NODE_ENV === 'production' ? 'info' : 'warn'),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'Pujante <hola@pujante.test>',
    processors: processorsOf(env.PROCESSORS ?? ''),
    googleAds: {
      clientId: env.GOOGLE_ADS_CLIENT_ID ?? 'simulador',
      clientSecret: env.GOOGLE_ADS_CLIENT_SECRET ?? 'simulador',
      developerToken: env.GOOGLE_ADS_DEVELOPER_TOKEN,
      apiVersion: env.GOOGLE_ADS_API_VERSION,
      apiBase: env.GOOGLE_ADS_API_BASE ?? 'https://googleads.googleapis.com',
      oauthBase: env.GOOGLE_OAUTH_BASE,
      imageOrigin: env.GOOGLE_ADS_IMAGE_BASE
        ? new URL(env.GOOGLE_ADS_IMAGE_BASE).origin
        : GOOGLE_IMAGES,
      dailyOperations: env.GOOGLE_ADS_DAILY_OPERATIONS,
      historyDays: env.GOOGLE_ADS_HISTORY_DAYS,
    },
    advertiserWeb: advertiserWebOf(env),
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY ?? 'sk_test_simulador',
      webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? 'whsec_simulador',
      prices: {
        basic: env.STRIPE_PRICE_BASIC ?? 'price_basic',
        premium: env.STRIPE_PRICE_PREMIUM ?? 'price_premium',
        enterprise: env.STRIPE_PRICE_ENTERPRISE ?? 'price_enterprise',
      },
      yearPrices: {
        ...(env.STRIPE_PRICE_BASIC_YEAR && { basic: env.STRIPE_PRICE_BASIC_YEAR }),
        ...(env.STRIPE_PRICE_PREMIUM_YEAR && { premium: env.STRIPE_PRICE_PREMIUM_YEAR }),
        ...(env.STRIPE_PRICE_ENTERPRISE_YEAR && { enterprise: env.STRIPE_PRICE_ENTERPRISE_YEAR }),
      },
      apiBase: env.STRIPE_API_BASE,
      automaticTax: env.STRIPE_AUTOMATIC_TAX === '1',
      pricesIncludeTax: env.PRICES_INCLUDE_TAX === '1',
      trialDays: env.STRIPE_TRIAL_DAYS,
      promotionCodes: env.STRIPE_PROMOTION_CODES === '1',
    },
    invoices: {
      series: env.INVOICE_SERIES,
      providerUrl: env.INVOICE_PROVIDER_URL,
      providerKey: env.INVOICE_PROVIDER_KEY,
    },
    operator: {
      name: env.OPERATOR_NAME,
      taxId: env.OPERATOR_TAX_ID,
      address: env.OPERATOR_ADDRESS,
    },
    metricsToken: env.METRICS_TOKEN,
    llm: env.LLM_PROVIDER && {
      provider: env.LLM_PROVIDER,
      baseUrl: env.LLM_BASE_URL,
      apiKey: env.LLM_API_KEY,
      model: env.LLM_MODEL ?? '',
      structured: env.LLM_STRUCTURED === '1',
      monthlyTokens: env.LLM_MONTHLY_TOKENS,
      timeoutMs: env.LLM_TIMEOUT_MS,
    },
  }
}

function advertiserWebOf(env: Environment): Config['advertiserWeb'] {
  const { ADVERTISER_WEB_BASE: playedBy, GOOGLE_ADS_API_BASE: ads } = env
  return playedBy || !ads || !isSimulatorBase(ads) ? { playedBy } : undefined
}

function processorsOf(text: string): Config['processors'] {
  return text
    .split(';')
    .filter((one) => one.trim() !== '')
    .map((one) => {
      const [name = '', purpose = ''] = one.split(':')
      return { name: name.trim(), purpose: purpose.trim() }
    })
}
