import type { Column } from '#engine/account/known-figures.ts'
import type { CampaignFacts, WholeSnapshot } from '#engine/account/snapshot.ts'
import { addDays, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { type Chance, chanceFrom } from '../chance.ts'
import { added, type Drawn, drawDays, TODAY } from './draw-days.ts'
import { groupId, keywordsOf, termsOf, WINDOW } from './draw-rows.ts'
import type { OddAccount, OddAction, OddCampaign } from './odd-account.ts'

const SHARE_DAYS = 14

/** What the engine is shown of an odd account. */
export function drawAccount(account: OddAccount, seed: number): WholeSnapshot {
  const records = drawDays(account, seed)
  const inWindow = records.filter(({ day }) => day >= WINDOW.from && day <= WINDOW.to)
  const days = Map.groupBy(records, ({ day }) => day)
  const entries = [...days].map(([day, own]) => ({ day, ...added(own) }))
  return {
    account: {
      name: account.called,
      currencyCode: account.currency ?? 'EUR',
      timeZone: 'Europe/Madrid',
      today: TODAY,
      source: 'google',
    },
    window: WINDOW,
    lagCurve: account.lag ?? [0.8, 0.95, 1],
    ...(account.goal && { targetCpaMicros: account.goal * MICROS }),
    ...(account.worth && {
      conversionValues: { campaigns: [], actions: [{ id: '1', micros: account.worth * MICROS }] },
    }),
    campaigns: account.campaigns.map((one, c) => campaignOf(one, c, inWindow)),
    adGroups: account.campaigns.flatMap((campaign, c) =>
      campaign.groups.map((group, g) => ({
        ...{
          id: groupId(c, g),
          campaignId: `${c + 1}`,
          name: group.name,
          status: 'ENABLED' as const,
        },
        ...(group.isDynamic && { isDynamic: true as const }),
      })),
    ),
    keywords: keywordsOf(account, inWindow),
    searchTerms: termsOf(account, inWindow),
    negatives: (account.excluded ?? []).map((text) => ({
      ...{ scope: 'campaign', campaignId: '1', text, matchType: 'EXACT' as const },
    })),
    conversionActions: actionsOf(account),
    accountDays: entries,
    campaignDays: account.campaigns.flatMap((_, c) =>
      [...days].map(([day, own]) => ({
        campaignId: `${c + 1}`,
        day,
        ...added(own.filter((one) => one.c === c)),
      })),
    ),
    inventory: { conversionDays: actionDays(account, inWindow, seed), ...account.inventory },
  }
}

function campaignOf(
  one: OddCampaign,
  c: number,
  inWindow: readonly Drawn[],
): CampaignFacts<Column> {
  const own = inWindow.filter((record) => record.c === c)
  const sums = added(own)
  const served = [...new Set(own.flatMap((one) => (one.sums.clicks > 0 ? [one.day] : [])))].sort()
  const newest = addDays(TODAY, -SHARE_DAYS)
  const lossAt = (day: string) => one.when?.(daysAgo(day), '')?.lost ?? one.lost ?? 0
  const shares = (records: readonly Drawn[]) => {
    const { impressions } = added(records)
    const lost = records.reduce((sum, { day, sums }) => sum + sums.impressions * lossAt(day), 0)
    const won = 1 - (impressions > 0 ? lost / impressions : 0) - (one.rank ?? 0.2)
    const eligible = impressions / Math.max(0.05, won)
    const lostToBudget = impressions > 0 ? (eligible * lost) / impressions : 0
    return { impressions, eligible, lostToBudget, lostToRank: eligible * (one.rank ?? 0.2) }
  }
  const isSearch = (one.channel ?? 'SEARCH') === 'SEARCH'
  const { impressions: _, ...impressionShare } = shares(own)
  return {
    id: `${c + 1}`,
    name: one.name,
    status: 'ENABLED',
    channelType: one.channel ?? 'SEARCH',
    biddingStrategyType: one.bidding,
    ...(one.targetCpa && { targetCpaMicros: one.targetCpa * MICROS }),
    ...(one.targetRoas && { targetRoas: one.targetRoas }),
    budgetId: one.sharedBudget ?? `9${c + 1}`,
    budgetMicros: one.budget * MICROS,
    budgetShared: one.sharedBudget !== undefined,
    sums,
    ...(served.length > 0 && {
      exposure: { from: served[0]!, to: served.at(-1)!, servedDays: served.length },
    }),
    ...(isSearch && {
      impressionShare,
      newestShare: shares(own.filter(({ day }) => day >= newest)),
    }),
  }
}

function actionsOf({ actions = [{ name: 'Compra', category: 'PURCHASE' }] }: OddAccount) {
  return actions.map(({ per: _, value: __, of: ___, again: ____, ...action }, i) => ({
    ...{
      id: `${i + 1}`,
      status: 'ENABLED' as const,
      primaryForGoal: true,
      countingType: 'ONE_PER_CLICK' as const,
    },
    ...action,
  }))
}

/** Each action's part of what the account counted, or all that its campaign did; each conversion is of one action by chance. */
function actionDays(account: OddAccount, inWindow: readonly Drawn[], seed: number) {
  const { actions = [{ name: '', category: '' }], campaigns } = account
  const shares = sharesOf(actions)
  return [...Map.groupBy(inWindow, ({ day }) => day)].flatMap(([day, records]) => {
    const chance = chanceFrom(`odd ${account.name} ${seed} ${day} actions`)
    const all = added(records)
    const parts = splitOf(all.conversionsMicros / MICROS, shares, chance)
    return actions.map(({ value, of, again }, i) => {
      const own = of ? added(records.filter(({ c }) => campaigns[c]!.name === of)) : null
      const counted = own ? own.conversionsMicros / MICROS : parts[i]!
      const part = again === undefined ? counted : drawnOf(parts[0]!, again, chance)
      const share = all.conversionsMicros > 0 ? (part * MICROS) / all.conversionsMicros : 0
      const brought = own?.valueMicros ?? all.valueMicros * share
      const conversionsMicros = part * MICROS
      const valueMicros = value === undefined ? brought : conversionsMicros * value
      return { actionId: `${i + 1}`, day, conversionsMicros, valueMicros }
    })
  })
}

/** Of what all count together; what the first one counts is counted again by others. */
function sharesOf(actions: readonly Omit<OddAction, 'name' | 'category'>[]): number[] {
  const all = actions.reduce((sum, { per = 1, again }) => sum + (again ?? per), 0)
  return actions.map(({ per = 1, again }) => (again === undefined ? per : again) / all)
}

function splitOf(count: number, shares: readonly number[], chance: Chance): number[] {
  let [left, rest] = [count, 1]
  return shares.map((share) => {
    const part = rest - share > 1e-9 ? drawnOf(left, share / rest, chance) : left
    left -= part
    rest -= share
    return part
  })
}

function drawnOf(count: number, share: number, { happens }: Chance): number {
  return Array.from({ length: Math.round(count) }).filter(() => happens(share)).length
}

const daysAgo = (day: string) => eachDay(day, TODAY).length - 1
