import { eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { reportBranding } from '#platform/db/schema/reports.ts'
import { requirePlan } from '#platform/plan-access.ts'
import { AppError } from '#shared/app-error.ts'
import { LOGO_MAX_BYTES } from '../contract/endpoints.ts'
import { OUR_BRAND } from '../queries/branding.ts'
import { judgeLogo } from '../rules/logo-image.ts'

export async function updateBranding(
  ctx: CallerContext,
  brand: { name: string; color: string },
): Promise<void> {
  requirePlan(ctx.caller, 'branding')
  await store(ctx, { name: brand.name, color: brand.color.toLowerCase() })
}

/** Throws 400 for what is no PNG or JPEG by its bytes, and 413 above 512 KB. */
export async function storeLogo(ctx: CallerContext, base64: string): Promise<void> {
  requirePlan(ctx.caller, 'branding')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > LOGO_MAX_BYTES)
    throw new AppError('too_large', 'El logotipo puede pesar 512 KB como mucho.')
  const verdict = judgeLogo(bytes)
  if ('problem' in verdict)
    throw new AppError('invalid', verdict.problem, { fields: { base64: verdict.problem } })
  await store(ctx, { logoType: verdict.type, logoBase64: bytes.toString('base64') })
}

export async function deleteLogo(ctx: CallerContext): Promise<void> {
  await ctx.db
    .update(reportBranding)
    .set({ logoType: null, logoBase64: null, updatedAt: ctx.clock.now() })
    .where(eq(reportBranding.userId, ctx.caller.userId))
}

async function store(
  ctx: CallerContext,
  values: Partial<typeof reportBranding.$inferInsert>,
): Promise<void> {
  const updatedAt = ctx.clock.now()
  const { name, color } = OUR_BRAND
  await ctx.db
    .insert(reportBranding)
    .values({ name, color, ...values, userId: ctx.caller.userId, updatedAt })
    .onConflictDoUpdate({ target: reportBranding.userId, set: { ...values, updatedAt } })
}
