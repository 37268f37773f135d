import { eq } from 'drizzle-orm'
import { isLoopback } from '#platform/config.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { accountErasures } from '#platform/db/schema/data-rights.ts'
import { productSettings } from '#platform/product-settings.ts'
import { lastCopy } from './actions/copies.ts'
import type { DataRights } from './contract.ts'
import { nextCopyAt } from './rules.ts'

export async function getDataRights(ctx: CallerContext): Promise<DataRights> {
  const { userId } = ctx.caller
  const copy = await lastCopy(ctx, userId)
  const [erasure] = await ctx.db
    .select({ dueAt: accountErasures.dueAt, heldBy: accountErasures.heldBy })
    .from(accountErasures)
    .where(eq(accountErasures.userId, userId))
  return {
    copy: copy
      ? {
          status: copy.status,
          askedAt: copy.askedAt.toISOString(),
          expiresAt: copy.expiresAt?.toISOString() ?? null,
        }
      : null,
    nextCopyAt: nextCopyAt(copy, ctx.clock.now())?.toISOString() ?? null,
    erasedAt: erasure?.dueAt.toISOString() ?? null,
    erasureHeldBy: erasure?.heldBy ?? null,
  }
}

/** Whom this installation really uses, by its own configuration. */
export async function getProcessors(ctx: Context) {
  const { stripe, smtpUrl, llm, processors } = ctx.config
  const { keepLogsDays } = await productSettings(ctx)
  return {
    keepLogsDays,
    processors: [
      { name: 'Google Ireland Ltd (IE)', purpose: 'the advertising accounts you connect' },
      ...(stripe.apiBase
        ? []
        : [{ name: 'Stripe Payments Europe Ltd (IE)', purpose: 'payments and invoices' }]),
      // A relay on this machine is no third party; to whom it passes mails is named in PROCESSORS.
      ...(smtpUrl && !isLoopback(smtpUrl)
        ? [{ name: new URL(smtpUrl).hostname, purpose: 'delivery of our e-mails' }]
        : []),
      ...(llm ? [{ name: llmName(llm), purpose: 'wording of texts by a language model' }] : []),
      ...processors,
    ],
  }
}

function llmName({ provider, baseUrl }: { provider: string; baseUrl: string | undefined }): string {
  if (baseUrl) return new URL(baseUrl).hostname
  return provider === 'anthropic' ? 'Anthropic PBC (US)' : provider
}
