import { adGroupOfAccount, campaignOfAccount } from '#account-data/owned-entity.ts'
import type { TableRow } from '../contract/data-table.ts'
import { addSums, METRIC_COLUMNS, metricCells, type RowSums } from '../rules/cells.ts'
import { rankedRows, rankingText } from '../rules/ranked-rows.ts'
import type { Asking } from './asking.ts'
import { daysOf } from './campaign-tables.ts'
import type { TableQuestion, UnnumberedTable } from './read-table.ts'

/** Without a campaign the dearest ones are looked into: they hold nearly all that was spent. */
const MOST_CAMPAIGNS = 8

export async function readKeywords(
  asking: Asking,
  question: TableQuestion,
): Promise<UnnumberedTable> {
  const { from, to, adGroupId } = question
  const place = await placeOf(asking, question)
  const campaignIds = place.campaignId ? [place.campaignId] : await dearest(asking, question)
  const lists = adGroupId
    ? [await asking.ask.listAdGroupKeywords({ adGroupId, from, to })]
    : await inTurn(campaignIds, (campaignId) =>
        asking.ask.listCampaignKeywords({ campaignId, from, to }),
      )
  const rows = lists
    .flat()
    .filter(({ isNegative }) => !isNegative)
    .map((row) => ({
      key: `${row.adGroupId} ${row.keywordId}`,
      label: row.keywordText,
      cells: metricCells({ ...row, spend: row.costEuros }),
    }))
  return {
    tool: 'keywords',
    title: `Palabras clave${place.name}`,
    asked: rankingText(question),
    ...daysOf(asking, question),
    columns: [...METRIC_COLUMNS],
    rows: rankedRows(rows, question),
    place: { anchor: 'keywords', ...whereOf(place, campaignIds) },
  }
}

/** One row per term and campaign, over all ad groups and keywords it came through. */
export async function readSearchTerms(
  asking: Asking,
  question: TableQuestion,
): Promise<UnnumberedTable> {
  const { from, to, adGroupId } = question
  const place = await placeOf(asking, question)
  const campaignIds = place.campaignId ? [place.campaignId] : await dearest(asking, question)
  const lists = await inTurn(campaignIds, (campaignId) =>
    asking.ask.listSearchTerms({
      campaignId,
      from,
      to,
      ...(adGroupId && { ad_group_id: adGroupId }),
    }),
  )
  const groups = Map.groupBy(lists.flat(), (row) => `${row.campaign_id} ${row.search_term}`)
  const rows = [...groups].map(
    ([key, terms]): TableRow => ({
      key,
      label: terms[0]?.search_term ?? '',
      cells: metricCells(addSums(terms.map((term): RowSums => ({ ...term, spend: term.cost })))),
    }),
  )
  return {
    tool: 'search_terms',
    title: `Términos de búsqueda${place.name}`,
    asked: rankingText(question),
    ...daysOf(asking, question),
    columns: [...METRIC_COLUMNS],
    rows: rankedRows(rows, question),
    place: { anchor: 'search-terms', ...whereOf(place, campaignIds) },
  }
}

type Place = { campaignId: string | null; adGroupId: string | null; name: string }

async function placeOf(
  { ctx, account }: Asking,
  { campaignId, adGroupId }: TableQuestion,
): Promise<Place> {
  if (adGroupId) {
    const adGroup = await adGroupOfAccount(ctx, account, adGroupId)
    return {
      campaignId: String(adGroup.campaignId),
      adGroupId,
      name: ` de «${adGroup.name}»`,
    }
  }
  if (!campaignId) return { campaignId: null, adGroupId: null, name: '' }
  const { name } = await campaignOfAccount(ctx, account, campaignId)
  return { campaignId, adGroupId: null, name: ` de «${name}»` }
}

/** The panel needs a campaign to be open: the dearest, where the rows are of several. */
function whereOf({ campaignId, adGroupId }: Place, campaignIds: readonly string[]) {
  return { campaignId: campaignId ?? campaignIds[0] ?? null, adGroupId }
}

async function dearest(asking: Asking, { from, to }: TableQuestion): Promise<string[]> {
  const customerId = asking.account.googleCustomerId
  const campaigns = await asking.ask.listCampaignMetrics({ customerId, from, to })
  return campaigns
    .filter(({ cost_micros }) => cost_micros > 0)
    .toSorted((a, b) => b.cost_micros - a.cost_micros)
    .slice(0, MOST_CAMPAIGNS)
    .map(({ campaign_id }) => campaign_id)
}

/** The embedded database answers one at a time anyway. */
async function inTurn<Key, Answer>(keys: readonly Key[], read: (key: Key) => Promise<Answer>) {
  const answers: Answer[] = []
  for (const key of keys) answers.push(await read(key))
  return answers
}
