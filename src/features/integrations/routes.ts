import * as z from 'zod/mini'
import { type Mount, serve } from '#platform/http.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { AppError } from '#shared/app-error.ts'
import { createApiKey, revokeApiKey } from './actions/api-keys.ts'
import { createSheetFeed, deleteSheetFeed } from './actions/sheet-feeds.ts'
import { createWebhook, deleteWebhook, testWebhook } from './actions/webhooks.ts'
import * as contract from './contract.ts'
import { listApiKeys, listSheetFeeds, listWebhooks } from './queries/lists.ts'
import { findFeed, readSheetRows } from './queries/sheet-rows.ts'
import { sheetCsv } from './rules/sheet-csv.ts'

const MINUTE_MS = 60_000

export function mountIntegrations(mount: Mount): void {
  mountWebhooks(mount)
  serve(mount, contract.listSheetFeeds, (ctx) => listSheetFeeds(ctx))
  serve(mount, contract.createSheetFeed, (ctx, input, { origin }) =>
    createSheetFeed(ctx, { ...input, origin }),
  )
  serve(mount, contract.deleteSheetFeed, async (ctx, { feedId }) => {
    await deleteSheetFeed(ctx, feedId)
    return { ok: true as const }
  })
  mountSheetCsv(mount)
  serve(mount, contract.listApiKeys, (ctx) => listApiKeys(ctx))
  serve(mount, contract.createApiKey, (ctx, input) => createApiKey(ctx, input))
  serve(mount, contract.revokeApiKey, async (ctx, { keyId }) => {
    await revokeApiKey(ctx, keyId)
    return { ok: true as const }
  })
}

function mountWebhooks(mount: Mount): void {
  const limitTests = limitRate({ name: 'webhook tests', max: 10, perMs: MINUTE_MS })
  serve(mount, contract.listWebhooks, (ctx) => listWebhooks(ctx))
  serve(mount, contract.createWebhook, async (ctx, input) => ({
    id: await createWebhook(ctx, input),
  }))
  serve(mount, contract.testWebhook, async (ctx, { webhookId }) => {
    await limitTests.count(ctx, ctx.caller.userId)
    return await testWebhook(ctx, webhookId)
  })
  serve(mount, contract.deleteWebhook, async (ctx, { webhookId }) => {
    await deleteWebhook(ctx, webhookId)
    return { ok: true as const }
  })
}

const SheetToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) })
const SheetLocale = z.object({ locale: z._default(z.enum(['en', 'es']), 'en') })

/** Opened by spreadsheets, which have no session: the token in the query is all they bring. */
function mountSheetCsv({ app, ctx }: Mount): void {
  const limitReads = limitRate({ name: 'sheet reads', max: 60, perMs: 60 * MINUTE_MS })
  const limitGuesses = limitRate({ name: 'sheet guesses', max: 20, perMs: 15 * MINUTE_MS })
  app.get(contract.SHEET_CSV_PATH, async (request, reply) => {
    const query = SheetToken.safeParse(request.query)
    const feed = query.success ? await findFeed(ctx, query.data.token) : undefined
    if (!feed) {
      await limitGuesses.count(ctx, request.ip)
      throw new AppError('not_found', 'Esta dirección no existe o se ha revocado.')
    }
    const form = SheetLocale.safeParse(request.query)
    if (!form.success)
      throw new AppError('invalid', 'El formato no existe: usa locale=es o locale=en.')
    await limitReads.count(ctx, feed.id)
    const csv = sheetCsv(await readSheetRows(ctx, feed), form.data.locale)
    return reply
      .header('content-disposition', 'inline; filename="campaigns.csv"')
      .type('text/csv; charset=utf-8')
      .send(csv)
  })
}
