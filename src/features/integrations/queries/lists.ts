import { and, desc, eq, inArray } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { apiKeys, sheetFeeds, webhookMessages, webhooks } from '#platform/db/schema/integrations.ts'
import { personOf } from '#platform/session.ts'
import { planHas } from '#shared/plans.ts'
import type { ApiKey, SheetFeed, Webhook } from '../contract.ts'

export async function listWebhooks(ctx: CallerContext) {
  const { userId, plan } = ctx.caller
  const rows = await ctx.db
    .select()
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(webhooks.createdAt)
  const list: Webhook[] = []
  const nameOf = await readMakers(ctx, rows)
  for (const { id, host, topics, createdBy } of rows)
    list.push({
      ...{ id, host, topics: topics as Webhook['topics'] },
      madeBy: nameOf(createdBy),
      last: await lastMessage(ctx, id),
    })
  return { available: planHas(plan, 'webhooks'), webhooks: list }
}

async function lastMessage(ctx: CallerContext, webhookId: string): Promise<Webhook['last']> {
  const [row] = await ctx.db
    .select()
    .from(webhookMessages)
    .where(
      and(eq(webhookMessages.userId, ctx.caller.userId), eq(webhookMessages.webhookId, webhookId)),
    )
    .orderBy(desc(webhookMessages.createdAt))
    .limit(1)
  if (!row) return null
  const { status: state, problem, settledAt, createdAt } = row
  return { at: (settledAt ?? createdAt).toISOString(), state, problem }
}

export async function listSheetFeeds(ctx: CallerContext) {
  const { userId, plan } = ctx.caller
  const rows = await ctx.db
    .select()
    .from(sheetFeeds)
    .where(eq(sheetFeeds.userId, userId))
    .orderBy(desc(sheetFeeds.createdAt))
  const accounts = await ctx.db
    .select({ customerId: adAccounts.customerId, name: adAccounts.name })
    .from(adAccounts)
    .where(eq(adAccounts.userId, userId))
  const nameOf = await readMakers(ctx, rows)
  const feeds = rows.map(
    (row): SheetFeed => ({
      id: row.id,
      name: row.name,
      accountNames: accounts
        .filter(({ customerId }) => row.accounts.includes(customerId))
        .map(({ name }) => name),
      madeBy: nameOf(row.createdBy),
      days: row.days,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    }),
  )
  return { available: planHas(plan, 'sheets'), feeds }
}

export async function listApiKeys(ctx: CallerContext) {
  const { userId, plan } = ctx.caller
  const now = ctx.clock.now()
  const rows = await ctx.db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(desc(apiKeys.createdAt))
    .limit(100)
  const nameOf = await readMakers(ctx, rows)
  const keys = rows.map(
    (row): ApiKey => ({
      id: row.id,
      name: row.name,
      ending: row.ending,
      madeBy: nameOf(row.createdBy),
      // Written by createApiKey alone.
      scopes: row.scopes as ApiKey['scopes'],
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt?.toISOString() ?? null,
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      state: row.revokedAt
        ? 'revoked'
        : row.expiresAt && row.expiresAt <= now
          ? 'expired'
          : 'active',
    }),
  )
  return { available: planHas(plan, 'apiKeys'), keys }
}

/** Of the others of the team. */
async function readMakers(ctx: CallerContext, rows: readonly { createdBy: string | null }[]) {
  const self = personOf(ctx.caller)
  const ids = [...new Set(rows.flatMap(({ createdBy }) => createdBy ?? []))].filter(
    (id) => id !== self,
  )
  const people =
    ids.length > 0
      ? await ctx.db
          .select({ id: users.id, name: users.name })
          .from(users)
          .where(inArray(users.id, ids))
      : []
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return (id: string | null) => (id === null ? null : (names.get(id) ?? null))
}
