import { and, eq, inArray } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { apiKeys } from '#platform/db/schema/integrations.ts'
import { accountGoals, recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { reportSchedules } from '#platform/db/schema/reports.ts'

/** What is gone through with a new customer, each struck off by what is there. */
export async function firstSteps(ctx: CallerContext): Promise<{ text: string; done: boolean }[]> {
  const { userId } = ctx.caller
  const accounts = await ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(and(eq(adAccounts.userId, userId), eq(adAccounts.connected, true)))
  const ids = accounts.map(({ customerId }) => customerId)
  const [goal] = await ctx.db
    .select({ id: accountGoals.customerId })
    .from(accountGoals)
    .where(inArray(accountGoals.customerId, ids))
    .limit(1)
  const [applied] = await ctx.db
    .select({ id: recommendationApplications.id })
    .from(recommendationApplications)
    .where(inArray(recommendationApplications.customerId, ids))
    .limit(1)
  const [schedule] = await ctx.db
    .select({ id: reportSchedules.id })
    .from(reportSchedules)
    .where(eq(reportSchedules.userId, userId))
    .limit(1)
  const [key] = await ctx.db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .limit(1)
  return [
    { text: 'Conectar la primera cuenta', done: ids.length > 0 },
    { text: 'Decir qué puede costar una conversión', done: goal !== undefined },
    { text: 'Aplicar la primera recomendación', done: applied !== undefined },
    { text: 'Programar el primer informe', done: schedule !== undefined },
    { text: 'Crear la primera clave de API', done: key !== undefined },
  ]
}
