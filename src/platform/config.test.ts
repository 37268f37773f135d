import { expect, test } from 'vitest'
import { ConfigFault, readConfig } from './config.ts'
import { allowsPrivate } from './outbound-address.ts'

const KEY = 'ab'.repeat(32)
const PRODUCTION = {
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://app.ejemplo.es',
  ENCRYPTION_KEY: KEY,
  GOOGLE_ADS_CLIENT_ID: 'id',
  GOOGLE_ADS_CLIENT_SECRET: 'secret',
  STRIPE_SECRET_KEY: 'sk_live_clave',
  STRIPE_WEBHOOK_SECRET: 'whsec_secreto',
  STRIPE_PRICE_BASIC: 'price_b',
  STRIPE_PRICE_PREMIUM: 'price_p',
  STRIPE_PRICE_ENTERPRISE: 'price_e',
  SMTP_URL: 'smtps://usuario:clave@correo.ejemplo.es:465',
  MAIL_FROM: 'Pujante <hola@ejemplo.es>',
}

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigFault) return error.faults
    throw error
  }
}

test('an empty environment is enough to try the product', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, production: false, databaseUrl: undefined })
})

test('every wrong value is named at once', () => {
  const faults = faultsOf({ PORT: 'ochenta', DATABASE_URL: 'mysql://x', ENCRYPTION_KEY: 'corta' })
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([
    'PORT',
    'DATABASE_URL',
    'ENCRYPTION_KEY',
  ])
})

test('what is wrong is told in Spanish of each setting', () => {
  const wrong = {
    ...{ TRUST_PROXY: '1.5', GOOGLE_ADS_DAILY_OPERATIONS: '0', GOOGLE_ADS_HISTORY_DAYS: '2000' },
    ...{ LOG_LEVEL: 'loud', ALLOW_SIMULATORS: 'yes', STRIPE_TRIAL_DAYS: 'dos', NODE_ENV: 'prod' },
  }
  const message = faultsOf(wrong).join('\n')
  for (const text of [
    'TRUST_PROXY: debe ser un número entero',
    'GOOGLE_ADS_DAILY_OPERATIONS: no puede ser menor que 1',
    'GOOGLE_ADS_HISTORY_DAYS: no puede ser mayor que 1100',
    'LOG_LEVEL: debe ser debug, info, warn, error, silent',
    'ALLOW_SIMULATORS: debe ser 0, 1',
    'NODE_ENV: debe ser production, development, test',
    'STRIPE_TRIAL_DAYS: debe ser un número',
  ])
    expect(message).toContain(text)
  expect(message).not.toMatch(/expected|received|invalid/i)
})

test('an empty string counts as unset', () => {
  expect(readConfig({ PORT: '', GOOGLE_ADS_DEVELOPER_TOKEN: '' })).toMatchObject({
    port: 3000,
    googleAds: { developerToken: undefined },
  })
})

test('a Stripe key alone is refused with all that goes with it', () => {
  expect(faultsOf({ STRIPE_SECRET_KEY: 'sk_test_1' }).map((fault) => fault.split(':')[0])).toEqual([
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_PRICE_BASIC',
    'STRIPE_PRICE_PREMIUM',
    'STRIPE_PRICE_ENTERPRISE',
  ])
  expect(faultsOf({ STRIPE_SECRET_KEY: 'pk_live_1' })).toHaveLength(1)
})

test('tax: prices include it unless told otherwise, and Stripe adds none unless told to', () => {
  expect(readConfig({}).stripe).toMatchObject({ automaticTax: false, pricesIncludeTax: true })
  expect(readConfig({ STRIPE_AUTOMATIC_TAX: '1', PRICES_INCLUDE_TAX: '0' }).stripe).toMatchObject({
    automaticTax: true,
    pricesIncludeTax: false,
  })
})

test('sample accounts are made after a start unless told otherwise', () => {
  expect(readConfig({}).demoHistory).toBe(true)
  expect(readConfig({ DEMO_HISTORY: '0' }).demoHistory).toBe(false)
  expect(faultsOf({ DEMO_HISTORY: 'no' })).toHaveLength(1)
})

test('half a Google client is refused', () => {
  expect(faultsOf({ GOOGLE_ADS_CLIENT_ID: 'id' })).toHaveLength(1)
})

test('production with everything set boots against Google itself', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({
    simulators: false,
    googleAds: {
      apiBase: 'https://googleads.googleapis.com',
      oauthBase: undefined,
      imageOrigin: 'https://tpc.googlesyndication.com',
    },
  })
})

test.each([
  ['http://127.0.0.1:9000'],
  ['https://localhost:9000'],
  ['http://ads.interno'],
  ['https://127.1.2.3'],
])('production refuses the simulator base %s unless allowed', (base) => {
  expect(faultsOf({ ...PRODUCTION, GOOGLE_ADS_API_BASE: base })).toHaveLength(1)
  expect(faultsOf({ ...PRODUCTION, GOOGLE_ADS_API_BASE: base, ALLOW_SIMULATORS: '1' })).toEqual([])
})

test('production refuses a local Stripe unless allowed', () => {
  const environment = { ...PRODUCTION, STRIPE_API_BASE: 'http://127.0.0.1:12111' }
  expect(faultsOf(environment)).toHaveLength(1)
  expect(readConfig({ ...environment, ALLOW_SIMULATORS: '1' }).simulators).toBe(true)
})

test('in production our own network stays closed, simulators or not', () => {
  const local = { GOOGLE_ADS_API_BASE: 'http://127.0.0.1:9000' }
  const production = readConfig({ ...PRODUCTION, ...local, ALLOW_SIMULATORS: '1' })
  expect([production.simulators, allowsPrivate(production)]).toEqual([true, false])
  expect(allowsPrivate(readConfig(local))).toBe(true)
})

test('production names all that is missing', () => {
  const faults = faultsOf({ NODE_ENV: 'production' }).join('\n')
  for (const name of [
    'ENCRYPTION_KEY',
    'APP_ORIGIN',
    'GOOGLE_ADS_CLIENT_ID',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_PRICE_ENTERPRISE',
    'SMTP_URL',
    'MAIL_FROM',
  ])
    expect(faults).toContain(name)
})

test.each(['smtp://127.0.0.1:1025', 'smtps://localhost'])(
  'in production %s is a mail server on this machine, and no simulator',
  (SMTP_URL) => {
    expect(readConfig({ ...PRODUCTION, SMTP_URL }).simulators).toBe(false)
    expect(readConfig({ SMTP_URL }).simulators).toBe(true)
  },
)

test('a mail server or a sender that is none is named', () => {
  expect(faultsOf({ SMTP_URL: 'http://correo', MAIL_FROM: 'Pujante' })).toHaveLength(2)
})

test('a language model is off by default, and half a configuration is named whole', () => {
  expect(readConfig({}).llm).toBeUndefined()
  const llm = { LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: 'http://localhost:11434/v1' }
  expect(readConfig({ ...llm, LLM_MODEL: 'llama', LLM_STRUCTURED: '0' }).llm).toMatchObject({
    model: 'llama',
    structured: false,
    monthlyTokens: 500_000,
    timeoutMs: 30_000,
  })
  expect(faultsOf({ ...PRODUCTION, ...llm, LLM_MODEL: 'llama' })).toEqual([])
  const namesOf = (environment: Record<string, string>) =>
    faultsOf(environment).map((fault) => fault.split(':')[0])
  expect(namesOf({ LLM_API_KEY: 'clave' })).toEqual(['LLM_PROVIDER'])
  expect(namesOf({ LLM_PROVIDER: 'anthropic' })).toEqual(['LLM_MODEL', 'LLM_API_KEY'])
  expect(namesOf({ LLM_PROVIDER: 'openai-compatible' })).toEqual(['LLM_MODEL', 'LLM_BASE_URL'])
  expect(
    namesOf({
      LLM_PROVIDER: 'otro',
      LLM_BASE_URL: 'x',
      LLM_STRUCTURED: 'no',
      LLM_MONTHLY_TOKENS: '1',
    }),
  ).toEqual(['LLM_PROVIDER', 'LLM_BASE_URL', 'LLM_STRUCTURED', 'LLM_MONTHLY_TOKENS'])
})
