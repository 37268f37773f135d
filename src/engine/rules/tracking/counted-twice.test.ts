import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import type { WholeSnapshot } from '../../account/snapshot.ts'
import { campaign, keyword, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, reasonOf } from '../../samples/sample-analysis.ts'
import type { RuleName } from '../rules.ts'

const { window } = sampleAccount()
const days = eachDay(window.from, window.to)

/** A campaign that bids with much room and lacks budget; of its forms `again` are counted a second time from the day `since` on, beside as many calls as `calls`. */
function account(again: boolean, calls = 0, since = 0) {
  const kinds = ['Formulario', 'generate_lead', 'Llamada'].map((name, i) => ({
    ...{ id: `${i + 5}`, name, status: 'ENABLED' as const, primaryForGoal: true },
    category: i === 2 ? 'PHONE_CALL_LEAD' : 'SUBMIT_LEAD_FORM',
  }))
  const counts = days.map((_, i) => 2 + ((i * 7) % 11))
  const rows = (actionId: string, count: (i: number) => number) =>
    days.map((day, i) => ({
      ...{ actionId, day, conversionsMicros: count(i) * MICROS, valueMicros: 0 },
    }))
  const conversionDays = [
    ...rows('5', (i) => counts[i]!),
    ...rows('6', (i) =>
      i < since ? 0 : again ? counts[i]! : counts[(i * 13 + 5) % counts.length]!,
    ),
    ...rows('7', (i) => calls * counts[(i * 29 + 3) % counts.length]!),
  ]
  const short = { eligible: 400_000, lostToBudget: 160_000, lostToRank: 0 }
  const told = { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 20 * MICROS }
  return sampleAccount({
    conversionActions: calls > 0 ? kinds : kinds.slice(0, 2),
    inventory: { conversionDays },
    campaigns: [campaign({ ...told, impressionShare: short })],
    targetCpaMicros: 30 * MICROS,
  })
}

const count = (rule: RuleName, ...of: Parameters<typeof account>) =>
  found(account(...of), rule).length

test('nothing that conversions make look cheap is told while they are counted twice', () => {
  expect(count('bid-targets', false)).toBe(1)
  expect(found(account(true), 'duplicate-conversions')).toHaveLength(1)
  for (const rule of ['bid-targets', 'limited-budgets', 'budget-shift'] as const) {
    expect(count(rule, true)).toBe(0)
    expect(reasonOf(account(true), rule)).toContain('parecen contar lo mismo')
  }
})

test('of a small part of all, that it is counted twice changes little', () => {
  expect(count('duplicate-conversions', true, 9)).toBe(1)
  expect(count('bid-targets', true, 9)).toBe(1)
})

test('a second tag that begins within the window is held against the days that both have counted', () => {
  const since = days.length - 30
  const [card] = found(account(true, 0, since), 'duplicate-conversions')
  expect(card!.description).toMatch(
    /^En los 30 días en que han contado las dos registraron (\d+) y \1 conversiones/,
  )
  expect(count('limited-budgets', true, 0, since)).toBe(0)
  expect(count('duplicate-conversions', false, 0, since)).toBe(0)
  // Of two weeks too few days are known.
  expect(count('duplicate-conversions', true, 0, days.length - 10)).toBe(0)
})

/** All that is counted is counted `times` times, by as many actions; a keyword sells at 50 € of which 12.50 € may be paid. */
function counted(times: 1 | 2): WholeSnapshot {
  const again = (of: Metrics): Metrics => ({
    ...of,
    conversionsMicros: of.conversionsMicros * times,
    valueMicros: of.valueMicros * times,
  })
  const account = sampleAccount({ targetCpaMicros: 12.5 * MICROS })
  const dear = keyword('botas lluvia', sums(1_200, 12), { criterionId: '77' })
  const whole = campaign()
  const actions = ['Compra', 'purchase (GA4)'].slice(0, times).map((name, i) => ({
    ...{ id: `${i + 5}`, name, status: 'ENABLED' as const, primaryForGoal: true },
    category: 'PURCHASE',
  }))
  const conversionDays = actions.flatMap(({ id: actionId }) =>
    days.map((day, i) => {
      const own = sums(0, 2 + ((i * 7) % 6))
      return { ...own, actionId, day }
    }),
  )
  const parts = ['keywords', 'searchTerms', 'accountDays'] as const
  return {
    ...account,
    ...Object.fromEntries(
      parts.map((part) => [
        part,
        account[part].map((row) =>
          'sums' in row ? { ...row, sums: again(row.sums) } : { ...row, ...again(row) },
        ),
      ]),
    ),
    campaigns: [{ ...whole, sums: again(whole.sums) }],
    keywords: [...account.keywords, dear].map((one) => ({ ...one, sums: again(one.sums) })),
    conversionActions: actions,
    inventory: { conversionDays },
  }
}

test('amounts are those of conversions that are counted once, and the card says that it shows some twice', () => {
  const [once, twice] = ([1, 2] as const).map((times) => found(counted(times), 'dear-keywords'))
  expect(once).toHaveLength(1)
  expect(twice).toHaveLength(1)
  const middle = (cards: typeof once) => cards![0]!.evidence.forecast!.monthlyMidMicros
  expect(middle(twice) / middle(once)).toBeCloseTo(1, 1)
  expect(twice![0]!.evidence.counterEvidence.join(' ')).toContain('parecen contar lo mismo')
  expect(once![0]!.evidence.counterEvidence.join(' ')).not.toContain('parecen contar lo mismo')
})

test('of two that count the same sale with unlike values it is worth the higher, whichever comes first', () => {
  const cards = (each: readonly [number, number]) => {
    const account = counted(2)
    let rows = 0
    const valued = <T extends Metrics>(of: T): T => {
      const unlike = 0.8 + (rows++ % 5) / 10
      return { ...of, valueMicros: Math.round(of.conversionsMicros * 50 * unlike) }
    }
    const conversionDays = account.inventory!.conversionDays!.map((day, i) => {
      const own = day.actionId === '5' ? each[0] : each[1]
      return { ...day, valueMicros: day.conversionsMicros * own * (0.8 + (i % 5) / 10) }
    })
    return found(
      {
        ...account,
        targetCpaMicros: 0,
        campaigns: account.campaigns.map((one) => ({ ...one, sums: valued(one.sums) })),
        keywords: account.keywords.map((one) => ({ ...one, sums: valued(one.sums) })),
        searchTerms: account.searchTerms.map((one) => ({ ...one, sums: valued(one.sums) })),
        accountDays: account.accountDays.map(valued),
        inventory: { conversionDays },
      },
      'low-roas',
    ).map(({ title }) => title)
  }
  // A sale of 90 € for 12.50 €, of which the other tag says 10 €.
  expect(cards([90, 10])).toEqual([])
  expect(cards([10, 90])).toEqual([])
})

test('what its owner would pay is as far away where conversions are counted twice', () => {
  for (const times of [1, 2] as const) {
    const account = { ...counted(times), targetCpaMicros: 3 * MICROS }
    expect(found(account, 'goal-reach')).toHaveLength(1)
    expect(found(account, 'dear-keywords')).toEqual([])
  }
})
