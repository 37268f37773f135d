import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { FACT_STEPS, FILE_LEVELS } from '#shared/file-facts.ts'
import { jobKind } from '#shared/job-kind.ts'
import { CustomerId, Done, Nothing, ToldDay, ToldInstant } from '#shared/wire.ts'

const LevelFacts = z.object({
  from: ToldDay,
  to: ToldDay,
  step: z.enum(FACT_STEPS),
  columns: z.array(
    z.enum(['impressions', 'clicks', 'costMicros', 'conversionsMicros', 'valueMicros']),
  ),
  weekStartsOn: z.optional(z.number()),
})

/** A connected account as every list shows it. Ids are digits without dashes. */
export const GoogleAccount = z.object({
  id: z.string(),
  /** Google's customer id, or ours for an imported report. The id used in every path. */
  accountId: z.string(),
  accountName: z.string(),
  accountType: z.enum(['STANDARD', 'MCC']),
  parentAccountId: z.nullable(z.string()),
  /** False when the grant was revoked or the account was disconnected. */
  connected: z.boolean(),
  /** Since when its data are on their way out, as was asked; null while they are kept, though the grant be lost. */
  disconnectedAt: z.nullable(ToldInstant),
  lastSyncedAt: z.nullable(ToldInstant),
  currencyCode: z.string(),
  timeZone: z.string(),
  /** Of its time zone at the time of the reply: a browser finds the account's day with it at once, by the zone's name in 20 ms. */
  utcOffsetMinutes: z.number(),
  source: z.enum(['google', 'imported']),
  /** The days that one figure sums; 'period' for a report without a column of days. */
  granularity: z.enum(FACT_STEPS),
  /** By level, what the files of an imported account say; a level that is missing is unknown. Null: all is known. */
  fileFacts: z.nullable(z.partialRecord(z.enum(FILE_LEVELS), LevelFacts)),
  /** First and last day with data; null before the first sync. */
  dataFrom: z.nullable(ToldDay),
  dataTo: z.nullable(ToldDay),
  /** A sync is under way, or the last one left a problem to tell: its progress is worth following at once. */
  hasSyncNews: z.boolean(),
})
export type GoogleAccount = z.infer<typeof GoogleAccount>

export const listAccounts = endpoint('GET /api/google-accounts', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Connected accounts: standard ones, managers, their sub-accounts',
  input: Nothing,
  reply: z.array(GoogleAccount),
})

/** What a consented Google identity gives access to, before the user chooses. */
export const OfferedAccount = z.object({
  accountId: z.string(),
  accountName: z.string(),
  accountType: z.enum(['STANDARD', 'MCC']),
  parentAccountId: z.nullable(z.string()),
  /** Null where Google does not say it, as of a closed account. */
  currencyCode: z.nullable(z.string()),
  /** Made for trying the API out: it never shows an advertisement, and has no figures. */
  isTest: z.boolean(),
  alreadyConnected: z.boolean(),
  /** Null when it can be added; else the Spanish reason (cancelled, no permission …). */
  unavailableReason: z.nullable(z.string()),
})
export type OfferedAccount = z.infer<typeof OfferedAccount>

export const getConnection = endpoint('GET /api/google-ads/connections/:connectionId', {
  access: 'subscriber',
  permission: 'connect',
  summary: 'Accounts that a just-consented connection offers, and how many more the plan allows',
  input: z.object({ connectionId: z.uuid() }),
  reply: z.object({
    connectionId: z.string(),
    googleEmail: z.nullable(z.string()),
    accounts: z.array(OfferedAccount),
    /** Accounts with data that may still be added; null is unlimited. */
    remainingInPlan: z.nullable(z.number()),
  }),
})

export const addAccounts = endpoint('POST /api/google-ads/connections/:connectionId/accounts', {
  access: 'subscriber',
  permission: 'connect',
  summary: 'Adds the chosen accounts and starts their first sync',
  input: z.object({
    connectionId: z.uuid(),
    accountIds: z
      .array(CustomerId)
      .check(z.minLength(1, 'Elige al menos una cuenta.'), z.maxLength(500)),
  }),
  reply: z.object({ added: z.number() }),
})

/** The data of a disconnected account, so that connecting it again finds it. */
export const KEPT_DAYS = 30

export const disconnectAccount = endpoint('DELETE /api/google-accounts/:customerId', {
  access: 'subscriber',
  permission: 'connect',
  summary: 'Disconnects; revokes the grant with its last account; data is kept 30 days',
  input: z.object({ customerId: CustomerId }),
  reply: Done,
})

/** Disconnects what a smaller plan does not include, as if the user had; `customerIds` are ours. */
export const disconnectAccounts = jobKind('disconnectAccounts', {
  payload: z.object({ userId: z.uuid(), customerIds: z.array(z.number()) }),
  maxAttempts: 12,
})

/** Asks Google anew by which managers accounts are reached, after one of them was refused by the way `triedLogin`. */
export const findWays = jobKind('find-ways', {
  payload: z.object({ customerId: z.number(), triedLogin: z.nullable(z.string()) }),
  maxAttempts: 3,
})
/** Puts accounts below the managers that hold them by now, without anything having failed. */
export const renewManagers = jobKind('renew-managers', {
  payload: z.object({ connectionId: z.uuid() }),
  maxAttempts: 3,
  lane: 'nightly',
})
/** Asks Google whether it takes a grant again that it took no more. */
export const tryGrant = jobKind('try-grant', {
  payload: z.object({ connectionId: z.uuid() }),
  maxAttempts: 3,
  lane: 'nightly',
})
/** One walk finds the ways to all accounts of a connection. */
export const waysKeyOf = (connectionId: string) => `ways ${connectionId}`

/** Full-page redirects, so plain paths and not endpoints. */
export const OAUTH_START_PATH = '/api/google-ads/oauth/start'
/** From the first steps, and back to them. */
export const FIRST_STEPS_START_PATH = `${OAUTH_START_PATH}?next=onboarding`
export const OAUTH_CALLBACK_PATH = '/api/google-ads/oauth/callback'
