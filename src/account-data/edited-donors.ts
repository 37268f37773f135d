import { addUp } from '#engine/account/measurement.ts'
import { EFFECT_THRESHOLDS } from '#engine/thresholds/effect.ts'
import type { Context } from '#platform/context.ts'
import type { Metrics } from '#shared/metrics.ts'
import { dayByDay, type Windows } from './both-windows.ts'
import { type PartDays, type PartsQuestion, sumsOf } from './part-days.ts'
import { readStoppedSearches } from './stopped-searches.ts'
import type { SummedRow } from './sums.ts'

export type EditedDonors = {
  /** What the changed parts brought. */
  rows: SummedRow[]
  /** By campaign, cost of the changed parts over that of the rest; none where that is not known, or more than half was changed. */
  edited: ReadonlyMap<string, number>
}

/** Where a level shows less of a campaign's cost, its parts are no measure of what was changed. */
const LEAST_SHOWN = 0.9

/** What cards changed in campaigns that others are held against, to be taken from their days. */
export async function readEditedDonors(
  ctx: Context,
  question: PartsQuestion,
): Promise<EditedDonors> {
  if (question.parts.size === 0) return { rows: [], edited: new Map() }
  const whole = await sumsOf(ctx, question, { level: 'campaign' })
  const read = [
    await groupDays(ctx, question),
    await keywordDays(ctx, question, costOf(whole)),
    await readStoppedSearches(ctx, question),
  ]
  const rows = read.flatMap((one) => one.rows)
  const unread = new Set(read.flatMap((one) => one.unread))
  const edited = [...question.parts.keys()].flatMap((id) => {
    const isOwn = ({ keys }: SummedRow) => String(keys.campaign_id) === id
    const more = unread.has(id) ? null : moreOf(rows.filter(isOwn), whole.filter(isOwn), question)
    return more === null ? [] : [[id, more] as const]
  })
  return { rows, edited: new Map(edited) }
}

async function groupDays(ctx: Context, question: PartsQuestion): Promise<PartDays> {
  const ids = [...question.parts.values()].flatMap(({ adGroupIds }) => [...adGroupIds])
  if (ids.length === 0) return { rows: [], unread: [] }
  const where = { ad_group_id: ids }
  const groupBy = ['campaign_id', 'ad_group_id', 'day'] as const
  return { rows: await sumsOf(ctx, question, { level: 'ad_group', groupBy, where }), unread: [] }
}

async function keywordDays(
  ctx: Context,
  question: PartsQuestion,
  cost: ReadonlyMap<string, number>,
): Promise<PartDays> {
  const named = [...question.parts].filter(([, { keywords }]) => keywords.size > 0)
  if (named.length === 0) return { rows: [], unread: [] }
  const campaignIds = named.map(([id]) => Number(id))
  const of = { level: 'keyword', where: { campaign_id: campaignIds } } as const
  const shown = costOf(await sumsOf(ctx, question, of))
  const criteria = named.flatMap(([, { keywords }]) =>
    [...keywords].map((name) => Number(name.split('~')[1])),
  )
  const days = await sumsOf(ctx, question, {
    ...of,
    groupBy: ['campaign_id', 'ad_group_id', 'criterion_id', 'day'],
    where: { ...of.where, criterion_id: criteria },
  })
  return {
    rows: days.filter((row) => isOneOf(question, row)),
    unread: named.flatMap(([id]) =>
      (shown.get(id) ?? 0) < LEAST_SHOWN * (cost.get(id) ?? 0) ? [id] : [],
    ),
  }
}

/** An ad group of which all is left out has its keywords in it. */
function isOneOf({ parts }: PartsQuestion, { keys }: SummedRow): boolean {
  const own = parts.get(String(keys.campaign_id))
  if (!own || own.adGroupIds.has(Number(keys.ad_group_id))) return false
  return own.keywords.has(`${keys.ad_group_id}~${keys.criterion_id}`)
}

function costOf(rows: readonly SummedRow[]): Map<string, number> {
  const costs = new Map<string, number>()
  for (const { keys, costMicros } of rows) {
    const id = String(keys.campaign_id)
    costs.set(id, (costs.get(id) ?? 0) + costMicros)
  }
  return costs
}

/** In the window where it is more; null beyond what is still the same. */
function moreOf(
  own: readonly SummedRow[],
  whole: readonly SummedRow[],
  { windows }: PartsQuestion,
): number | null {
  return moreIn(dayByDay(own, windows), dayByDay(whole, windows))
}

type Days = Record<'before' | 'after', Metrics[]>

function moreIn(own: Days, whole: Days): number | null {
  const shareIn = (window: keyof Days) => {
    const all = addUp(whole[window]).costMicros
    return all > 0 ? addUp(own[window]).costMicros / all : 0
  }
  const share = Math.max(shareIn('before'), shareIn('after'))
  return share > EFFECT_THRESHOLDS.mostEdited.value ? null : share / (1 - share)
}

/** `rows`: days of what cards changed of it; `edited`: what that cost in its campaign over the rest, and by how much its budget moved. */
export type Donor = { rows: readonly SummedRow[]; edited: number }

/** Days of a donor without what was changed in it; null where that was more than half. */
export function withoutParts(days: Days, { rows, edited }: Donor, windows: Windows) {
  if (rows.length === 0) return { ...days, edited }
  const parts = dayByDay(rows, windows)
  const own = moreIn(parts, days)
  const rest = (window: keyof Days) => days[window].map((day, i) => less(day, parts[window][i]!))
  return own === null
    ? null
    : { before: rest('before'), after: rest('after'), edited: Math.max(own, edited) }
}

function less(day: Metrics, part: Metrics): Metrics {
  const rest = (figure: keyof Metrics) => Math.max(0, day[figure] - part[figure])
  return {
    impressions: rest('impressions'),
    clicks: rest('clicks'),
    costMicros: rest('costMicros'),
    conversionsMicros: rest('conversionsMicros'),
    valueMicros: rest('valueMicros'),
  }
}
