import { campaignOfAccount } from '#account-data/owned-entity.ts'
import { AppError } from '#shared/app-error.ts'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { METRIC_COLUMNS, metricCells } from '../rules/cells.ts'
import { rankedRows, rankingText } from '../rules/ranked-rows.ts'
import type { Asking } from './asking.ts'
import type { TableQuestion, UnnumberedTable } from './read-table.ts'

const DEFAULT_DAYS = 30

/** The days a list of entities is about: it does not say them itself. */
export function daysOf(
  { today, account }: Asking,
  { from, to }: Pick<TableQuestion, 'from' | 'to'>,
) {
  if (account.granularity === 'period') return { from: account.dataFrom, to: account.dataTo }
  const last = to ?? today
  return { from: from ?? addDays(last, 1 - DEFAULT_DAYS), to: last }
}

export async function readCampaigns(
  asking: Asking,
  question: TableQuestion,
): Promise<UnnumberedTable> {
  const { from, to, campaignId } = question
  if (campaignId) await campaignOfAccount(asking.ctx, asking.account, campaignId)
  const customerId = asking.account.googleCustomerId
  const campaigns = await asking.ask.listCampaignMetrics({ customerId, from, to })
  const rows = campaigns
    .filter((row) => !campaignId || row.campaign_id === campaignId)
    .map((row) => ({
      key: row.campaign_id,
      label: row.campaign_name,
      cells: metricCells({ ...row, spend: row.cost_micros / MICROS }),
    }))
  return {
    tool: 'campaigns',
    title: 'Campañas',
    asked: rankingText(question),
    ...daysOf(asking, question),
    columns: [...METRIC_COLUMNS],
    rows: rankedRows(rows, question),
    place: { anchor: 'campaigns', campaignId: null, adGroupId: null },
  }
}

export async function readAdGroups(
  asking: Asking,
  question: TableQuestion,
): Promise<UnnumberedTable> {
  const { from, to, campaignId } = question
  if (!campaignId) throw new AppError('invalid', 'Falta campaignId: pide antes las campañas.')
  const campaign = await campaignOfAccount(asking.ctx, asking.account, campaignId)
  const adGroups = await asking.ask.listAdGroups({ campaignId, from, to })
  const rows = adGroups.map((row) => ({
    key: row.ad_group_id,
    label: row.ad_group_name,
    cells: metricCells({ ...row, spend: row.cost }),
  }))
  return {
    tool: 'ad_groups',
    title: `Grupos de anuncios de «${campaign.name}»`,
    asked: rankingText(question),
    ...daysOf(asking, question),
    columns: [...METRIC_COLUMNS],
    rows: rankedRows(rows, question),
    place: { anchor: 'campaigns', campaignId, adGroupId: null },
  }
}
