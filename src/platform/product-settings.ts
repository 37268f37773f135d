import { eq } from 'drizzle-orm'
import type { Context } from './context.ts'
import { productSettings as table } from './db/schema/product.ts'

export type ProductSettings = {
  /** Where people write for help; null shows none. */
  supportEmail: string | null
  /** Hours between two syncs of a connected account. */
  syncEveryHours: number
  signUpOpen: boolean
  /** Administrators need a second factor for the administration. */
  adminSecondFactor: boolean
  /** Days for which visits, actions of administrators and calls of the language model are kept. */
  keepLogsDays: number
}

const DEFAULTS: ProductSettings = {
  supportEmail: null,
  syncEveryHours: 6,
  signUpOpen: true,
  adminSecondFactor: false,
  keepLogsDays: 365,
}
const ONLY_ROW = 1

/** What the administrators have set, or the defaults before they ever did. */
export async function productSettings(ctx: Context): Promise<ProductSettings> {
  const [row] = await ctx.db
    .select({
      supportEmail: table.supportEmail,
      syncEveryHours: table.syncEveryHours,
      signUpOpen: table.signUpOpen,
      adminSecondFactor: table.adminSecondFactor,
      keepLogsDays: table.keepLogsDays,
    })
    .from(table)
    .where(eq(table.id, ONLY_ROW))
  return row ?? DEFAULTS
}

export async function storeProductSettings(ctx: Context, settings: ProductSettings): Promise<void> {
  const values = { ...settings, updatedAt: ctx.clock.now() }
  await ctx.db
    .insert(table)
    .values({ id: ONLY_ROW, ...values })
    .onConflictDoUpdate({ target: table.id, set: values })
}
