import * as z from 'zod/mini'
import { API_SCOPES, endpoint } from '#shared/endpoint.ts'
import { jobKind } from '#shared/job-kind.ts'
import { CustomerId, Done, Nothing, ToldInstant } from '#shared/wire.ts'

/** What forms and server check alike. */

export const TOPICS = ['recomendaciones', 'medicion', 'resultados', 'sincronizacion'] as const
export const Topic = z.enum(TOPICS)
export type Topic = z.infer<typeof Topic>

export const Topics = z
  .array(Topic)
  .check(z.minLength(1, 'Elige al menos un aviso.'), z.maxLength(4))

export const WebhookUrl = z.string('Escribe la dirección.').check(
  z.trim(),
  z.maxLength(500, 'La dirección es demasiado larga.'),
  z.refine((text) => URL.canParse(text), 'Esa dirección no parece válida.'),
)

export const Name = z.string('Escribe un nombre.').check(
  z.trim(),
  z.minLength(1, 'Escribe un nombre.'),
  z.refine((text) => [...text].length <= 60, 'Como mucho 60 caracteres.'),
  z.refine((text) => !/\p{Cc}/u.test(text), 'Contiene caracteres que no valen.'),
)

export const FeedDays = z
  .number('Escribe cuántos días.')
  .check(
    z.int('Escribe un número entero.'),
    z.minimum(1, 'Al menos 1 día.'),
    z.maximum(180, 'Como mucho 180 días.'),
  )

export const Scopes = z
  .array(z.enum(API_SCOPES))
  .check(z.minLength(1, 'Elige al menos un permiso.'), z.maxLength(3))

export const ExpiryDays = z.nullable(z.union([z.literal(30), z.literal(90), z.literal(365)]))

/** Name of who of the team made it; null: oneself, or not known. */
const MadeBy = z.nullable(z.string())

export const Webhook = z.object({
  id: z.string(),
  /** 'hooks.slack.com': the rest of the address is a secret. */
  host: z.string(),
  topics: Topics,
  madeBy: MadeBy,
  last: z.nullable(
    z.object({
      at: ToldInstant,
      state: z.enum(['waiting', 'sent', 'failed']),
      /** Spanish; null when it arrived. */
      problem: z.nullable(z.string()),
    }),
  ),
})
export type Webhook = z.infer<typeof Webhook>

export const listWebhooks = endpoint('GET /api/integrations/webhooks', {
  access: 'subscriber',
  permission: 'connect',
  summary: 'Slack-compatible addresses that are told what happens, with their last delivery',
  input: Nothing,
  reply: z.object({ available: z.boolean(), webhooks: z.array(Webhook) }),
})

export const createWebhook = endpoint('POST /api/integrations/webhooks', {
  access: 'subscriber',
  permission: 'connect',
  confirmed: true,
  summary: 'Adds a Slack-compatible address: public https only (Premium)',
  input: z.object({ url: WebhookUrl, topics: Topics }),
  reply: z.object({ id: z.string() }),
})

const WebhookId = z.uuid('No existe ese aviso.')

export const testWebhook = endpoint('POST /api/integrations/webhooks/:webhookId/test', {
  access: 'subscriber',
  permission: 'connect',
  summary: 'Sends a test message at once and tells what came of it (Premium)',
  input: z.object({ webhookId: WebhookId }),
  reply: z.object({ ok: z.boolean(), message: z.string() }),
})

export const deleteWebhook = endpoint('DELETE /api/integrations/webhooks/:webhookId', {
  access: 'subscriber',
  permission: 'connect',
  summary: 'Ends the messages to an address',
  input: z.object({ webhookId: WebhookId }),
  reply: Done,
})

export const SheetFeed = z.object({
  id: z.string(),
  name: z.string(),
  accountNames: z.array(z.string()),
  madeBy: MadeBy,
  days: z.number(),
  createdAt: ToldInstant,
  lastUsedAt: z.nullable(ToldInstant),
})
export type SheetFeed = z.infer<typeof SheetFeed>

export const listSheetFeeds = endpoint('GET /api/integrations/sheets', {
  access: 'subscriber',
  permission: 'connect',
  summary: 'Secret addresses from which spreadsheets read campaigns by day',
  input: Nothing,
  reply: z.object({ available: z.boolean(), feeds: z.array(SheetFeed) }),
})

export const createSheetFeed = endpoint('POST /api/integrations/sheets', {
  access: 'subscriber',
  permission: 'connect',
  confirmed: true,
  summary: 'Makes such an address; it is shown this once (Premium)',
  input: z.object({
    name: Name,
    accountIds: z
      .array(CustomerId)
      .check(z.minLength(1, 'Elige al menos una cuenta.'), z.maxLength(20)),
    days: FeedDays,
  }),
  reply: z.object({ id: z.string(), url: z.string() }),
})

export const deleteSheetFeed = endpoint('DELETE /api/integrations/sheets/:feedId', {
  access: 'subscriber',
  permission: 'connect',
  summary: 'Revokes an address: it answers 404 from then on',
  input: z.object({ feedId: z.uuid('No existe esa dirección.') }),
  reply: Done,
})

/** `?token=…&locale=en|es`: `en` writes decimals with a point, `es` with a comma. text/csv for IMPORTDATA. */
export const SHEET_CSV_PATH = '/api/sheets/campaigns.csv'

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Its last four signs. */
  ending: z.string(),
  madeBy: MadeBy,
  scopes: Scopes,
  createdAt: ToldInstant,
  expiresAt: z.nullable(ToldInstant),
  lastUsedAt: z.nullable(ToldInstant),
  state: z.enum(['active', 'expired', 'revoked']),
})
export type ApiKey = z.infer<typeof ApiKey>

export const listApiKeys = endpoint('GET /api/integrations/keys', {
  access: 'subscriber',
  permission: 'connect',
  summary: 'Keys of the REST API, newest first',
  input: Nothing,
  reply: z.object({ available: z.boolean(), keys: z.array(ApiKey) }),
})

export const createApiKey = endpoint('POST /api/integrations/keys', {
  access: 'subscriber',
  permission: 'connect',
  confirmed: true,
  summary: 'Makes a key with scopes; it is shown this once (Enterprise)',
  input: z.object({ name: Name, scopes: Scopes, expiresInDays: ExpiryDays }),
  reply: z.object({ id: z.string(), key: z.string() }),
})

export const revokeApiKey = endpoint('DELETE /api/integrations/keys/:keyId', {
  access: 'subscriber',
  permission: 'connect',
  summary: 'Revokes a key at once',
  input: z.object({ keyId: z.uuid('No existe esa clave.') }),
  reply: Done,
})

/** For about a day, from seconds to an hour apart: receivers are down for hours. A message that has arrived is not sent again. */
export const sendWebhookMessage = jobKind('send-webhook-message', {
  payload: z.object({ userId: z.string(), messageId: z.string() }),
  maxAttempts: 40,
})
