import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { productSettings } from '#platform/product-settings.ts'

/** Where the team reads mail: its address, or every administrator's while it has none. */
export async function teamAddresses(ctx: Context): Promise<string[]> {
  const { supportEmail } = await productSettings(ctx)
  if (supportEmail) return [supportEmail]
  const rows = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true)))
  return rows.map(({ email }) => email)
}
