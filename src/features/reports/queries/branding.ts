import { eq } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { reportBranding } from '#platform/db/schema/reports.ts'
import type { LetterBrand } from '#platform/mail/letter.ts'
import { AppError } from '#shared/app-error.ts'
import { PAPER } from '#shared/paper-colors.ts'
import { type PlanId, planHas } from '#shared/plans.ts'
import { type Branding, LOGO_PATH } from '../contract/endpoints.ts'
import { onPaper } from '../drawing/brand-colors.ts'
import type { Brand } from '../rules/report.ts'

/** What reports carry where the plan or the user has nothing of their own. */
export const OUR_BRAND = { name: 'Pujante', color: PAPER.accent } as const

export async function getBranding(ctx: CallerContext): Promise<Branding> {
  const row = await readRow(ctx, ctx.caller.userId)
  return {
    available: planHas(ctx.caller.plan, 'branding'),
    name: row?.name ?? OUR_BRAND.name,
    color: row?.color ?? OUR_BRAND.color,
    // The instant makes a changed logo a new address.
    logoUrl: row?.logoType ? `${LOGO_PATH}?v=${row.updatedAt.getTime()}` : null,
  }
}

/** Throws 404 where there is none. */
export async function readLogo(
  ctx: CallerContext,
): Promise<{ type: 'png' | 'jpeg'; bytes: Buffer }> {
  const row = await readRow(ctx, ctx.caller.userId)
  if (!row?.logoType || !row.logoBase64) throw new AppError('not_found', 'No hay ningún logotipo.')
  return { type: row.logoType, bytes: Buffer.from(row.logoBase64, 'base64') }
}

export async function brandOf(
  ctx: Context,
  user: { userId: string; plan: PlanId | null },
): Promise<Brand> {
  const row = planHas(user.plan, 'branding') ? await readRow(ctx, user.userId) : undefined
  if (!row) return { ...OUR_BRAND, logo: null }
  const { name, color, logoType, logoBase64 } = row
  const logo =
    logoType && logoBase64 ? { type: logoType, bytes: Buffer.from(logoBase64, 'base64') } : null
  return { name, color, logo }
}

/** As the head of a mail; its logo goes with it only where the mail carries attachments. */
export function markOf({ name, color }: Brand): LetterBrand {
  return { name, color: onPaper(color) }
}

async function readRow(ctx: Context, userId: string) {
  const [row] = await ctx.db.select().from(reportBranding).where(eq(reportBranding.userId, userId))
  return row
}
