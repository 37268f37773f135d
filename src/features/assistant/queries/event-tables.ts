import { campaignOfAccount } from '#account-data/owned-entity.ts'
import type { Recommendation } from '#features/recommendations/contract/recommendations.ts'
import { MICROS } from '#shared/metrics.ts'
import type { TableRow } from '../contract/data-table.ts'
import type { Asking } from './asking.ts'
import { daysOf } from './campaign-tables.ts'
import type { TableQuestion, UnnumberedTable } from './read-table.ts'

const AMOUNTS = [
  { key: 'low', label: 'Al menos' },
  { key: 'mid', label: 'Previsto al mes' },
  { key: 'high', label: 'Como mucho' },
] as const

/** Pending ones, most important first, with their forecast of the net effect in 30 days. */
export async function readRecommendations(
  { ask, account }: Asking,
  { limit }: Pick<TableQuestion, 'limit'>,
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

export function recommendationRow(recommendation: Recommendation): TableRow {
  const { id, titulo, prioridad, evidence } = recommendation
  const { forecast } = evidence
  return {
    key: id,
    label: titulo,
    cells: {
      priority: { value: prioridad, unit: 'text' },
      low: { value: forecast && forecast.monthlyLowMicros / MICROS, unit: 'money' },
      mid: { value: forecast && forecast.monthlyMidMicros / MICROS, unit: 'money' },
      high: { value: forecast && forecast.monthlyHighMicros / MICROS, unit: 'money' },
    },
  }
}

/** What was changed in the account, newest first. */
export async function readChanges(
  asking: Asking,
  question: TableQuestion,
): Promise<UnnumberedTable> {
  const { from, to, campaignId, limit } = question
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
    ...daysOf(asking, question),
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
