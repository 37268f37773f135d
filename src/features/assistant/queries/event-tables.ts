import { campaignOfAccount } from '#account-data/owned-entity.ts'
import { PRIORITY_WORDS } from '#features/recommendations/contract/wire-words.ts'
import type { Day } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { TableRow, UnnumberedTable } from '../contract/data-table.ts'
import type { Asking, PendingRecommendation } from './asking.ts'

/** An 80 % range: in one case of ten it is less than its lower end, in one more than its upper. */
export const AMOUNTS = [
  { key: 'low', label: 'Desde (80 %)' },
  { key: 'mid', label: 'Previsto al mes' },
  { key: 'high', label: 'Hasta (80 %)' },
] as const

/** Pending ones, most important first, with their forecast of the net effect in 30 days. */
export async function readRecommendations(
  { ask, account }: Asking,
  limit: number,
): Promise<UnnumberedTable> {
  const all = await ask.listRecommendations({ customerId: account.googleCustomerId })
  return {
    tool: 'recommendations',
    title: 'Recomendaciones pendientes',
    asked: 'Las más importantes primero',
    from: null,
    to: null,
    columns: [{ key: 'priority', label: 'Prioridad' }, ...AMOUNTS],
    rows: all.slice(0, limit).map(recommendationRow),
    place: { anchor: 'recommendations', campaignId: null, adGroupId: null },
  }
}

export function recommendationRow(recommendation: PendingRecommendation): TableRow {
  const { id, title, priority, evidence } = recommendation
  const { forecast } = evidence
  return {
    key: id,
    label: title,
    cells: {
      priority: { value: PRIORITY_WORDS[priority], unit: 'text' },
      low: { value: forecast && forecast.monthlyLowMicros / MICROS, unit: 'money' },
      mid: { value: forecast && forecast.monthlyMidMicros / MICROS, unit: 'money' },
      high: { value: forecast && forecast.monthlyHighMicros / MICROS, unit: 'money' },
    },
  }
}

/** What was changed in the account, newest first. */
export async function readChanges(
  asking: Asking,
  { from, to, campaignId, limit }: { from: Day; to: Day; campaignId?: string; limit: number },
): Promise<UnnumberedTable> {
  if (campaignId) await campaignOfAccount(asking.ctx, asking.account, campaignId)
  const all = await asking.ask.listAccountChanges({
    customerId: asking.account.googleCustomerId,
    from,
    to,
    ...(campaignId && { campaignId }),
  })
  return {
    tool: 'changes',
    title: 'Cambios en la cuenta',
    asked: 'Los más recientes primero',
    from,
    to,
    columns: [
      { key: 'day', label: 'Día' },
      { key: 'by', label: 'Por' },
    ],
    rows: all.slice(0, limit).map(({ id, day, what, user, clientLabel }) => ({
      key: id,
      label: what,
      cells: {
        day: { value: day, unit: 'day' },
        by: { value: user || clientLabel, unit: 'text' },
      },
    })),
    place: { anchor: null, campaignId: null, adGroupId: null },
  }
}
