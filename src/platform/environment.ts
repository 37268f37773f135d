import * as z from 'zod'

/** Every setting, with what it is for: `.env.example` is printed from here. */

const text = z.string().min(1)
const url = z.url({ protocol: /^https?$/, error: 'debe ser una dirección http(s)://…' })

/** What is wrong with a setting that has no text of its own: the package's are English. */
export const settingFault: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_value':
      return `debe ser ${issue.values.join(', ')}`
    case 'too_small':
      return `no puede ser menor que ${issue.minimum}`
    case 'too_big':
      return `no puede ser mayor que ${issue.maximum}`
    case 'invalid_type':
      return issue.expected === 'int' ? 'debe ser un número entero' : 'debe ser un número'
    default:
      return 'no es válido'
  }
}

export const Environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('development')
    .describe('In production no vendor is simulated, and a missing setting stops the boot.'),
  PORT: z.coerce
    .number({ error: 'debe ser un número de puerto' })
    .int()
    .min(0)
    .max(65535)
    .default(3000)
    .describe('Where it listens; 0: any port that is free.'),
  HOST: text.default('127.0.0.1').describe('On which address; in a container 0.0.0.0.'),
  DATA_DIR: text
    .default('.data')
    .describe('Folder of the embedded database, used while DATABASE_URL is unset.'),
  ERASURE_LOG: text
    .optional()
    .describe(
      'File that outlives the database: who was erased, as hashes, for npm run restore. Unset: erasures.jsonl in DATA_DIR.',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'debe empezar por postgres://' })
    .optional()
    .describe('postgres://user:password@host:5432/name, PostgreSQL 15 or newer, or Citus.'),
  DATABASE_URL_DIRECT: z
    .url({ protocol: /^postgres(ql)?$/, error: 'debe empezar por postgres://' })
    .optional()
    .describe('The same database past a pooler such as PgBouncer; unset: DATABASE_URL itself.'),
  DATABASE_POOL: z.coerce
    .number({ error: 'debe ser un número de conexiones' })
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('Connections per process, with one more for notices.'),
  FIRST_VIEW_WITHIN_MS: z.coerce
    .number({ error: 'debe ser un número de milisegundos' })
    .int()
    .min(0)
    .max(60_000)
    .default(300)
    .describe(
      'How long a page waits for the figures it comes with; what is slower the browser asks for itself. 0: for none.',
    ),
  DEMO_HISTORY: z
    .enum(['0', '1'])
    .default('1')
    .describe(
      '1: the sample accounts of /demo are made after a start; beside a simulated Google the log-in that is printed has six months of changes. 0: neither, and the first visit of /demo makes its own.',
    ),
  APP_ORIGIN: url
    .optional()
    .describe(
      'Public address; needed in production. Google’s client must list <APP_ORIGIN>/api/google-ads/oauth/callback.',
    ),
  ENCRYPTION_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'deben ser 64 cifras hexadecimales (openssl rand -hex 32)')
    .optional()
    .describe('Seals Google’s refresh tokens; needed in production: openssl rand -hex 32.'),
  ENCRYPTION_KEYS_OLDER: z
    .string()
    .regex(
      /^[0-9a-fA-F]{64}(,[0-9a-fA-F]{64})*$/,
      'deben ser claves de 64 cifras hexadecimales separadas por comas',
    )
    .optional()
    .describe('Keys that only open what they sealed, by commas; see deploy/runbook.md.'),
  ALLOW_SIMULATORS: z
    .enum(['0', '1'])
    .default('0')
    .describe('1: vendors may be simulated in production, to try it out.'),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Number of proxies in front.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .optional()
    .describe('Unset: every request in production, only trouble when trying out.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'debe ser como smtps://usuario:clave@servidor:465' })
    .optional()
    .describe('smtps://user:password@host:465, or smtp://127.0.0.1:25; needed in production.'),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'debe ser como Pujante <hola@ejemplo.es>',
    )
    .optional()
    .describe('The sender, as Pujante <hola@ejemplo.es>; needed in production.'),
  PROCESSORS: z
    .string()
    .regex(
      /^[^:;]+:[^:;]+(;[^:;]+:[^:;]+)*;?$/,
      'debe ser como Nombre (país): para qué; Otro: para qué',
    )
    .optional()
    .describe(
      'Who else processes data for you (hosting, backups), as Name (country): purpose; … The privacy page names them.',
    ),
  GOOGLE_ADS_CLIENT_ID: text
    .optional()
    .describe(
      'OAuth client of a Google Cloud project with access to the Google Ads API; needed in production.',
    ),
  GOOGLE_ADS_CLIENT_SECRET: text.optional().describe('Goes with the client’s id.'),
  GOOGLE_ADS_DEVELOPER_TOKEN: text
    .optional()
    .describe('Of a manager account; sent with each request where it is set.'),
  GOOGLE_ADS_API_VERSION: z
    .string()
    .regex(/^v\d+$/, 'debe ser como v25')
    .default('v25')
    .describe(
      'Version of the Google Ads API. Google ends v25 in August 2027: by then another, with the code that is made for it.',
    ),
  GOOGLE_ADS_API_BASE: url.optional().describe('Unset: Google’s own host.'),
  GOOGLE_OAUTH_BASE: url.optional().describe('Unset: Google’s own hosts.'),
  GOOGLE_ADS_IMAGE_BASE: url.optional().describe('Unset: the host of Google’s images of ads.'),
  ADVERTISER_WEB_BASE: url
    .optional()
    .describe(
      'Only beside simulators: what plays the advertisers’ pages. Unset: the pages themselves.',
    ),
  GOOGLE_ADS_DAILY_OPERATIONS: z.coerce
    .number()
    .int()
    .min(1)
    .default(15_000)
    .describe('Operations per day of the Google Cloud project: 2880 Explorer, 15000 Basic.'),
  GOOGLE_ADS_HISTORY_DAYS: z.coerce
    .number()
    .int()
    .min(30)
    .max(1_100)
    .default(400)
    .describe('Days of history pulled for a newly connected account; fewer spare quota and disk.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_/, 'debe empezar por sk_ (o rk_), test_ o live_')
    .optional()
    .describe('sk_live_…; needed in production.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .startsWith('whsec_', 'debe empezar por whsec_')
    .optional()
    .describe('Signs what Stripe sends to <APP_ORIGIN>/api/stripe/webhook: whsec_…'),
  STRIPE_PRICE_BASIC: text.optional().describe('Id of the monthly price of the plan Básico.'),
  STRIPE_PRICE_PREMIUM: text.optional().describe('Id of the monthly price of the plan Premium.'),
  STRIPE_PRICE_ENTERPRISE: text
    .optional()
    .describe('Id of the monthly price of the plan Enterprise.'),
  STRIPE_PRICE_BASIC_YEAR: text
    .optional()
    .describe('Id of the annual price of the plan Básico; unset: it is not sold by the year.'),
  STRIPE_PRICE_PREMIUM_YEAR: text.optional().describe('The same of the plan Premium.'),
  STRIPE_PRICE_ENTERPRISE_YEAR: text.optional().describe('The same of the plan Enterprise.'),
  STRIPE_API_BASE: url.optional().describe('Unset: Stripe’s own host.'),
  STRIPE_AUTOMATIC_TAX: z
    .enum(['0', '1'])
    .default('0')
    .describe('1: Stripe works out VAT on every invoice.'),
  PRICES_INCLUDE_TAX: z
    .enum(['0', '1'])
    .default('1')
    .describe('1: the plans’ prices already contain VAT.'),
  STRIPE_TRIAL_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(0)
    .describe('Days a first subscription is tried before it is charged; 0: none.'),
  STRIPE_PROMOTION_CODES: z
    .enum(['0', '1'])
    .default('0')
    .describe('1: Stripe’s payment page asks for a promotion code.'),
  OPERATOR_NAME: text.optional().describe('Who sells and issues the invoices: name or company.'),
  OPERATOR_TAX_ID: text.optional().describe('NIF of who sells.'),
  OPERATOR_ADDRESS: text.optional().describe('Address of who sells, in one line.'),
  INVOICE_SERIES: z
    .string()
    .regex(/^[A-Z0-9-]{1,12}$/, 'debe tener de 1 a 12 mayúsculas, cifras o guiones')
    .optional()
    .describe(
      'Series under which invoices of our own are numbered and kept (corrective ones with an R behind). Unset: none are.',
    ),
  INVOICE_PROVIDER_URL: url
    .optional()
    .describe('Where each is posted as JSON, to be sent on to the tax agency. Unset: they wait.'),
  INVOICE_PROVIDER_KEY: text.optional().describe('Sent there as bearer.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'debe tener al menos 16 caracteres')
    .optional()
    .describe(
      'Opens /metrics (Prometheus) as bearer. Unset: it answers this machine only, and is closed in production.',
    ),
  LLM_PROVIDER: z
    .enum(['anthropic', 'openai-compatible'], {
      error: 'debe ser anthropic u openai-compatible',
    })
    .optional()
    .describe('Unset: texts come from templates.'),
  LLM_BASE_URL: url
    .optional()
    .describe('Of an openai-compatible server (OpenAI, Ollama…): http://localhost:11434/v1.'),
  LLM_API_KEY: text.optional().describe('The provider’s key; a server of one’s own may need none.'),
  LLM_MODEL: text.optional().describe('The model’s name.'),
  LLM_STRUCTURED: z
    .enum(['0', '1'], { error: 'debe ser 1 o 0' })
    .default('1')
    .describe('0: the server does not understand JSON schemas.'),
  LLM_MONTHLY_TOKENS: z.coerce
    .number({ error: 'debe ser un número de tokens' })
    .int('debe ser un número entero')
    .min(1_000, 'debe ser al menos 1000')
    .default(500_000)
    .describe('Per user and calendar month, questions and answers together.'),
  LLM_TIMEOUT_MS: z.coerce
    .number({ error: 'debe ser un número de milisegundos' })
    .int()
    .min(100, 'debe ser al menos 100')
    .max(120_000, 'debe ser como mucho 120000')
    .default(30_000)
    .describe('Longest wait for an answer, in milliseconds.'),
})
export type Environment = z.output<typeof Environment>
