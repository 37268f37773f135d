import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../../account/context.ts'
import type { Column } from '../../account/known-figures.ts'
import type { CampaignFacts, WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, plain, reasonOf } from '../../samples/sample-analysis.ts'
import { sayIn } from '../../words/say.ts'
import { mostlyExcluded } from './most-of-campaign.ts'
import { termFamily } from './search-terms.ts'

type Counts = Record<string, [clicks: number, conversions: number]>

const SERVICES: Counts = {
  'dentista sabadell': [420, 16],
  'ortodoncia sabadell': [200, 4],
  'implantes dentales sabadell': [260, 5],
  'implantes dentales precio': [300, 6],
  'blanqueamiento dental precio': [220, 4],
  'ortodoncia invisible precio': [220, 4],
  'dentista terrassa': [210, 4],
}
const BRAND: Counts = {
  'clinica moreno sabadell': [240, 46],
  'dental moreno': [190, 39],
  'clinica dental moreno': [160, 33],
}
const CPC = 1.9
const total = (counts: Counts, at: 0 | 1) =>
  Object.values(counts).reduce((sum, one) => sum + one[at], 0)

/** A dentist's, all of whose searches come by one broad keyword, or by none. */
function dentist(counts: Counts, over: Partial<WholeSnapshot> = {}, isByKeyword = true) {
  const whole = sums(total(counts, 0), total(counts, 1), CPC)
  const text = 'dentista sabadell'
  const base = sampleAccount()
  return sampleAccount({
    account: { ...base.account, name: 'Clínica Dental Moreno' },
    campaigns: [campaign({ name: 'General', sums: whole })],
    keywords: isByKeyword ? [keyword(text, whole, { matchType: 'BROAD' })] : [],
    searchTerms: Object.entries(counts).map(([term, [clicks, conversions]]) =>
      searchTerm(term, sums(clicks, conversions, CPC), {
        ...(isByKeyword && { keywordText: text, criterionId: text }),
        ...(!isByKeyword && { keywordText: undefined }),
      }),
    ),
    ...over,
  })
}

const max = {
  campaigns: [
    campaign({
      name: 'PMax',
      channelType: 'PERFORMANCE_MAX',
      sums: sums(2_900, 170, CPC),
      impressionShare: undefined,
    }),
  ],
}
const said = { targetCpaMicros: 30 * MICROS }
const all = { ...SERVICES, ...BRAND }
const excluded = (account: WholeSnapshot) =>
  found(account, 'wasted-search-terms').flatMap(({ evidence }) =>
    evidence.table.rows.map((row) => row.term),
  )

test('searches for the brand are no measure of what the others may cost, whatever brought them', () => {
  expect(excluded(dentist(all))).toEqual([])
  expect(excluded(dentist(all, {}, false))).toEqual([])
  expect(excluded(dentist(all, max, false))).toEqual([])
})

test('where most of what is sold is dear it is not excluded, and what sells nothing is', () => {
  expect(excluded(dentist(all, said))).toEqual([])
  expect(reasonOf(dentist(all, said), 'wasted-search-terms')).toContain('mira la campaña entera')
  const junk: Counts = { 'dentista gratis': [90, 0], 'sueldo dentista': [160, 0] }
  expect(excluded(dentist({ ...all, ...junk }, said)).toSorted()).toEqual(Object.keys(junk))
  // One dear search among others that sell well is not the offer.
  const apart: Counts = { ...BRAND, 'dentista sabadell': [800, 60], 'dentista barato': [300, 3] }
  expect(excluded(dentist(apart, said))).toEqual(['dentista barato'])
  // Nor are many that take most of the money and bring little of what is sold.
  const many = ['barato', 'urgencias', 'opiniones', 'domingo'].map((word) => `dentista ${word}`)
  const little: Counts = Object.fromEntries(many.map((text) => [text, [250, 3]]))
  const mostMoney = { ...BRAND, 'dentista sabadell': [800, 60], ...little } satisfies Counts
  expect(excluded(dentist(mostMoney, said)).toSorted()).toEqual(many.toSorted())
})

test('what the brand sells does not make the rest of a campaign well', () => {
  const counts: Counts = {
    ...{ 'implantes dentales precio': [300, 4], 'ortodoncia precio': [280, 4] },
    ...{ 'sueldo dentista': [250, 0], 'dentista gratis': [200, 0] },
    ...{ 'dentista sabadell': [120, 3], 'dentista terrassa': [110, 3] },
  }
  const told = excluded(dentist({ ...counts, ...BRAND }, said))
  expect(told.toSorted()).toEqual(['dentista gratis', 'sueldo dentista'])
})

test('a search that several keywords bring is one, with the sums of all', () => {
  const account = dentist(all)
  const rows = account.searchTerms.flatMap((row) =>
    ['a', 'b'].map((criterionId) => ({
      ...row,
      criterionId,
      sums: sums(row.sums.clicks / 2, row.sums.conversionsMicros / MICROS / 2, CPC),
    })),
  )
  const [mix] = found({ ...account, searchTerms: rows }, 'brand-mix')
  const { figures, table } = mix!.evidence
  expect(figures.find(({ key }) => key === 'searches')!.value).toBe(3)
  expect(table.rows.map(({ sought, clicks }) => [sought, clicks])).toEqual(
    Object.entries(BRAND).map(([text, [clicks]]) => [text, clicks]),
  )
})

test('the brand is told apart by its searches where no keyword names it', () => {
  const [mix] = found(dentist(all), 'brand-mix')
  expect(plain(mix!.title)).toBe(
    'Separa la marca en «General»: se lleva el 24,4 % del gasto y trae el 73,3 % de las conversiones',
  )
  expect(mix!.description).toContain('«clinica moreno sabadell», «dental moreno» y')
  expect(mix!.evidence.table.rows.map((row) => row.sought)).toEqual(Object.keys(BRAND))
  expect(unsupportedNumbers(mix!)).toEqual([])
  const [inMax] = found(dentist(all, max, false), 'brand-mix')
  expect(inMax!.description).toContain('con una lista de marcas')
  expect(reasonOf(dentist(SERVICES), 'brand-mix')).toContain('Ninguna palabra clave')
  const home = campaign({ id: '2', name: 'Marca', sums: sums(300, 60) })
  const own = { campaigns: [...max.campaigns, home] }
  const cards = found(dentist(all, own, false), 'brand-mix')
  expect(cards.filter(({ objectId }) => objectId === '1')).toEqual([])
})

test('a town in the account name that no keyword holds is the brand only where searches with it sell far better', () => {
  const towns = (conversions: number): Counts => ({
    ...{ dentista: [300, 9], 'dentista barato': [210, 5], 'implantes dentales': [450, 12] },
    ...{ 'dentista getafe': [350, conversions], 'implantes getafe': [200, conversions] },
  })
  const clinic = (counts: Counts, over: Partial<WholeSnapshot> = {}, by = 'dentista') => {
    const account = { ...sampleAccount().account, name: 'Clínica Dental Getafe' }
    const keywords = [keyword(by, sums(total(counts, 0), total(counts, 1), CPC))]
    return found(dentist(counts, { account, keywords, ...over }), 'brand-mix')
  }
  expect(clinic(towns(16))).toEqual([])
  expect(clinic(towns(60))).toHaveLength(1)
  expect(clinic(towns(16), { ownWords: { brand: ['getafe'], protected: [] } })).toHaveLength(1)
  // Nor does what else names the brand make the town one.
  const words = { account: { ...sampleAccount().account, name: 'Clínica Moreno Getafe' } }
  const [mix] = clinic({ ...towns(16), ...BRAND }, words)
  expect(mix!.evidence.table.rows.map((row) => row.sought)).toEqual(Object.keys(BRAND))
})

test('what the rest costs without it is told too', () => {
  const goal = { targetCpaMicros: 34 * MICROS }
  const [split] = found(dentist(all, goal), 'brand-split')
  expect(plain(split!.title)).toBe(
    'Sin la marca, cada conversión de búsqueda cuesta 80,86 €, no 28,56 €',
  )
  expect(split!.description).toContain('la marca llega por «clinica moreno sabadell»')
  expect(unsupportedNumbers(split!)).toEqual([])
  const [inMax] = found(dentist(all, { ...max, ...goal }, false), 'brand-split')
  expect(inMax!.title).toMatch(/^Sin la marca, cada conversión cuesta/)
})

test('money that is added buys no more of the brand: by the price of the rest no budget is raised for it', () => {
  const limited = {
    campaigns: [
      campaign({
        ...{ name: 'General', biddingStrategyType: 'MANUAL_CPC', budgetMicros: 48 * MICROS },
        sums: sums(total(all, 0), total(all, 1), CPC),
        impressionShare: { eligible: 90_000, lostToBudget: 40_000, lostToRank: 1_000 },
      }),
    ],
  }
  expect(found(dentist(all, limited), 'limited-budgets')).toEqual([])
  // A price that is said is one of all conversions.
  const goal = { targetCpaMicros: 80 * MICROS }
  expect(found(dentist(all, { ...limited, ...goal }), 'limited-budgets')).toHaveLength(1)
})

test('nor does a higher bid, a better place or a broad keyword look worth its price for the brand', () => {
  const part = sums(total(all, 0), total(all, 1), CPC)
  const broad = keyword('dentista sabadell', part, { matchType: 'BROAD', bidMicros: 2_300_000 })
  const beside = (cpc: number) => {
    const others = Array.from({ length: 8 }, (_, i) =>
      keyword(`implantes ${i}`, sums(500, 12, cpc), { bidMicros: 2_300_000 }),
    )
    const [clicks, cost] = [4_000 + total(all, 0), 4_000 * cpc + total(all, 0) * CPC]
    return dentist(all, {
      campaigns: [
        campaign({
          ...{ name: 'General', biddingStrategyType: 'MANUAL_CPC' },
          sums: sums(clicks, 96 + total(all, 1), cost / clicks),
          impressionShare: { eligible: 290_000, lostToBudget: 0, lostToRank: 150_000 },
        }),
      ],
      keywords: [broad, ...others],
    })
  }
  expect(found(beside(CPC), 'lost-to-rank')).toEqual([])
  expect(found(beside(CPC), 'broad-without-smart-bidding')).toHaveLength(1)
  expect(found(beside(CPC + 1), 'keyword-bids')).toEqual([])
})

test('where the brand alone may reach the target, each search is held against the rest too', () => {
  const counts: Counts = {
    'zapatos mujer': [2_500, 20],
    'botas mujer': [2_500, 20],
    'zuecos negras': [75, 0],
    'zapatos nerja': [1_500, 120],
  }
  const whole = sums(total(counts, 0), total(counts, 1), CPC)
  const heldAgainst = (over: Partial<CampaignFacts<Column>>) => {
    const snapshot = dentist(
      counts,
      {
        account: { ...sampleAccount().account, name: 'Zapatos Nerja' },
        campaigns: [
          campaign({ name: 'PMax', channelType: 'PERFORMANCE_MAX', sums: whole, ...over }),
        ],
      },
      false,
    )
    const context = contextOf(snapshot, sayIn('EUR', spanishNumbers))
    const { terms } = termFamily(snapshot, context)
    return mostlyExcluded(
      terms.filter(({ text }) => text === 'zuecos negras'),
      context,
    ).has('1')
  }
  const held = { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 95 * MICROS }
  expect(heldAgainst(held)).toBe(true)
  // By hand what is paid for a search is no matter of the others.
  expect(heldAgainst({ biddingStrategyType: 'MANUAL_CPC' })).toBe(false)
})
