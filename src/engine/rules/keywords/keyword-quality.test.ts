import { describe, expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import { MICROS } from '#shared/metrics.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, sums } from '../../samples/sample-account.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

const base = sampleAccount()
const found = (snapshot: AccountSnapshot, rule: string) =>
  analyseAccount(snapshot).recommendations.filter((one) => one.rule === rule)
const reason = (snapshot: AccountSnapshot, rule: string) =>
  analyseAccount(snapshot).silenced.find((one) => one.rule === rule)?.reason

/** The sixty ordinary keywords, the first `low` of them with a poor score. */
const scored = (low: number, quality: KeywordFacts['quality'] = undefined) =>
  sampleAccount({
    keywords: base.keywords.map((one, i) => ({
      ...one,
      qualityScore: i < low ? 3 : 8,
      ...(i < low && quality ? { quality } : {}),
    })),
  })

describe('quality score', () => {
  test('spend on low scores is told, from a tenth on; the saving is only for orientation', () => {
    const [one] = found(scored(12), 'low-quality-score')
    expect(one!.evidence.forecast).toBeNull()
    expect(one!.expectedValueMicros).toBe(0)
    expect(one!.evidence.figures.find(({ key }) => key === 'saving')!.value).toBeCloseTo(
      (12 * 75 * MICROS * 0.3) / 3,
      -2,
    )
    expect(one!.priority).toBe('low')
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(scored(6), 'low-quality-score')).toEqual([])
    expect(reason(scored(6), 'low-quality-score')).toContain('pequeño')
  })

  test('keywords without a score are not bad keywords', () => {
    expect(reason(base, 'low-quality-score')).toContain('no da todavía el nivel de calidad')
    expect(reason(base, 'quality-components')).toContain('No se conocen')
  })

  test('of a competitor’s name nobody scores well: nothing to repair', () => {
    const campaigns = [campaign({ name: 'Búsqueda · Competencia' })]
    expect(found({ ...scored(60), campaigns }, 'low-quality-score')).toEqual([])
    expect(reason({ ...scored(60), campaigns }, 'low-quality-score')).toContain('competencia')
  })

  test('the component that fails is named instead, the landing page at 15 %, the others at 20 %', () => {
    const poor = (key: 'landingPage' | 'adRelevance' | 'expectedCtr', low: number) =>
      scored(low, {
        expectedCtr: 'AVERAGE',
        adRelevance: 'AVERAGE',
        landingPage: 'AVERAGE',
        [key]: 'BELOW_AVERAGE',
      })
    const [one] = found(poor('landingPage', 10), 'quality-components')
    expect(one!.title).toContain('página de destino')
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(poor('landingPage', 10), 'low-quality-score')).toEqual([])
    expect(reason(poor('landingPage', 10), 'low-quality-score')).toContain('se sabe qué falla')
    expect(found(poor('landingPage', 9), 'quality-components')).toEqual([])
    expect(found(poor('adRelevance', 12), 'quality-components')).toEqual([])
    expect(found(poor('adRelevance', 13), 'quality-components')).toHaveLength(1)
    expect(found(poor('expectedCtr', 13), 'quality-components')).toHaveLength(1)
  })
})

describe('keywords that are not shown', () => {
  const rule = 'silent-keywords'
  const silent = (count: number, over: Partial<KeywordFacts<Column>> = {}) =>
    sampleAccount({
      keywords: [
        ...base.keywords,
        ...Array.from({ length: count }, (_, i) => keyword(`rara ${i}`, sums(0, 0), over)),
      ],
    })

  test('many without impressions are told, few are not', () => {
    const [one] = found(silent(8, { quality: { servingStatus: 'RARELY_SERVED' } }), rule)
    expect(one!.description).toContain('casi nadie las busca')
    expect(one!.description).toContain('activas en esa campaña.')
    expect(one!.priority).toBe('low')
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(silent(4), rule)).toEqual([])
    expect(found(silent(8, { status: 'PAUSED' }), rule)).toEqual([])
  })

  test.each(['DISPLAY', 'VIDEO', 'DEMAND_GEN'])(
    'nor those of %s campaigns, which nobody searches for',
    (channelType) => {
      const own = campaign({ id: '7', name: 'Topics', channelType, sums: sums(2000, 60) })
      const account = silent(12, { campaignId: '7', quality: { approvalStatus: 'DISAPPROVED' } })
      const shown = silent(12, { campaignId: '7' })
      for (const one of [account, shown])
        expect(found({ ...one, campaigns: [...base.campaigns, own] }, rule)).toEqual([])
    },
  )

  test.each([
    ['CREATE' as const, ['ad_group', 'keyword.text']],
    ['UPDATE' as const, ['status']],
  ])('nor those that were added or taken up again of late', (operation, changedFields) => {
    const account = silent(8)
    const changes = account.keywords.slice(-8).map(({ adGroupId, criterionId }) => ({
      ...{ at: '2026-11-18 10:00:00', clientType: 'GOOGLE_ADS_WEB_CLIENT', operation },
      ...{ resourceType: 'AD_GROUP_CRITERION', changedFields, adGroupId, criterionId },
    }))
    expect(found({ ...account, inventory: { changes } }, rule)).toEqual([])
    const others = changes.map((one) => ({ ...one, changedFields: ['cpc_bid_micros'] }))
    const bids = others.map((one) => ({ ...one, operation: 'UPDATE' as const }))
    expect(found({ ...account, inventory: { changes: bids } }, rule)).toHaveLength(1)
  })

  test('nor in a week of data, nor in a campaign that shows nothing', () => {
    const week = { ...silent(20), window: { from: '2026-11-08', to: '2026-11-14' } }
    expect(found(week, rule)).toEqual([])
    const quiet = { ...silent(20), campaigns: [campaign({ sums: sums(0, 0) })] }
    expect(found(quiet, rule)).toEqual([])
  })

  test('one disapproved keyword is enough', () => {
    const account = silent(1, { quality: { approvalStatus: 'DISAPPROVED' } })
    expect(found(account, rule)[0]!.title).toContain('rechazado')
    expect(unsupportedNumbers(found(account, rule)[0]!)).toEqual([])
  })

  const belowFirstPage = (firstPage: number, over: Partial<KeywordFacts<Column>> = {}) => ({
    ...silent(1, { bidMicros: 400_000, quality: { firstPageCpcMicros: firstPage }, ...over }),
    targetCpaMicros: 60 * MICROS,
    campaigns: [campaign({ biddingStrategyType: 'MANUAL_CPC' })],
  })

  test('a bid one step below the first page is raised to it, if a click is worth that', () => {
    const [one] = found(belowFirstPage(441_000), rule)
    expect(one!.evidence.change!.operations[0]!.adGroupCriterionOperation!.update).toMatchObject({
      cpcBidMicros: '450000',
    })
    expect(one!.category).toBe('bids')
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(belowFirstPage(480_000), rule)).toHaveLength(1)
    expect(found(belowFirstPage(490_000), rule)).toEqual([])
    const campaigns = [campaign({ biddingStrategyType: 'TARGET_CPA' })]
    expect(found({ ...belowFirstPage(441_000), campaigns }, rule)).toEqual([])
    const dear = belowFirstPage(550_000, { bidMicros: 500_000 })
    expect(found({ ...dear, targetCpaMicros: 12.5 * MICROS }, rule)).toEqual([])
  })

  test('not where such keywords pay for it half of the time only, nor one that is clicked already', () => {
    // 4 % of clicks convert, in keywords from 0.7 to 8 %: worth 0.50 € each at 12.50 €, the bid 0.45 €.
    const even = { ...belowFirstPage(441_000), targetCpaMicros: 12.5 * MICROS }
    expect(found(even, rule)).toEqual([])
    const seen = { sums: sums(12, 1, 0.4) }
    expect(found(belowFirstPage(441_000, seen), rule)).toEqual([])
    expect(found(belowFirstPage(441_000, { sums: sums(5, 0) }), rule)).toHaveLength(1)
  })
})

describe('keywords that are hardly shown, and no word from Google of their first page', () => {
  const rule = 'silent-keywords'
  /** Beside keywords that bid 0.90 €. */
  const seldom = (bidMicros: number, over: Partial<KeywordFacts<Column>> = {}, target = 60) =>
    sampleAccount({
      targetCpaMicros: target * MICROS,
      campaigns: [campaign({ biddingStrategyType: 'MANUAL_CPC' })],
      keywords: [
        ...base.keywords.map((one) => ({ ...one, bidMicros: 900_000 })),
        keyword('rara', sums(0, 0), { bidMicros, ...over }),
      ],
    })
  const newBid = (account: ReturnType<typeof seldom>) =>
    found(account, rule).flatMap(({ evidence }) =>
      (evidence.change?.operations ?? []).map(
        (one) => (one.adGroupCriterionOperation!.update as Record<string, string>).cpcBidMicros,
      ),
    )

  test('one step towards the bids of those that are clicked, as far as a click at it pays', () => {
    const [one] = found(seldom(400_000), rule)
    expect(newBid(seldom(400_000))).toEqual(['520000'])
    expect(one!.category).toBe('bids')
    expect(one!.title).toMatch(/^Sube la puja de 1 palabra clave de «.*» que apenas se muestra$/)
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(newBid(seldom(850_000, {}, 300))).toEqual(['900000'])
    expect(newBid(seldom(900_000, {}, 300))).toEqual([])
    expect(newBid(seldom(400_000, {}, 12.5))).toEqual([])
  })

  test('the room for error is that of all bids together, which surer ones leave', () => {
    const [one] = found(seldom(400_000, {}, 46), rule)
    const { value } = one!.evidence.figures.find(({ key }) => key === 'probability')!
    expect(value).toBeGreaterThan(0.9)
    expect(value).toBeLessThan(1 - THRESHOLDS.bidFalseDiscovery.value)
    expect(found(seldom(400_000, {}, 46), 'keyword-bids')).not.toEqual([])
    expect(newBid(seldom(400_000, {}, 44))).toEqual([])
  })

  test('a few clicks that a higher bid makes dearer too have to pay for that', () => {
    const clicked = (cpc: number) => newBid(seldom(400_000, { sums: sums(6, 0, cpc) }))
    expect(clicked(0.1)).toEqual(['520000'])
    expect(clicked(0.39)).toEqual([])
  })

  test('not what is shown or clicked, hardly searched for, paused, or left to Google', () => {
    const none = (over: Partial<KeywordFacts<Column>>) =>
      expect(newBid(seldom(400_000, over))).toEqual([])
    none({ sums: sums(12, 1, 0.4) })
    none({ sums: { ...sums(0, 0), impressions: 20_000 } })
    none({ quality: { servingStatus: 'RARELY_SERVED' } })
    none({ quality: { firstPageCpcMicros: 300_000 } })
    none({ status: 'PAUSED' })
    const campaigns = [campaign({ biddingStrategyType: 'TARGET_CPA' })]
    expect(newBid({ ...seldom(400_000), campaigns })).toEqual([])
    const impressionShare = { eligible: 180_000, lostToBudget: 0, lostToRank: 0 }
    const whole = [campaign({ biddingStrategyType: 'MANUAL_CPC', impressionShare })]
    expect(newBid({ ...seldom(400_000), campaigns: whole })).toEqual([])
  })
})

describe('the brand', () => {
  const rule = 'brand-mix'
  const mixed = (clicks: number, conversions = clicks / 10) =>
    sampleAccount({
      keywords: [...base.keywords, keyword('calzados lumbre', sums(clicks, conversions))],
    })

  test('mixed with other searches it is told, alone or in passing it is not', () => {
    const [one] = found(mixed(2_000), rule)
    expect(one!.title).toContain('Separa la marca')
    expect(one!.evidence.forecast).toBeNull()
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(mixed(300, 20), rule)).toEqual([])
    // What sells no better than the rest hides nothing.
    expect(found(mixed(2_000, 80), rule)).toEqual([])
    // Nor what hardly does, though chance may be why.
    expect(found(mixed(2_000, 105), rule)).toEqual([])
    expect(reason(mixed(2_000, 105), rule)).toContain('no trae claramente más')
    expect(found(mixed(200_000), rule)).toEqual([])
    expect(reason(base, rule)).toContain('no consta ninguna campaña de marca')
    expect(reason(mixed(200_000), rule)).toContain('separada')
  })

  test('by what it sells too, where its clicks cost next to nothing', () => {
    const [one] = found(mixed(300, 200), rule)
    expect(one!.title).toMatch(
      /se lleva el 3,2\s% del gasto y trae el 36,9\s% de las conversiones$/,
    )
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  const brand = (lost: number, over: Partial<CampaignFacts<Column>> = {}) =>
    sampleAccount({
      campaigns: [
        campaign(),
        campaign({
          id: '3',
          name: 'Marca',
          sums: sums(1_000, 200),
          impressionShare: { eligible: 100_000, lostToBudget: 0, lostToRank: lost * 100_000 },
          ...over,
        }),
      ],
    })

  test('searches for it that are missed are told; under 10 % says nothing certain', () => {
    const [one] = found(brand(0.08), rule)
    expect(one!.title).toContain('deja de salir')
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(brand(0.04), rule)).toEqual([])
    expect(found(brand(0.0999), rule)).toEqual([])
    expect(found(brand(0.9001), rule)).toHaveLength(1)
    expect(found(brand(0.08, { status: 'PAUSED' }), rule)).toEqual([])
  })

  const placed = (first: number, impressions = 20_000, lost = 0) => {
    const places = { campaignId: '3', impressions, first, lostToBudget: 0, lostToRank: 1 - first }
    return { ...brand(lost), inventory: { firstPlaces: [places] } }
  }

  test('an advertisement that seldom stands first is told, where there are searches enough to say so', () => {
    const [one] = found(placed(0.4), rule)
    expect(one!.title).toContain('solo es el primer anuncio en el 40')
    expect(one!.evidence.table.rows[0]).toMatchObject({ first: 0.4 })
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(placed(0.49), rule)).toHaveLength(1)
    expect(found(placed(0.55), rule)).toEqual([])
    expect(found(placed(0.4, 40), rule)).toEqual([])
    // Google's word for under 10 %.
    const [least] = found(placed(0.0999), rule)
    expect(least!.title).toContain('solo es el primer anuncio en menos del 10')
    expect(unsupportedNumbers(least!)).toEqual([])
  })

  test('what holds it back is said: the budget or the bid', () => {
    const [rank] = found(placed(0.4), rule)
    expect(rank!.description).toContain('sube la puja')
    const places = { campaignId: '3', impressions: 20_000, first: 0.4, lostToBudget: 0.6 }
    const [budget] = found({ ...brand(0), inventory: { firstPlaces: [places] } }, rule)
    expect(budget!.description).toContain('el presupuesto')
  })

  test('one card says of a campaign that it misses searches and seldom stands first', () => {
    const [one, ...others] = found(placed(0.4, 20_000, 0.08), rule)
    expect(others).toEqual([])
    expect(one!.title).toContain('deja de salir')
    expect(one!.description).toContain('solo es el primero en el 40')
    expect(unsupportedNumbers(one!)).toEqual([])
    expect(found(placed(0.8, 20_000, 0.08), rule)[0]!.description).not.toContain('el primero')
    const [least] = found(placed(0.0999, 20_000, 0.08), rule)
    expect(least!.description).toContain('solo es el primero en menos del 10')
  })

  test('it is not said to stand first where Google does not tell', () => {
    expect(reason(placed(0.9), rule)).toContain('no suelen tener otro anuncio por delante')
    // Too few searches to call it seldom, or often.
    expect(reason(placed(0.4, 40), rule)).toContain('no consta con qué frecuencia')
    const unknown = reason({ ...brand(0), inventory: {} }, rule)
    expect(unknown).toContain('no consta con qué frecuencia')
    expect(unknown).not.toContain('por delante')
  })

  test('several campaigns are one card', () => {
    const campaigns = ['3', '4'].map((id) =>
      campaign({
        id,
        name: `Marca ${id}`,
        sums: sums(1_000, 200),
        impressionShare: { eligible: 20_000, lostToBudget: 0, lostToRank: 0 },
      }),
    )
    const firstPlaces = campaigns.map(({ id }) => ({
      campaignId: id,
      impressions: 20_000,
      first: 0.3,
    }))
    const account = sampleAccount({ campaigns: [campaign(), ...campaigns] })
    const [one, ...others] = found({ ...account, inventory: { firstPlaces } }, rule)
    expect(others).toEqual([])
    // Where it is not shown at all, no other need be in front.
    expect(one!.title).toBe('En 2 campañas de marca, tu anuncio no suele ser el primero')
    expect(one!.description).toContain('Donde se acaba el presupuesto, empieza por él')
    expect(one!.evidence.table.rows.map((row) => row.first)).toEqual([0.3, 0.3])
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('an account whose brand is not known is not judged', () => {
    const nameless = { ...base, account: { ...base.account, name: 'Zapatería Madrid' } }
    expect(reason(nameless, rule)).toContain('No se reconoce')
  })
})
