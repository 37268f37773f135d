import { addDays, type DayRange } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { UnnumberedTable } from '../contract/data-table.ts'
import { moversOf } from '../rules/movers.ts'
import { numbered } from '../rules/traced-text.ts'
import { isMeasureKnown } from '../rules/unknown-measures.ts'
import type { WeekTables } from '../rules/weekly-text.ts'
import { readAccountMetrics } from './account-tables.ts'
import type { Asking } from './asking.ts'
import { AMOUNTS, readChanges, readRecommendations } from './event-tables.ts'

const DAYS = 7
/** As many as can be applied at once; what lies below adds little. */
const MOST_AT_STAKE = 50

/** The last seven whole days against the seven before: today is not over. */
export async function readWeek(asking: Asking): Promise<WeekTables> {
  const { fileFacts } = asking.account
  const week = { from: addDays(asking.today, -DAYS), to: addDays(asking.today, -1) }
  const metrics = await readAccountMetrics(asking, week)
  const movers = await readMovers(asking, week)
  const changes = await readChanges(asking, { ...week, limit: 10 })
  const recommendations = await readRecommendations(asking, 5)
  const stake = await readStake(asking)
  const isKnown = ({ key }: { key: string }) => isMeasureKnown(key, fileFacts, 'account')
  const told = { ...metrics, rows: metrics.rows.filter(isKnown) }
  const [a, b, c, d, e] = numbered([told, movers, changes, recommendations, stake])
  // As many came out as went in.
  return { metrics: a!, movers: b!, changes: c!, recommendations: d!, stake: e! }
}

async function readMovers(asking: Asking, week: DayRange): Promise<UnnumberedTable> {
  const before = { from: addDays(week.from, -DAYS), to: addDays(week.from, -1) }
  return {
    tool: 'campaigns',
    title: 'Campañas que más se movieron',
    asked: 'Esta semana y la anterior',
    from: before.from,
    to: week.to,
    columns: [
      { key: 'spend', label: 'Gasto' },
      { key: 'spendBefore', label: 'Gasto anterior' },
      { key: 'conversions', label: 'Conversiones' },
      { key: 'conversionsBefore', label: 'Conversiones anteriores' },
    ],
    // A row tells of both, so that one that is unknown leaves none.
    rows: ['spend', 'conversions'].every((key) =>
      isMeasureKnown(key, asking.account.fileFacts, 'campaign'),
    )
      ? moversOf(await campaignSums(asking, week), await campaignSums(asking, before))
      : [],
    place: { anchor: 'campaigns', campaignId: null, adGroupId: null },
  }
}

async function campaignSums({ ask, account }: Asking, { from, to }: DayRange) {
  const customerId = account.googleCustomerId
  const rows = await ask.listCampaignMetrics({ customerId, from, to })
  return rows.map((row) => ({
    ...row,
    id: row.campaign_id,
    name: row.campaign_name,
    spend: row.cost_micros / MICROS,
  }))
}

async function readStake({ ask, account }: Asking): Promise<UnnumberedTable> {
  const pending = await ask.listRecommendations({ customerId: account.googleCustomerId })
  const ids = pending.slice(0, MOST_AT_STAKE).map(({ id }) => id)
  const [total] = ids.length > 0 ? (await ask.totalOfSeveral({ ids })).totals : []
  return {
    tool: 'recommendations',
    title: 'En juego con las recomendaciones pendientes',
    asked: 'Nada se cuenta dos veces',
    from: null,
    to: null,
    columns: [{ key: 'count', label: 'Pendientes' }, ...AMOUNTS],
    rows: total
      ? [
          {
            key: 'all',
            label:
              ids.length < pending.length
                ? `Las ${ids.length} pendientes más importantes`
                : 'Todas las pendientes',
            cells: {
              count: { value: pending.length, unit: 'integer' },
              counted: { value: ids.length, unit: 'integer' },
              low: { value: total.forecast.lowMicros / MICROS, unit: 'money' },
              mid: { value: total.forecast.midMicros / MICROS, unit: 'money' },
              high: { value: total.forecast.highMicros / MICROS, unit: 'money' },
            },
          },
        ]
      : [],
    place: { anchor: 'recommendations', campaignId: null, adGroupId: null },
  }
}
