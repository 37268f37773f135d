import { describe, expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import { MICROS } from '#shared/metrics.ts'
import type { KeywordFacts, NegativeKeyword, WholeSnapshot } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'

const base = sampleAccount()
const withKeywords = (keywords: KeywordFacts<Column>[], over: Partial<WholeSnapshot> = {}) =>
  sampleAccount({ keywords: [...base.keywords, ...keywords], ...over })
const found = (snapshot: WholeSnapshot, rule: string) =>
  analyseAccount(snapshot).recommendations.filter((one) => one.rule === rule)
const reason = (snapshot: WholeSnapshot, rule: string) =>
  analyseAccount(snapshot).silenced.find((one) => one.rule === rule)?.reason

describe('broad match without Smart Bidding', () => {
  const rule = 'broad-without-smart-bidding'
  const account = (
    broad: number,
    exact: number,
    strategy = 'MANUAL_CPC',
    text = 'zapatos baratos',
  ) =>
    withKeywords(
      [
        keyword(text, sums(2_000, broad), { matchType: 'BROAD' }),
        keyword('zapatos piel', sums(1_500, exact), { matchType: 'EXACT' }),
      ],
      { campaigns: [campaign({ biddingStrategyType: strategy })] },
    )

  test('what it costs more than exact is said; Smart Bidding is left alone', () => {
    const [one] = found(account(30, 90), rule)
    const { monthlyLowMicros, monthlyHighMicros } = one!.evidence.forecast!
    expect(monthlyLowMicros).toBeGreaterThan(0)
    // None to all of the way to the price of exact ones, which are other words.
    expect(monthlyHighMicros).toBeGreaterThan(5 * monthlyLowMicros)
    expect(one!.priority).toBe('medium')
    expect(one!.estimatedImpact).toContain('(un supuesto)')
    expect(one!.evidence.change!.operations).toEqual([])
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(account(30, 90, 'MAXIMIZE_CONVERSIONS'), rule)).toEqual([])
    expect(found(account(30, 90, 'A_STRATEGY_OF_TOMORROW'), rule)).toEqual([])
    expect(found(account(30, 90, 'TARGET_SPEND'), rule)).toHaveLength(1)
  })

  test('Google’s bidding is advised only where it could learn; one keyword is one', () => {
    const place = { campaignId: '2', adGroupId: '21' }
    const said = (scale: number) => {
      const keywords = [
        keyword('botas baratas', sums(2_000 * scale, 50 * scale), { ...place, matchType: 'BROAD' }),
        keyword('botas piel', sums(1_500 * scale, 40 * scale), { ...place, matchType: 'EXACT' }),
      ]
      const hand = campaign({ id: '2', biddingStrategyType: 'MANUAL_CPC', sums: sums(3_500, 90) })
      const campaigns = [campaign(), hand]
      const [one] = found(withKeywords(keywords, { campaigns }), rule)
      return `${one!.description} ${one!.evidence.change!.after}`
    }
    expect(said(1)).toMatch(
      /Pásala a frase o exacta, o prueba .*La misma en frase o exacta, o un exp/,
    )
    expect(said(0.4)).toMatch(/aprendería poco más que del azar\. La misma en frase o exacta\.$/)
  })

  test('no amount where exact is no cheaper, nothing where broad is cheap', () => {
    const [one] = found(account(70, 55), rule)
    expect(one!.evidence.forecast).toBeNull()
    expect(one!.evidence.figures.map(({ key }) => key)).not.toContain('probability')
    expect(found(account(200, 90), rule)).toEqual([])
    expect(reason(account(200, 90), rule)).toContain('sale a buen precio')
  })

  test('the old modified broad match is no broad match', () => {
    expect(found(account(30, 90, 'MANUAL_CPC', '+zapatos +baratos'), rule)).toEqual([])
  })
})

describe('match types', () => {
  const rule = 'match-type-mix'
  const account = (near: number, exact = 80, clicks = 1_000, biddingStrategyType = 'MANUAL_CPC') =>
    sampleAccount({
      campaigns: [campaign({ biddingStrategyType })],
      searchTerms: [
        searchTerm('zapatos piel', sums(1_000, exact), { matchType: 'EXACT' }),
        ...Array.from({ length: 50 }, (_, i) =>
          searchTerm(`zapato m${i}x`, sums(clicks / 50, near / 50), { matchType: 'NEAR_EXACT' }),
        ),
      ],
    })

  test('what a paused keyword brought is not going on', () => {
    const shown = account(30)
    const searchTerms = shown.searchTerms.map((term) =>
      term.matchType === 'EXACT' ? term : { ...term, criterionId: 'botas' },
    )
    const brought = (status: 'ENABLED' | 'PAUSED') => ({
      ...shown,
      searchTerms,
      keywords: [...shown.keywords, keyword('botas', sums(1_000, 30), { status })],
    })
    expect(found(brought('ENABLED'), rule)).toHaveLength(1)
    expect(found(brought('PAUSED'), rule)).toEqual([])
  })

  test('nor what a negative keyword stops by now', () => {
    const negative = { scope: 'campaign', campaignId: '1', text: 'zapato', matchType: 'BROAD' }
    expect(found({ ...account(30), negatives: [negative as NegativeKeyword] }, rule)).toEqual([])
  })

  test('variants that leak are told by match type, with what the same conversions cost exact', () => {
    const [one] = found(account(30), rule)
    expect(one!.title).toContain('variante parecida')
    expect(one!.evidence.table.rows).toHaveLength(2)
    expect(one!.evidence.forecast!.monthlyMidMicros).toBeGreaterThan(0)
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('what is dearer than exact and still within what a conversion may cost is no waste', () => {
    const rich = { ...account(30), targetCpaMicros: 30 * MICROS }
    expect(found(rich, rule)).toEqual([])
    expect(reason(rich, rule)).toContain('menos de lo que puede costar')
  })

  test('where Google bids for each search no amount is claimed for another match', () => {
    const [one] = found(account(30, 80, 1_000, 'MAXIMIZE_CONVERSIONS'), rule)
    expect(one!.evidence.forecast).toBeNull()
    expect(one!.estimatedImpact).toContain('Sin importe')
    expect(one!.description).not.toContain('Pasa a exacta')
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('silence where they convert alike or too little is known', () => {
    expect(found(account(75), rule)).toEqual([])
    expect(found(account(160), rule)).toEqual([])
    expect(reason(account(75), rule)).toContain('puede ser azar')
    expect(reason(account(5, 80, 60), rule)).toContain('clics suficientes')
    expect(found(account(0, 0), rule)).toEqual([])
  })

  test('what no keyword brought, as of dynamic ads beside them, is of no match type', () => {
    const as = (matchType: string) => ({
      ...account(30),
      searchTerms: account(30).searchTerms.map((term) =>
        term.matchType === 'EXACT' ? term : { ...term, matchType },
      ),
    })
    expect(found(as('BROAD'), rule)).toHaveLength(1)
    expect(found(as('AI_MAX'), rule)).toHaveLength(1)
    expect(found(as('UNKNOWN'), rule)).toEqual([])
    expect(reason(as('UNKNOWN'), rule)).toContain('clics suficientes')
  })

  test('worse variants make it surer', () => {
    const [worse, bad] = [found(account(15), rule)[0]!, found(account(35), rule)[0]!]
    expect(worse.probability).toBeGreaterThan(bad.probability)
  })
})
