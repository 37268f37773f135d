import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { analyseAccount } from '../run-engine.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../sample-account.ts'
import type { AccountSnapshot } from '../snapshot.ts'

const found = (snapshot: AccountSnapshot, rule: string) =>
  analyseAccount(snapshot).recommendations.filter((one) => one.rule === rule)
const reason = (snapshot: AccountSnapshot, rule: string) =>
  analyseAccount(snapshot).silenced.find((one) => one.rule === rule)?.reason
const base = sampleAccount()
const withTerms = (...terms: AccountSnapshot['searchTerms']) =>
  sampleAccount({ searchTerms: [...base.searchTerms, ...terms] })

test('more clicks without conversion make a search term more surely wasteful, then silence ends', () => {
  const waste = (clicks: number) =>
    found(withTerms(searchTerm('disfraz flamenca', sums(clicks, 0))), 'wasted-search-terms')
  expect(waste(20)).toEqual([])
  const [few, many] = [waste(380)[0]!, waste(600)[0]!]
  expect(many.probability).toBeGreaterThan(few.probability)
  expect(many.expectedValueMicros).toBeGreaterThan(few.expectedValueMicros)
})

test('when it is not sure it says how many clicks are missing', () => {
  const account = withTerms(searchTerm('disfraz flamenca', sums(120, 0)))
  const text = reason(account, 'wasted-search-terms')
  expect(text).toMatch(/^Hacen falta unos \d+ clics más .*«disfraz flamenca»/)
  const missing = Number(text!.match(/\d+/)![0])
  const enough = withTerms(searchTerm('disfraz flamenca', sums(120 + missing, 0)))
  expect(found(enough, 'wasted-search-terms')).toHaveLength(1)
})

test('a term that converted, is excluded, or is a keyword is not excluded again', () => {
  const rule = 'wasted-search-terms'
  const term = (over = {}, conversions = 0) =>
    searchTerm('disfraz flamenca', sums(500, conversions), over)
  expect(found(withTerms(term()), rule)).toHaveLength(1)
  expect(found(withTerms(term({}, 1)), rule)).toEqual([])
  expect(found(withTerms(term({ status: 'EXCLUDED' })), rule)).toEqual([])
  const negatives = [
    { scope: 'shared' as const, campaignId: '1', text: 'flamenca', matchType: 'BROAD' as const },
  ]
  expect(found({ ...withTerms(term()), negatives }, rule)).toEqual([])
  const positive = keyword('disfraces flamenca', sums(5, 1))
  expect(found({ ...withTerms(term()), keywords: [...base.keywords, positive] }, rule)).toEqual([])
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
  expect([one!.tipo_objeto, one!.objeto_id]).toEqual(['campaign', '1'])
})

const FREE = ['botas gratis', 'zuecos gratis', 'gratis tacones', 'crocs grátis', 'suela gratis']

test('a word that never sells is excluded once, with each of its spellings', () => {
  const account = withTerms(...FREE.map((term) => searchTerm(term, sums(90, 0))))
  const all = found(account, 'wasted-search-terms')
  expect(all).toHaveLength(1)
  const texts = JSON.stringify(all[0]!.evidence.change!.operations).match(/"text":"[^"]+"/g)
  expect(texts).toEqual(['"text":"gratis"', '"text":"grátis"'])
})

test('one sale, or a keyword with it, saves a word', () => {
  const rule = 'wasted-search-terms'
  const terms = FREE.map((term) => searchTerm(term, sums(90, 0)))
  const sold = searchTerm('envío gratis botas', sums(9, 1))
  expect(found(withTerms(...terms, sold), rule)).toEqual([])
  const keywords = [...base.keywords, keyword('zapatos gratis', sums(5, 0))]
  expect(found({ ...withTerms(...terms), keywords }, rule)).toEqual([])
})

test('brand and competitor searches are never excluded nor paused', () => {
  const brandTerm = searchTerm('zapatería lumbre teléfono', sums(700, 0))
  expect(found(withTerms(brandTerm), 'wasted-search-terms')).toEqual([])
  const free = FREE.map((term) => searchTerm(term, sums(90, 0)))
  const brandFree = searchTerm('lumbre gratis', sums(10, 0))
  expect(found(withTerms(...free), 'wasted-search-terms')).toHaveLength(1)
  expect(found(withTerms(...free, brandFree), 'wasted-search-terms')).toEqual([])
  const rivals = [campaign(), campaign({ id: '2', name: 'Competencia_ES' })]
  const rivalTerm = searchTerm('otra zapatería', sums(700, 0), { campaignId: '2' })
  const rivalWord = keyword('otra zapatería', sums(700, 0), { campaignId: '2' })
  const account = {
    ...withTerms(rivalTerm),
    campaigns: rivals,
    keywords: [...base.keywords, rivalWord],
  }
  expect(found(account, 'wasted-search-terms')).toEqual([])
  expect(found(account, 'idle-keywords')).toEqual([])
})

test('a keyword without conversions is paused when the evidence is enough, and only if active', () => {
  const account = (over = {}) =>
    sampleAccount({
      keywords: [...base.keywords, keyword('tacones boda', sums(420, 0), over)],
    })
  const [one] = found(account(), 'idle-keywords')
  expect(one!.evidence.change!.operations[0]).toEqual({
    adGroupCriterionOperation: {
      updateMask: 'status',
      update: {
        resourceName: 'customers/{customerId}/adGroupCriteria/11~tacones boda',
        status: 'PAUSED',
      },
    },
  })
  expect([one!.tipo_objeto, one!.objeto_id, one!.campaignId]).toEqual(['adgroup', '11', '1'])
  expect(found(account({ status: 'PAUSED' }), 'idle-keywords')).toEqual([])
  expect(found(account({ sums: sums(420, 16) }), 'idle-keywords')).toEqual([])
  expect(reason(account({ sums: sums(150, 0) }), 'idle-keywords')).toMatch(
    /Hacen falta unos \d+ clics/,
  )
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

test('a converting search is added as exact keyword in its best ad group', () => {
  const term = searchTerm('botín piel señora', sums(90, 14))
  const [one] = found(withTerms(term), 'converting-terms')
  expect(one!.evidence.change!.operations).toEqual([
    {
      adGroupCriterionOperation: {
        create: {
          adGroup: 'customers/{customerId}/adGroups/11',
          status: 'ENABLED',
          keyword: { text: 'botín piel señora', matchType: 'EXACT' },
        },
      },
    },
  ])
})

test('more conversions make the harvest surer; one conversion, a keyword or a negative stop it', () => {
  const rule = 'converting-terms'
  const account = (conversions: number) =>
    withTerms(searchTerm('botín piel señora', sums(90, conversions)))
  expect(found(account(1), rule)).toEqual([])
  const [a, b] = [found(account(12), rule)[0]!, found(account(18), rule)[0]!]
  expect(b.probability).toBeGreaterThan(a.probability)
  const keywords = [...base.keywords, keyword('bolsos de piel', sums(5, 1))]
  expect(found({ ...account(18), keywords }, rule)).toHaveLength(1)
  const same = [...base.keywords, keyword('Botines de piel señoras', sums(5, 1))]
  expect(found({ ...account(18), keywords: same }, rule)).toEqual([])
  const negatives = [
    { scope: 'adGroup' as const, adGroupId: '11', text: 'piel', matchType: 'BROAD' as const },
  ]
  expect(found({ ...account(18), negatives }, rule)).toEqual([])
})

test('a budget is raised by one safe step where the last conversion is still cheap', () => {
  const rule = 'limited-budgets'
  const account = (conversions: number, over = {}) =>
    sampleAccount({
      targetCpaMicros: 9 * MICROS,
      campaigns: [
        campaign(),
        campaign({
          id: '2',
          sums: sums(4_000, conversions),
          impressionShare: { eligible: 160_000, lostToBudget: 60_000, lostToRank: 0 },
          ...over,
        }),
      ],
    })
  const [one] = found(account(400), rule)
  expect(one!.evidence.change!.operations[0]).toEqual({
    campaignBudgetOperation: {
      updateMask: 'amountMicros',
      update: {
        resourceName: 'customers/{customerId}/campaignBudgets/91',
        amountMicros: String(60 * MICROS),
      },
    },
  })
  expect(one!.evidence.forecast!.monthlyLowMicros).toBeGreaterThan(0)
  expect(found(account(500), rule)[0]!.probability).toBeGreaterThanOrEqual(one!.probability)
  expect(found(account(200), rule)).toEqual([])
  expect(reason(account(200), rule)).toContain('no se puede asegurar')
  expect(found(account(400, { status: 'PAUSED' }), rule)).toEqual([])
  expect(reason(account(400, { budgetShared: true }), rule)).toContain('lo comparten')
})

test('sure cases do not carry a doubtful budget along', () => {
  const limited = (id: string, conversions: number) =>
    campaign({
      id,
      sums: sums(4_000, conversions),
      impressionShare: { eligible: 160_000, lostToBudget: 60_000, lostToRank: 0 },
    })
  const sure = Array.from({ length: 9 }, (_, i) => limited(`sure${i}`, 440))
  const account = sampleAccount({
    targetCpaMicros: 9 * MICROS,
    campaigns: [...sure, limited('doubtful', 285)],
  })
  const ids = found(account, 'limited-budgets').map(({ objeto_id }) => objeto_id)
  expect(ids).toHaveLength(9)
  expect(ids).not.toContain('doubtful')
})

test('one search in five campaigns is not five searches', () => {
  const ids = ['1', '2', '3', '4', '5']
  const terms = ids.map((campaignId) => searchTerm('zuecos gratis', sums(90, 0), { campaignId }))
  const campaigns = ids.map((id) => campaign({ id, name: `Campaña ${id}` }))
  const all = found({ ...withTerms(...terms), campaigns }, 'wasted-search-terms')
  expect(all.filter(({ titulo }) => titulo.startsWith('Excluye las'))).toEqual([])
})
