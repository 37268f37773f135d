import type { AccountSnapshot } from '#engine/account/snapshot.ts'
import { chanceFrom } from '../chance.ts'
import { drawConversions } from './conversions.ts'
import { drawLag } from './lags.ts'
import { lossOf } from './losses.ts'
import { added } from './sums.ts'
import { drawTraffic } from './traffic.ts'
import type { Plan, PlantedLoss, World } from './world.ts'

const DAY_MS = 86_400_000
/** Any weekday, any season. */
const EPOCH = Date.UTC(2024, 0, 1)
const WINDOW_DAYS = 90

export function drawAccount(plan: Plan): {
  snapshot: AccountSnapshot
  planted: PlantedLoss | null
} {
  const chance = chanceFrom(`tracking ${plan.seed}`)
  const end = Math.floor(chance.between(0, 1_000))
  const days = Array.from({ length: plan.historyDays }, (_, i) =>
    dayText(end - plan.historyDays + i),
  )
  const world: World = { detail: true, ...plan, chance, days, today: dayText(end) }
  const traffic = drawTraffic(world)
  const lag = drawLag(world)
  const planted = plan.loss ? lossOf(world, plan.loss) : null
  const counted = drawConversions(world, traffic, lag, planted)
  const windowLength = Math.min(WINDOW_DAYS, plan.historyDays)
  // As the product does: up to the day of whose conversions nine tenths are thought to have come.
  const last = Math.max(windowLength - 1, plan.historyDays - 1 - lag.waitedDays)
  const window = { from: days[Math.max(0, last - WINDOW_DAYS + 1)]!, to: days[last]! }
  const inWindow = ({ day }: { day: string }) => day >= window.from && day <= window.to
  const byDay = days.map((day, d) => ({ day, ...counted.account[d]! }))
  const campaignDays = counted.campaigns.flatMap((own, c) =>
    days.map((day, d) => ({ campaignId: String(c + 1), day, ...own[d]! })),
  )
  const actionRows = counted.actions.flatMap((own, a) =>
    days.flatMap((day, d) =>
      own[d]!.conversionsMicros > 0 ? [{ actionId: String(a + 1), day, ...own[d]! }] : [],
    ),
  )
  const snapshot: AccountSnapshot = {
    account: {
      name: 'Cuenta',
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      today: world.today,
      source: 'google',
    },
    window,
    lagCurve: lag.known,
    campaigns: counted.campaigns.map((_, c) => ({
      id: String(c + 1),
      name: `Campaña ${c + 1}`,
      status: 'ENABLED',
      channelType: 'SEARCH',
      biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
      budgetMicros: 1e12,
      budgetShared: false,
      sums: added(campaignDays.filter((row) => row.campaignId === String(c + 1)).filter(inWindow)),
      impressionShare: { eligible: 0, lostToBudget: 0, lostToRank: 0 },
    })),
    adGroups: [],
    keywords: [],
    searchTerms: [],
    negatives: [],
    conversionActions: counted.actions.map((_, a) => ({
      id: String(a + 1),
      name: `Acción ${a + 1}`,
      status: 'ENABLED',
      category: 'PURCHASE',
      primaryForGoal: true,
    })),
    accountDays: byDay.filter(({ clicks }) => clicks > 0),
  }
  if (!world.detail) return { snapshot, planted }
  return {
    planted,
    snapshot: {
      ...snapshot,
      inventory: { conversionDays: actionRows.filter(inWindow) },
      campaignDays: campaignDays.filter(({ clicks }) => clicks > 0),
      // Asked of Google once a day, over the window and up to yesterday; the account's own days reach further back.
      actionDays: {
        from: window.from,
        to: days.at(-1)!,
        rows: actionRows.filter(({ day }) => day >= window.from),
      },
    },
  }
}

function dayText(sinceEpoch: number): string {
  return new Date(EPOCH + sinceEpoch * DAY_MS).toISOString().slice(0, 10)
}
