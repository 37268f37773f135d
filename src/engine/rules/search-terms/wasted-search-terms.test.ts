import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, reasonOf, withTerms } from '../../samples/sample-analysis.ts'

const base = sampleAccount()

test('more clicks without conversion make a search term more surely wasteful, then silence ends', () => {
  const waste = (clicks: number) =>
    found(withTerms(searchTerm('disfraz flamenca', sums(clicks, 0))), 'wasted-search-terms')
  expect(waste(20)).toEqual([])
  const [few, many] = [waste(380)[0]!, waste(600)[0]!]
  expect(many.probability).toBeGreaterThan(few.probability)
  expect(many.expectedValueMicros).toBeGreaterThan(few.expectedValueMicros)
})

test('two clicks are too few to look at in a whole window, and enough in one that has just begun', () => {
  const dear = withTerms(
    searchTerm('disfraz flamenca', { ...sums(2, 0), costMicros: 200 * MICROS }),
  )
  const { to } = dear.window
  const waste = (days: number) =>
    found({ ...dear, window: { from: addDays(to, 1 - days), to } }, 'wasted-search-terms')
  expect(waste(9)).toHaveLength(1)
  expect(waste(60)).toHaveLength(1)
  expect(waste(90)).toEqual([])
})

test('what Google takes as no keyword is told neither as waste, nor as a keyword, nor in one ad group alone', () => {
  const adGroup = { id: '12', campaignId: '1', name: 'Verano', status: 'ENABLED' as const }
  const told = (text: string) => {
    const twins = [
      searchTerm(text, sums(400, 40)),
      searchTerm(text, sums(400, 8), { adGroupId: '12' }),
    ]
    const twice = { ...withTerms(...twins), adGroups: [...base.adGroups, adGroup] }
    return [
      found(withTerms(searchTerm(text, sums(380, 0))), 'wasted-search-terms').length,
      found(withTerms(searchTerm(text, sums(90, 14))), 'converting-terms').length,
      found(twice, 'duplicate-search-terms').length,
    ]
  }
  expect(told('alfa bravo china delta eco foxtrot golf hotel india julieta')).toEqual([1, 1, 1])
  expect(told('alfa bravo china delta eco foxtrot golf hotel india julieta kilo')).toEqual([
    0, 0, 0,
  ])
  expect(told(`disfraz ${'largo'.repeat(16)}`)).toEqual([0, 0, 0])
})

test('when it is not sure it says how many clicks are missing', () => {
  const account = withTerms(searchTerm('disfraz flamenca', sums(50, 0)))
  const text = reasonOf(account, 'wasted-search-terms')
  expect(text).toMatch(/^Hacen falta unos \d+ clics más .*«disfraz flamenca»/)
  const missing = Number(text!.match(/\d+/)![0])
  const enough = withTerms(searchTerm('disfraz flamenca', sums(50 + missing, 0)))
  expect(found(enough, 'wasted-search-terms')).toHaveLength(1)
})

test('who asks what a thing is does not ask for it, unless a keyword asks just that', () => {
  const told = (text: string, ...keywords: string[]) =>
    found(
      {
        ...withTerms(searchTerm(text, sums(500, 0))),
        keywords: [...base.keywords, ...keywords.map((one) => keyword(one, sums(0, 0)))],
      },
      'wasted-search-terms',
    ).length
  expect(told('qué son los zapatos modelo1')).toBe(1)
  expect(told('los zapatos modelo1')).toBe(0)
  expect(told('modelo1 para zapatos')).toBe(0)
  expect(told('qué son los zapatos modelo1', 'qué son zapatos modelo1')).toBe(0)
})

test('a term is judged by what it sells for, and left when it is excluded or a keyword', () => {
  const rule = 'wasted-search-terms'
  const term = (over = {}, conversions = 0) =>
    searchTerm('disfraz flamenca', sums(500, conversions), over)
  expect(found(withTerms(term()), rule)).toHaveLength(1)
  expect(found(withTerms(term({}, 1)), rule)[0]!.title).toMatch(/cada conversión le cuesta 250,00/)
  expect(found(withTerms(term({}, 1.5)), rule)).toHaveLength(1)
  expect(found(withTerms(term({}, 18)), rule)).toEqual([])
  expect(found(withTerms(term({ status: 'EXCLUDED' })), rule)).toEqual([])
  const negatives = [
    { scope: 'shared' as const, campaignId: '1', text: 'flamenca', matchType: 'BROAD' as const },
  ]
  expect(found({ ...withTerms(term()), negatives }, rule)).toEqual([])
  const positive = keyword('disfraces flamenca', sums(5, 1))
  expect(found({ ...withTerms(term()), keywords: [...base.keywords, positive] }, rule)).toEqual([])
})

test('the cousin of a search that sells is bad luck: plural, gender, accent or country', () => {
  const rule = 'wasted-search-terms'
  const idle = searchTerm('zapatilla económica', sums(400, 0))
  expect(found(withTerms(idle), rule)).toHaveLength(1)
  for (const seller of ['zapatillas economicas', 'tenis baratos', 'tenis barato cerca de mí']) {
    expect(found(withTerms(idle, searchTerm(seller, sums(400, 60))), rule)).toEqual([])
  }
  expect(found(withTerms(idle, searchTerm('zapatilla fina', sums(400, 60))), rule)).toHaveLength(1)
})

test('brand and competitor searches are never excluded', () => {
  const rule = 'wasted-search-terms'
  expect(found(withTerms(searchTerm('zapatería lumbre teléfono', sums(700, 0))), rule)).toEqual([])
  const rivalTerm = searchTerm('otra zapatería', sums(700, 0), { campaignId: '2' })
  const account = (name: string) => ({
    ...withTerms(rivalTerm),
    campaigns: [campaign(), campaign({ id: '2', name })],
  })
  expect(found(account('Otras'), rule)).toHaveLength(1)
  expect(found(account('Competencia_ES'), rule)).toEqual([])
})

test('who is on the way to a rival as its customer is excluded, and who asks for its name is left, and named', () => {
  const rule = 'wasted-search-terms'
  const account = (...texts: string[]) => ({
    ...withTerms(
      ...texts.map((text) => searchTerm(text, sums(700, 0), { campaignId: '2' })),
      searchTerm('otra zapatería precio', sums(700, 60), { campaignId: '2' }),
    ),
    campaigns: [campaign(), campaign({ id: '2', name: 'Competencia' })],
  })
  for (const text of ['otra zapatería login', 'área de cliente otra', 'otra iniciar sesión'])
    expect(found(account(text), rule)).toHaveLength(1)
  expect(found(account('otra zapatería'), rule)).toEqual([])
  expect(reasonOf(account('otra zapatería'), rule)).toMatch(
    /de la competencia no se excluyen, pero «otra zapatería» ha costado/,
  )
})

test('on the way to its own account, or to what it sells and wants left alone, it stays in a campaign for rivals', () => {
  const rule = 'wasted-search-terms'
  const inRivals = (term: string, ...bidOn: string[]) => ({
    ...withTerms(searchTerm(term, sums(700, 0), { campaignId: '2' })),
    campaigns: [campaign(), campaign({ id: '2', name: 'Competencia' })],
    ownWords: { brand: ['nimbus'], protected: ['soporte técnico'] },
    keywords: [...sampleAccount().keywords, ...bidOn.map((text) => keyword(text, sums(150, 6)))],
  })
  expect(found(inRivals('cirrus login'), rule)).toHaveLength(1)
  expect(found(inRivals('nimbus login'), rule)).toEqual([])
  expect(found(inRivals('cirrus soporte'), rule)).toHaveLength(1)
  expect(found(inRivals('cirrus soporte técnico'), rule)).toEqual([])
  expect(found(inRivals('cirrus teléfono'), rule)).toHaveLength(1)
  expect(found(inRivals('cirrus teléfono', 'teléfonos ip'), rule)).toEqual([])
  expect(found(inRivals('cirrus teléfono login', 'teléfonos ip'), rule)).toHaveLength(1)
})

test('a search with the brand that plainly asks for something else is left alone, and named', () => {
  const rule = 'wasted-search-terms'
  const brand = { ownWords: { brand: ['mango'], protected: [] } }
  const shop = (conversions: number) => ({
    ...withTerms(
      searchTerm('mango', sums(9_000, 360)),
      searchTerm('receta de mango', sums(900, conversions)),
    ),
    ...brand,
  })
  expect(found(shop(1), rule)).toEqual([])
  expect(reasonOf(shop(1), rule)).toMatch(
    /«receta de mango» ha costado 450,00.€ y vende mucho menos/,
  )
  expect(reasonOf(shop(20), rule)).not.toContain('receta')
})

test('the negative of a term is exact, at its campaign', () => {
  const [one] = found(
    withTerms(searchTerm('Disfraz  Flamenca', sums(500, 0))),
    'wasted-search-terms',
  )
  expect(one!.evidence.change!.operations).toEqual([
    {
      campaignCriterionOperation: {
        create: {
          campaign: 'customers/{customerId}/campaigns/1',
          negative: true,
          keyword: { text: 'disfraz flamenca', matchType: 'EXACT' },
        },
      },
    },
  ])
  expect([one!.objectType, one!.objectId]).toEqual(['campaign', '1'])
})

test('Smart Bidding and a tight budget are told as counter-evidence', () => {
  const campaigns = [
    campaign({
      biddingStrategyType: 'TARGET_CPA',
      targetCpaMicros: 12 * MICROS,
      impressionShare: { eligible: 400_000, lostToBudget: 20_000, lostToRank: 0 },
    }),
  ]
  const account = {
    ...withTerms(searchTerm('disfraz flamenca', sums(500, 0))),
    campaigns,
  }
  const [one] = found(account, 'wasted-search-terms')
  const against = one!.evidence.counterEvidence.join('\n')
  expect(against).toContain('puja automática')
  expect(against).toContain('falta presupuesto')
  expect(one!.evidence.test.sentence).toContain('el CPA objetivo de la campaña')
})

test('where most of a campaign is to be excluded, the campaign itself is doubted first', () => {
  const place = { campaignId: '3', adGroupId: '31' }
  const account = withTerms(searchTerm('disfraz flamenca', sums(500, 0), place))
  const doubts = (clicks: number) => {
    const small = campaign({ id: '3', name: 'Disfraces', sums: sums(clicks, clicks / 25) })
    const campaigns = [...account.campaigns, small]
    const [one] = found({ ...account, campaigns }, 'wasted-search-terms')
    return one!.evidence.counterEvidence
  }
  expect(doubts(600)[0]).toMatch(/en «Disfraces» son el 83,3\s% de lo que gasta: .* casi parada/)
  expect(doubts(800)[0]).toMatch(/son el 62,5\s% de lo que gasta\. Mira/)
  expect(doubts(9_000).join()).not.toContain('«Disfraces»')
})

test('a search that its paused keyword or ad group brought is not spent on any more', () => {
  const rule = 'wasted-search-terms'
  const term = searchTerm('disfraz flamenca', sums(500, 0), { criterionId: 'vestidos de fiesta' })
  const brought = (status: 'ENABLED' | 'PAUSED') => ({
    ...withTerms(term),
    keywords: [...base.keywords, keyword('vestidos de fiesta', sums(2_000, 60), { status })],
  })
  expect(found(brought('ENABLED'), rule)).toHaveLength(1)
  expect(found(brought('PAUSED'), rule)).toEqual([])
  const adGroups = base.adGroups.map((group) => ({ ...group, status: 'PAUSED' as const }))
  expect(found({ ...brought('ENABLED'), adGroups }, rule)).toEqual([])
})

test('Performance Max takes negatives too; none of its searches becomes a keyword', () => {
  const place = { campaignId: '7', adGroupId: '', matchType: 'UNKNOWN' as const }
  const told = (text: string, own: ReturnType<typeof sums>, channelType: string) => {
    const rows = ['zapatos mujer', 'botas', 'sandalias'].map((other) =>
      searchTerm(other, sums(800, 32), { ...place, status: 'UNKNOWN' }),
    )
    const account = withTerms(...rows, searchTerm(text, own, { ...place, status: 'UNKNOWN' }))
    const sold = { id: '7', name: 'Catálogo', budgetId: '97', sums: sums(3_000, 96) }
    const campaigns = [...account.campaigns, campaign({ ...sold, channelType })]
    return ['wasted-search-terms', 'converting-terms'].map((rule) =>
      found({ ...account, campaigns }, rule as 'converting-terms').flatMap(({ evidence }) =>
        JSON.stringify(evidence.change!.operations),
      ),
    )
  }
  const negative = {
    campaignCriterionOperation: {
      create: {
        campaign: 'customers/{customerId}/campaigns/7',
        negative: true,
        keyword: { text: 'manual pdf', matchType: 'EXACT' },
      },
    },
  }
  const waste = sums(600, 0)
  expect(told('manual pdf', waste, 'PERFORMANCE_MAX')).toEqual([[JSON.stringify([negative])], []])
  expect(told('manual pdf', waste, 'DISPLAY')).toEqual([[], []])
  expect(told('botín piel', sums(90, 20), 'PERFORMANCE_MAX')).toEqual([[], []])
})

test('a question about what sells, and another place of nearly the same name, are excluded though the thing sells', () => {
  const wasted = (sold: string, only: string) =>
    found(
      withTerms(searchTerm(sold, sums(900, 60)), searchTerm(only, sums(600, 0))),
      'wasted-search-terms',
    ).length
  expect(wasted('implantes dentales', 'qué es un implante dental')).toBe(1)
  expect(wasted('hoteles la palma', 'hoteles palma')).toBe(1)
  expect(wasted('hoteles la palma', 'hotel la palma')).toBe(0)
})
