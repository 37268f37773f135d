import { describe, expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { AccountChange } from '../../account/inventory.ts'
import type { CampaignFacts, WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, plain, reasonOf } from '../../samples/sample-analysis.ts'

const base = sampleAccount()
const of = (over: Partial<CampaignFacts<Column>>, more: Partial<WholeSnapshot> = {}) =>
  sampleAccount({ campaigns: [campaign(over)], ...more })

describe('auctions lost to rank', () => {
  const rule = 'lost-to-rank'
  const losing = (lost: number, conversions = 360, over: Partial<CampaignFacts<Column>> = {}) =>
    of(
      {
        sums: sums(9_000, conversions),
        impressionShare: { eligible: 400_000, lostToBudget: 0, lostToRank: lost * 400_000 },
        ...over,
      },
      { targetCpaMicros: 15 * MICROS },
    )

  test('from 30 % on, where conversions are cheap; the most to win is no promise', () => {
    const [one] = found(losing(0.3), rule)
    expect(one!.evidence.forecast).toBeNull()
    expect(one!.priority).toBe('low')
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(losing(0.29), rule)).toEqual([])
    expect(reasonOf(losing(0.29), rule)).toContain('Ninguna campaña')
    expect(found(losing(0.9001), rule)).toHaveLength(1)
  })

  test('not where they are dear, paused or the brand', () => {
    expect(reasonOf(losing(0.5, 200), rule)).toContain('no se puede asegurar')
    expect(found(losing(0.5, 360, { status: 'PAUSED' }), rule)).toEqual([])
    expect(found(losing(0.5, 360, { name: 'Marca' }), rule)).toEqual([])
  })

  test('nor where the budget runs out: a higher bid would buy fewer clicks of it', () => {
    const spent = (lostToBudget: number) =>
      losing(0.5, 360, {
        impressionShare: { eligible: 400_000, lostToBudget, lostToRank: 200_000 },
      })
    expect(found(spent(60_000), rule)).toEqual([])
    expect(reasonOf(spent(60_000), rule)).toContain('también las pierden por presupuesto')
    const newestShare = {
      impressions: 9_000,
      eligible: 15_000,
      lostToBudget: 100,
      lostToRank: 5_900,
    }
    const [own] = spent(60_000).campaigns
    expect(found({ ...spent(60_000), campaigns: [{ ...own!, newestShare }] }, rule)).toEqual([])
    expect(found(spent(20_000), rule)).toHaveLength(1)
  })

  test('poor quality goes first', () => {
    const keywords = base.keywords.map((one) => ({ ...one, qualityScore: 5 }))
    expect(found({ ...losing(0.5), keywords }, rule)[0]!.description).toContain('nivel de calidad')
    expect(found(losing(0.5), rule)[0]!.description).not.toContain('nivel de calidad')
  })

  test('what is to be raised is what its strategy has', () => {
    const told = (biddingStrategyType?: string) =>
      found(losing(0.5, 360, { biddingStrategyType } as object), rule)[0]!.description
    expect(told('MANUAL_CPC')).toContain('Sube las pujas')
    expect(told('TARGET_CPA')).toContain('Si tiene un objetivo')
    expect(told('TARGET_SPEND')).toContain('si lleva un tope de CPC')
    expect(told('TARGET_IMPRESSION_SHARE')).toContain('la cuota que le pides')
    expect(told()).toContain('lo que frena su puja')
  })
})

describe('manual bids with conversions to learn from', () => {
  const rule = 'smart-bidding'
  const manual = (conversions: number, biddingStrategyType = 'MANUAL_CPC') =>
    of({ biddingStrategyType, sums: sums(9_000, conversions) })

  test('are worth an experiment, no amount', () => {
    const [one] = found(manual(360), rule)
    expect([one!.priority, one!.evidence.forecast]).toEqual(['low', null])
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(manual(75), rule)[0]!.priority).toBe('low')
    expect(found(manual(360, 'ENHANCED_CPC'), rule)[0]!.whyNow).toContain('CPC mejorado')
  })

  test('those of Shopping by value, which is all that it offers', () => {
    const tried = (channelType: string) =>
      found(
        of({ channelType, biddingStrategyType: 'MANUAL_CPC', sums: sums(9_000, 360) }),
        rule,
      )[0]!.evidence.change!.after
    expect(tried('SEARCH')).toContain('«Maximizar conversiones»')
    expect(tried('SHOPPING')).toContain('«Maximizar el valor de conversión»')
  })

  /** 4,500 € in 90 days, 50 a day. */
  const spending = (budget: number, over: Partial<CampaignFacts<Column>> = {}, more = {}) => {
    const spent = { biddingStrategyType: 'MANUAL_CPC', budgetMicros: budget * MICROS }
    const [one] = found(of({ ...spent, sums: sums(9_000, 360), ...over }, more), rule)
    expect(unsupportedNumbers(one!)).toEqual([])
    return { after: plain(one!.evidence.change!.after), text: plain(JSON.stringify(one)) }
  }

  test('a budget that bids do not spend stays unspent: the target is what is reached now', () => {
    expect(spending(150).after).toContain('conversiones» con un CPA objetivo de 12,45 €;')
    expect(spending(150).text).toContain('sin él gastaría todo el presupuesto')
    expect(spending(50).after).toContain('«Maximizar conversiones»; si mejora')
    expect(spending(50).text).toContain('Sin un CPA objetivo gasta todo el presupuesto')
    expect(spending(50, { budgetShared: true }).after).toContain('con un CPA objetivo de 12,45 €')
    const lost = { eligible: 400_000, lostToBudget: 80_000, lostToRank: 40_000 }
    expect(spending(150, { impressionShare: lost }).after).toContain('conversiones»; si mejora')
  })

  test('by value where amounts tell conversions apart, not where its owner says what one is worth', () => {
    const days = base.accountDays.map((day, i) => ({
      ...{ ...day, valueMicros: day.conversionsMicros * (30 + (i % 5) * 5) },
    }))
    const shop = { accountDays: days }
    expect(spending(150, {}, shop).after).toContain(
      'valor de conversión» con un ROAS objetivo del 320 %',
    )
    expect(spending(50, {}, shop).after).toContain('«Maximizar el valor de conversión»; si mejora')
    const said = {
      conversionValues: { campaigns: [{ id: '1', micros: 20 * MICROS }], actions: [] },
    }
    expect(spending(150, {}, { ...shop, ...said }).after).toContain(
      'con un CPA objetivo de 12,45 €',
    )
    const untold = { channelType: 'SHOPPING', sums: { ...sums(9_000, 360), valueMicros: 0 } }
    expect(spending(150, untold).after).toContain('«Maximizar el valor de conversión»; si mejora')
    expect(spending(150, untold).text).toContain('Sin un ROAS objetivo gasta')
  })

  test('so are places on the page, but not of the brand, nor where the name says what for', () => {
    const place = (name: string) =>
      found(
        of({ name, biddingStrategyType: 'TARGET_IMPRESSION_SHARE', sums: sums(4_000, 360) }),
        rule,
      )
    expect(place('Zapatos')[0]!.whyNow).toContain('se paga lo que cueste salir')
    expect(place('Zapatos')[0]!.description).toContain('usa cuota de impresiones objetivo')
    expect(place('Marca')).toEqual([])
    expect(place('Zapatos · Notoriedad')).toEqual([])
  })

  test('silence when there are too few, or nothing is manual', () => {
    expect(found(manual(45), rule)).toEqual([])
    expect(reasonOf(manual(30), rule)).toMatch(/hacen falta unas \d+ conversiones más al mes/)
    expect(reasonOf(manual(360, 'TARGET_CPA'), rule)).toContain('por otra cosa')
    expect(reasonOf(manual(0), rule)).toContain('ninguna conversión')
  })

  test('more conversions make it surer', () => {
    const [few, many] = [found(manual(64), rule)[0]!, found(manual(80), rule)[0]!]
    expect(many.probability).toBeGreaterThan(few.probability)
  })
})

describe('targets of Smart Bidding', () => {
  const rule = 'bid-targets'
  const target = (euros: number, over: Partial<CampaignFacts<Column>> = {}, more = {}) =>
    of({ biddingStrategyType: 'TARGET_CPA', targetCpaMicros: euros * MICROS, ...over }, more)

  test('one that cannot be met is told; one that is nearly met is not', () => {
    const [one] = found(target(9), rule)
    expect([one!.priority, one!.evidence.forecast]).toEqual(['low', null])
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(target(11.5), rule)).toEqual([])
    expect(reasonOf(target(11.5), rule)).toContain('se parecen')
  })

  test('nor is one of too few conversions for what was spent, but for which there should be enough', () => {
    const spent = (conversions: number) => found(target(9, { sums: sums(800, conversions) }), rule)
    // 400 € would have bought 44 at 9 €.
    expect(spent(14)[0]!.title).toContain('no se alcanza')
    expect(spent(10)).toEqual([])
    expect(found(target(30, { sums: sums(800, 6) }), rule)).toEqual([])
  })

  test('nor where searches are why that another card excludes, or a negative keyword stops by now', () => {
    const dear = searchTerm('disfraz flamenca', sums(3_000, 0))
    const searchTerms = [...sampleAccount().searchTerms, dear]
    const negative = { scope: 'campaign', campaignId: '1', text: 'disfraz', matchType: 'BROAD' }
    for (const negatives of [[], [negative]]) {
      const account = target(9, {}, { searchTerms, negatives })
      expect(found(account, 'wasted-search-terms')).toHaveLength(1 - negatives.length)
      expect(found(account, rule)).toEqual([])
      const why =
        negatives.length === 0 ? 'lo explican búsquedas' : 'se parecen a lo que se consigue'
      expect(reasonOf(account, rule)).toContain(why)
    }
    expect(found(target(5, {}, { searchTerms }), rule)).toHaveLength(1)
  })

  test('slack only matters where the budget runs out', () => {
    const impressionShare = { eligible: 400_000, lostToBudget: 60_000, lostToRank: 0 }
    const [one] = found(target(20, { impressionShare }), rule)
    expect(one!.title).toContain('va sobrado')
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(target(20), rule)).toEqual([])
  })

  test('one that is missed while the budget runs out chokes nothing: it is not to be loosened', () => {
    const impressionShare = { eligible: 400_000, lostToBudget: 160_000, lostToRank: 0 }
    const [spent, unspent] = [{ impressionShare }, { budgetMicros: 1_000 * MICROS }].map(
      (over) => found(target(9, over), rule)[0]!,
    )
    expect(spent!.title).toContain('no se alcanza')
    expect(spent!.description).toContain('gasta todo su presupuesto')
    expect(spent!.evidence.change!.after).toContain('El objetivo se queda')
    expect(unsupportedNumbers(spent!)).toEqual([])
    expect(unspent!.description).toContain('se apaga')
  })

  test('a target ROAS is judged by the value of its conversions', () => {
    const roas = (targetRoas: number) =>
      of({
        biddingStrategyType: 'MAXIMIZE_CONVERSION_VALUE',
        targetRoas,
        budgetMicros: 1_000 * MICROS,
      })
    const [one, ...others] = found(roas(4.5), rule)
    expect(others).toEqual([])
    // As it is asked for and typed in Google Ads, not as the cost per conversion that it allows.
    expect(one!.title).toMatch(/no se alcanza: un ROAS del 321,3\s%, no del 450\s%$/)
    expect(one!.evidence.change).toMatchObject({
      before: expect.stringMatching(/^ROAS objetivo del 450\s%\.$/),
      after: expect.stringMatching(/^Un objetivo más cercano al 321,3\s%/),
    })
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(roas(3.2), rule)).toEqual([])
    // Missed by more than a conversion may be worth to who asks for it, it is more than a setting.
    expect([one, found(roas(6), rule)[0]].map((card) => card!.priority)).toEqual(['low', 'medium'])
  })

  test('nothing while it learns, with few conversions, or without a target', () => {
    const settings = (biddingSystemStatus: string) => ({
      inventory: {
        campaignSettings: [
          {
            campaignId: '1',
            biddingSystemStatus,
            primaryStatusReasons: [],
            automations: [],
            restrictedDimensions: [],
          },
        ],
      },
    })
    expect(found(target(9, {}, settings('LEARNING_NEW')), rule)).toEqual([])
    expect(reasonOf(target(9, {}, settings('LEARNING_NEW')), rule)).toContain('aprendiendo')
    // A portfolio of which several strategies learn, or one for several reasons.
    expect(found(target(9, {}, settings('MULTIPLE_LEARNING')), rule)).toEqual([])
    expect(found(target(9, {}, settings('ENABLED')), rule)).toHaveLength(1)
    expect(found(target(9, { sums: sums(300, 12) }), rule)).toEqual([])
    expect(reasonOf(of({ biddingStrategyType: 'MAXIMIZE_CONVERSIONS' }), rule)).toContain('Ninguna')
  })
})

describe('too many changes', () => {
  const rule = 'too-many-changes'
  const { today } = base.account
  const change = (daysAgo: number, before: number, after: number, field = 'amount_micros') =>
    ({
      at: `${addDays(today, -daysAgo)} 10:00:00`,
      clientType: 'GOOGLE_ADS_WEB_CLIENT',
      resourceType: 'CAMPAIGN_BUDGET',
      operation: 'UPDATE',
      changedFields: [field],
      campaignId: '1',
      beforeMicros: before * MICROS,
      afterMicros: after * MICROS,
    }) as AccountChange
  const changed = (...changes: AccountChange[]) => of({}, { inventory: { changes } })

  test('a step of more than 20 % of the budget or 15 % of the target in a week is told', () => {
    const [one] = found(changed(change(3, 50, 61)), rule)
    expect([one!.evidence.forecast, one!.evidence.change]).toEqual([null, null])
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(changed(change(3, 50, 60)), rule)).toEqual([])
    const field = 'maximize_conversions.target_cpa_micros'
    expect(found(changed(change(3, 10, 11.6, field)), rule)).toHaveLength(1)
    expect(found(changed(change(3, 10, 11.5, field)), rule)).toEqual([])
  })

  test('small steps within a week add up, a month ago they no longer count', () => {
    const steps = [change(6, 50, 57), change(2, 57, 65)]
    expect(found(changed(...steps), rule)).toHaveLength(1)
    expect(found(changed(...steps.toReversed()), rule)).toHaveLength(1)
    expect(found(changed(change(13, 50, 57), change(2, 57, 65)), rule)).toEqual([])
    expect(found(changed(change(20, 50, 90)), rule)).toEqual([])
  })

  test('how far a card of ours may go is not held against it the day after', () => {
    const ofCard = { ...change(3, 50, 25), isOfCard: true as const }
    expect(found(changed(change(3, 50, 25)), rule)).toHaveLength(1)
    expect(found(changed(ofCard), rule)).toEqual([])
  })

  test('another way of bidding is left to learn, once Google sets the bids', () => {
    const switched = (daysAgo: number) => {
      const {
        beforeMicros: _,
        afterMicros: __,
        ...one
      } = change(daysAgo, 1, 1, 'bidding_strategy_type')
      return changed(one as AccountChange)
    }
    const [card] = found(switched(5), rule)
    expect(card!.title).toContain('su estrategia de puja cambió el')
    expect(unsupportedNumbers(card!)).toEqual([])
    expect(found(switched(20), rule)).toEqual([])
  })

  test('manual campaigns learn nothing; an imported report knows no changes', () => {
    const manual = of(
      { biddingStrategyType: 'MANUAL_CPC' },
      { inventory: { changes: [change(3, 50, 90)] } },
    )
    expect(reasonOf(manual, rule)).toContain('puja automática')
    expect(reasonOf(base, rule)).toContain('No se han podido leer')
  })

  test('more than a quarter of the campaigns learning at once', () => {
    const learning = (count: number, status = 'LEARNING_BUDGET_CHANGE') => {
      const campaigns = Array.from({ length: 12 }, (_, i) =>
        campaign({ id: `${i}`, name: `C ${i}` }),
      )
      const campaignSettings = campaigns.map(({ id }, i) => ({
        campaignId: id,
        biddingSystemStatus: i < count ? status : 'ENABLED',
        primaryStatusReasons: [],
        automations: [],
        restrictedDimensions: [],
      }))
      return sampleAccount({ campaigns, inventory: { campaignSettings } })
    }
    expect(found(learning(4), rule)[0]!.priority).toBe('low')
    expect(unsupportedNumbers(found(learning(4), rule)[0]!)).toEqual([])
    expect(found(learning(3), rule)).toEqual([])
    expect(found(learning(4, 'MULTIPLE_LEARNING'), rule)).toHaveLength(1)
  })
})
