import type { AccountInventory } from '#engine/account/inventory.ts'
import type { WholeSnapshot } from '#engine/account/snapshot.ts'
import type { Day } from '#shared/dates.ts'
import { addedRows, noMetrics } from '../added.ts'
import type { Chance } from '../chance.ts'
import type { Account, Campaign } from './account.ts'
import type { Market } from './market.ts'
import { DEVICES, type Recorded, recordClicks } from './record.ts'
import type { Weeks } from './weeks.ts'

/** What Google shows of an account whose campaigns it bids for, week by week as far as it knows. */
export function observe(
  chance: Chance,
  account: Account,
  weeks: Weeks,
  { market, today }: { market: Market; today: Day },
): WholeSnapshot {
  const recorded = recordClicks(chance, account, weeks, { market, today })
  const { lagCurve, window, days, byDay, byCampaignDay, rows } = recorded
  const isTold = account.isTold && account.law !== 'target ROAS'
  const hidden = rows.filter(({ auction: { search } }) => search && !search.isVisible)
  return {
    account: {
      name: 'Cuenta',
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      today,
      source: 'google',
    },
    window,
    ...(isTold && { targetCpaMicros: Math.round(account.worthMicros) }),
    ownWords: { brand: [], protected: [] },
    lagCurve,
    campaigns: account.campaigns.map((campaign) => shownCampaign(account, campaign, recorded)),
    adGroups: adGroupsOf(account),
    keywords: keywordsOf(account, recorded),
    searchTerms: termsOf(account, recorded),
    hiddenSearchTerms: addedRows(hidden),
    negatives: [],
    conversionActions: [PURCHASE],
    accountDays: days.map((day, i) => ({ day, ...byDay[i]! })),
    campaignDays: [...byCampaignDay].map(([key, { clicks, conversionsMicros }]) => {
      const [campaignId, day] = key.split(' ') as [string, Day]
      return { campaignId, day, clicks, conversionsMicros }
    }),
    inventory: inventoryOf(account, recorded),
  }
}

const PURCHASE = {
  id: '5',
  name: 'Compra',
  status: 'ENABLED',
  category: 'PURCHASE',
  primaryForGoal: true,
  type: 'WEBPAGE',
  countingType: 'MANY_PER_CLICK',
} as const

function shownCampaign(account: Account, campaign: Campaign, recorded: Recorded) {
  const { rows, inWindow, impressions } = recorded
  const own = rows.filter(({ auction }) => auction.campaign === campaign)
  const sums = addedRows(own)
  const onSearch = impressions.get(campaign) ?? { eligible: 0, notEntered: 0, won: 0 }
  // Google tells the share of its search alone; what was to be had is all impressions over it.
  const eligible =
    onSearch.won > 0 ? (sums.impressions * onSearch.eligible) / onSearch.won : onSearch.eligible
  const lost = Math.max(0, eligible - sums.impressions)
  const toBudget = lostToBudget()
  return {
    id: campaign.id,
    name: campaign.name,
    status: 'ENABLED' as const,
    channelType: 'SEARCH',
    ...biddingOf(account, campaign),
    budgetId: `b${campaign.id}`,
    budgetMicros: Math.round(campaign.budgetMicros),
    budgetShared: false,
    sums,
    impressionShare: {
      eligible: Math.round(eligible),
      lostToBudget: Math.round(toBudget),
      lostToRank: Math.round(lost - toBudget),
    },
  }

  function lostToBudget(): number {
    if (campaign.paced)
      return Math.min(lost, (eligible * onSearch.notEntered) / Math.max(1, onSearch.eligible))
    return sums.costMicros / inWindow > 0.93 * campaign.budgetMicros ? lost / 2 : 0
  }
}

/** Both of Google's ways to say the same: a strategy of its own, or a target of the one that maximises. */
function biddingOf({ law }: Account, { id, target }: Campaign) {
  const isOwn = Number(id) % 2 === 1
  if (law === 'target CPA') {
    const biddingStrategyType = isOwn ? 'TARGET_CPA' : 'MAXIMIZE_CONVERSIONS'
    return { biddingStrategyType, targetCpaMicros: target! }
  }
  if (law === 'no target') return { biddingStrategyType: 'MAXIMIZE_CONVERSIONS' }
  const biddingStrategyType = isOwn ? 'TARGET_ROAS' : 'MAXIMIZE_CONVERSION_VALUE'
  return { biddingStrategyType, targetRoas: target! }
}

function adGroupsOf({ keywords }: Account): WholeSnapshot['adGroups'] {
  const first = new Map(keywords.map((one) => [one.adGroupId, one]))
  return [...first].map(([id, { campaign }]) => ({
    id,
    campaignId: campaign.id,
    name: `Grupo ${id}`,
    status: 'ENABLED',
  }))
}

function keywordsOf({ keywords }: Account, { rows }: Recorded): WholeSnapshot['keywords'] {
  const own = Map.groupBy(rows, ({ auction }) => auction.keyword)
  return keywords.map((keyword) => ({
    campaignId: keyword.campaign.id,
    adGroupId: keyword.adGroupId,
    criterionId: keyword.id,
    text: keyword.text,
    matchType: keyword.matchType,
    status: 'ENABLED',
    sums: addedRows(own.get(keyword) ?? []),
    recent: addedRows(own.get(keyword) ?? [], 'recent'),
  }))
}

function termsOf({ keywords }: Account, { rows }: Recorded): WholeSnapshot['searchTerms'] {
  const texts = new Set(keywords.map(({ adGroupId, text }) => `${adGroupId} ${text}`))
  const shown = rows.flatMap((row) => {
    const { search, keyword } = row.auction
    return search?.isVisible && keyword ? [{ ...row, search, keyword }] : []
  })
  const byTerm = Map.groupBy(
    shown,
    ({ search, keyword }) => `${keyword.adGroupId} ${keyword.id} ${search.text}`,
  )
  return [...byTerm.values()].flatMap((own) => {
    const { search, keyword } = own[0]!
    const sums = addedRows(own)
    if (sums.impressions === 0) return []
    const isAdded = texts.has(`${keyword.adGroupId} ${search.text}`)
    return [
      {
        term: search.text,
        campaignId: keyword.campaign.id,
        adGroupId: keyword.adGroupId,
        keywordText: keyword.text,
        criterionId: keyword.id,
        matchType: keyword.matchType,
        status: isAdded ? ('ADDED' as const) : ('NONE' as const),
        sums,
        recent: addedRows(own, 'recent'),
      },
    ]
  })
}

function inventoryOf({ campaigns }: Account, recorded: Recorded): AccountInventory {
  const { rows, byDevice, byHour } = recorded
  return {
    campaignSettings: campaigns.map(({ id, partners, display }) => ({
      campaignId: id,
      targetsSearch: true,
      targetsSearchPartners: partners !== undefined,
      targetsDisplay: display !== undefined,
      positiveGeoTargetType: 'PRESENCE',
      primaryStatusReasons: [],
      automations: [],
      restrictedDimensions: [],
    })),
    networks: campaigns.flatMap((campaign) =>
      (['SEARCH', 'SEARCH_PARTNERS', 'CONTENT'] as const).flatMap((network) => {
        const own = rows.filter(
          ({ auction }) => auction.campaign === campaign && auction.network === network,
        )
        return own.length > 0 ? [{ campaignId: campaign.id, network, sums: addedRows(own) }] : []
      }),
    ),
    devices: campaigns.flatMap(({ id }) =>
      DEVICES.map((device) => {
        return { campaignId: id, device, sums: byDevice.get(`${id} ${device}`) ?? noMetrics() }
      }),
    ),
    deviceModifiers: [],
    adSchedules: [],
    hours: [...byHour].map(([key, sums]) => {
      const [campaignId, hour, weekday] = key.split(' ')
      return { campaignId: campaignId!, hour: Number(hour), weekday: Number(weekday), sums }
    }),
  }
}
