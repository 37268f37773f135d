import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { analyseAccount } from '../analyse-account.ts'
import { campaign, sampleAccount, sums } from '../samples/sample-account.ts'
import type { AccountChange } from './inventory.ts'
import type { CampaignFacts, WholeSnapshot } from './snapshot.ts'

const TODAY = sampleAccount().account.today

const change = (daysAgo: number, over: Partial<AccountChange> = {}): AccountChange => ({
  at: `${addDays(TODAY, -daysAgo)} 10:00:00`,
  clientType: 'GOOGLE_ADS_WEB_CLIENT',
  resourceType: 'CAMPAIGN_BUDGET',
  operation: 'UPDATE',
  changedFields: ['amount_micros'],
  campaignId: '2',
  beforeMicros: 40 * MICROS,
  afterMicros: 50 * MICROS,
  ...over,
})

const told = (account: WholeSnapshot) =>
  analyseAccount(account).recommendations.map((one) => one.rule)
const reason = (account: WholeSnapshot, rule: string) =>
  analyseAccount(account).silenced.find((one) => one.rule === rule)?.reason

describe('what was changed lately', () => {
  const limited = (...changes: AccountChange[]) =>
    sampleAccount({
      targetCpaMicros: 9 * MICROS,
      campaigns: [
        campaign({ status: 'PAUSED' }),
        campaign({
          id: '2',
          budgetId: '92',
          biddingStrategyType: 'MANUAL_CPC',
          sums: sums(4_000, 600),
          impressionShare: { eligible: 160_000, lostToBudget: 60_000, lostToRank: 0 },
        }),
      ],
      inventory: { changes },
    })

  test('a budget is not raised again until it can be seen what the last change of it brought', () => {
    expect(told(limited())).toContain('limited-budgets')
    expect(told(limited(change(20)))).toContain('limited-budgets')
    expect(told(limited(change(3)))).not.toContain('limited-budgets')
    expect(reason(limited(change(3)), 'limited-budgets')).toContain('hasta que se vea qué ha dado')
  })

  test('nor after another target or another way of bidding, but beside changes of something else, or by cents', () => {
    const of = (field: string, over: Partial<AccountChange> = {}) =>
      told(limited(change(3, { changedFields: [field], resourceType: 'CAMPAIGN', ...over })))
    expect(of('maximize_conversions.target_cpa_micros')).not.toContain('limited-budgets')
    expect(of('bidding_strategy_type')).not.toContain('limited-budgets')
    expect(of('name')).toContain('limited-budgets')
    expect(of('amount_micros', { campaignId: '1' })).toContain('limited-budgets')
    expect(of('amount_micros', { afterMicros: 40.3 * MICROS })).toContain('limited-budgets')
  })

  test('what was taken back is as it was, and may be changed again at once', () => {
    const undone = { isUndone: true as const }
    const back = { beforeMicros: 50 * MICROS, afterMicros: 40 * MICROS }
    const twice = [change(3, undone), change(2, { ...back, ...undone })]
    expect(told(limited(...twice))).toContain('limited-budgets')
    expect(told(limited(...twice, change(1)))).not.toContain('limited-budgets')
  })

  test('what was put back by hand within a week likewise, but not after longer, nor to another amount', () => {
    const back = (daysAgo: number, after = 40) =>
      change(daysAgo, { beforeMicros: 50 * MICROS, afterMicros: after * MICROS })
    expect(told(limited(back(1), change(3)))).toContain('limited-budgets')
    expect(told(limited(back(1), change(9)))).not.toContain('limited-budgets')
    expect(told(limited(back(1, 45), change(3)))).not.toContain('limited-budgets')
    const ofAnother = { ...back(1), campaignId: '1' }
    expect(told(limited(ofAnother, change(3)))).not.toContain('limited-budgets')
  })

  test('what was moved to a budget is not moved again, nor its giver halved', () => {
    const poor: Partial<CampaignFacts> = { biddingStrategyType: 'MAXIMIZE_CONVERSIONS' }
    const account = (...changes: AccountChange[]) =>
      sampleAccount({
        targetCpaMicros: 12 * MICROS,
        campaigns: [
          campaign({ ...poor, id: '1', sums: sums(9_000, 60) }),
          campaign({
            ...{ id: '2', name: 'Botas', budgetId: '92', biddingStrategyType: 'MANUAL_CPC' },
            sums: sums(9_000, 700),
            impressionShare: { eligible: 400_000, lostToBudget: 200_000, lostToRank: 0 },
          }),
        ],
        inventory: { changes },
      })
    const moved = account(change(1), change(1, { campaignId: '1', afterMicros: 35 * MICROS }))
    const ofBudgets = /budget-shift|limited-budgets|campaigns-without-return|low-roas/
    expect(told(account()).filter((rule) => ofBudgets.test(rule))).not.toEqual([])
    expect(told(moved).filter((rule) => ofBudgets.test(rule))).toEqual([])
    expect(reason(moved, 'budget-shift')).toContain('primero se ve qué ha dado')
  })
})
