import { expect, test } from 'vitest'
import { asOne } from '../rules/bidding/campaigns-as-one.ts'
import { defineRule, type RuleResult } from '../rules/rule.ts'
import { campaign, sampleAccount } from '../samples/sample-account.ts'
import { contextOf } from './context.ts'
import { COLUMNS, COUNTED, type Sums } from './known-figures.ts'
import { sharesOf } from './known-settings.ts'
import { withKnown, withoutUnknown } from './known-snapshot.ts'
import { addUp } from './measurement.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'

/** What must not compile; the directive is an error of its own where it does. */
const nothing: RuleResult = { findings: [], silence: null }
const rest = { title: 'x', category: 'bids', words: {} } as const

const counts = (sums: { clicks: number }) => sums.clicks

test('a snapshot of which nothing is said has no figure that can be read', () => {
  const read = ({ campaigns, searchTerms, accountDays }: AccountSnapshot) => [
    // @ts-expect-error the level may be unknown
    counts(campaigns[0]!.sums),
    // @ts-expect-error the level may be unknown
    searchTerms[0]!.sums.costMicros * 2,
    // @ts-expect-error the level may be unknown
    accountDays[0]!.conversionsMicros + 1,
  ]
  expect(read(sampleAccount())).toHaveLength(3)
})

test('a rule reads the levels and columns that it needs, and no others', () => {
  const rule = defineRule({
    ...rest,
    name: 'one',
    needs: { levels: ['campaign'], columns: ['clicks'] },
    run: ({ campaigns, keywords }) => {
      const [first] = campaigns
      counts(first!.sums)
      // @ts-expect-error the column is not among its needs
      first!.sums.costMicros.toFixed()
      // @ts-expect-error nor is the level
      keywords[0]!.sums.clicks.toFixed()
      return nothing
    },
  })
  const other = defineRule({
    ...rest,
    name: 'other',
    needs: { conversions: true, levels: ['campaign'] },
    run: ({ campaigns }) => {
      campaigns[0]!.sums.conversionsMicros.toFixed()
      // @ts-expect-error conversions tell nothing of impressions
      campaigns[0]!.sums.impressions.toFixed()
      return nothing
    },
  })
  expect([rule.name, other.name]).toEqual(['one', 'other'])
})

test('what knows less is not taken for what knows more', () => {
  const asks = (one: CampaignFacts<'impressions'>) => one.sums.impressions
  const some: CampaignFacts<'clicks'> = { ...campaign(), sums: { clicks: 1 } }
  // @ts-expect-error its impressions may be unknown
  expect(asks(some)).toBeUndefined()
  expect(asks(campaign())).toBeGreaterThan(0)
  // @ts-expect-error Google may give no impression share
  expect(campaign().impressionShare.eligible).toBeGreaterThan(0)
})

test('what the source did not give is taken away, whatever stands in its place', () => {
  const whole = sampleAccount()
  expect(withoutUnknown(whole)).toBe(whole)
  const knownColumns = COLUMNS.filter((column) => column !== 'conversionsMicros')
  const covered = { from: whole.window.from, to: whole.window.to, isComplete: true }
  const some = { ...whole, knownColumns, coverage: { campaign: covered, keyword: covered } }
  const left = withoutUnknown(some)
  expect(Object.keys(left.campaigns[0]!.sums).toSorted()).toEqual(knownColumns.toSorted())
  expect(left.searchTerms[0]!.sums).toEqual({})
  expect(left.accountDays[0]).toEqual({ day: whole.accountDays[0]!.day })
  expect(withKnown(some, ['campaign'], COUNTED)).toBeNull()
  expect(withKnown(some, ['searchTerm'], ['clicks'])).toBeNull()
  expect(withKnown(some, ['campaign'], ['clicks'])).toBe(some)
  const { measurement, sums, targetOf } = contextOf(left, {} as never)
  expect(measurement).toMatchObject({ blocked: 'unknown', problems: [], power: null })
  expect(sums.conversionsMicros).toBeUndefined()
  expect(targetOf('1')).toBeNull()
})

test('a sum knows what all its rows know', () => {
  const rows: Sums<'clicks'>[] = [{ clicks: 2, costMicros: 5 }, { clicks: 3 }]
  expect(addUp(rows)).toEqual({ clicks: 5 })
})

test('a share of nothing is no share of 0', () => {
  const none = { eligible: 0, lostToBudget: 0, lostToRank: 0 }
  expect(sharesOf(campaign({ impressionShare: none }))).toBeNull()
  expect(sharesOf(campaign({ impressionShare: undefined }))).toBeNull()
  expect(sharesOf(campaign())?.won).toBeCloseTo(0.45)
})

test('impressions of days without a share are no part of one', () => {
  const few = campaign().sums.impressions / 10
  const some = campaign({
    impressionShare: { impressions: few, eligible: 2 * few, lostToBudget: few, lostToRank: 0 },
  })
  expect(sharesOf(some)).toEqual({ won: 0.5, lostToBudget: 0.5, lostToRank: 0 })
  expect(sharesOf(asOne([some, some]))).toEqual(sharesOf(some))
})
