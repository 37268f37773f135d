import { describe, expect, test } from 'vitest'
import type { Metrics } from '#shared/metrics.ts'
import type { WholeSnapshot } from './account/snapshot.ts'
import { analyseAccount } from './analyse-account.ts'
import { RULE_NAMES } from './rules/rules.ts'
import {
  campaign,
  sampleAccount,
  searchTerm,
  sums,
  troubledAccount,
} from './samples/sample-account.ts'

const titles = (snapshot: WholeSnapshot) =>
  analyseAccount(snapshot).recommendations.map(({ title }) => title.replace(/\u00a0/g, ' '))

describe('bad input is met with silence and a reason', () => {
  const empty: WholeSnapshot = {
    ...sampleAccount(),
    campaigns: [],
    adGroups: [],
    keywords: [],
    searchTerms: [],
    accountDays: [],
  }

  test('an empty account', () => {
    const { recommendations, silenced } = analyseAccount(empty)
    expect(recommendations).toEqual([])
    expect(silenced.map(({ rule }) => rule)).toEqual([...RULE_NAMES])
  })

  test('no conversions at all: only the measurement is mentioned', () => {
    const account = withoutConversions(troubledAccount())
    const { recommendations, silenced } = analyseAccount(account)
    expect(recommendations[0]!.category).toBe('measurement')
    expect(recommendations.filter(({ evidence }) => evidence.forecast)).toEqual([])
    const why = (name: string) => silenced.find(({ rule }) => rule === name)?.reason
    for (const rule of [
      'wasted-search-terms',
      'converting-terms',
      'idle-keywords',
      'limited-budgets',
    ]) {
      expect(why(rule)).toBe(
        'No consta ninguna conversión en el periodo: sin ellas no se puede juzgar.',
      )
    }
  })

  test('an imported report without days or conversions says so and accuses nobody', () => {
    const account = withoutConversions(troubledAccount())
    const imported = {
      ...account,
      account: { ...account.account, source: 'imported' as const },
      accountDays: [],
      conversionActions: undefined,
    }
    const { recommendations, silenced } = analyseAccount(imported)
    expect(recommendations).toEqual([])
    expect(silenced[0]!.reason).toContain('El informe no trae conversiones')
  })

  test('an imported report with conversions advises, but sends nothing to Google', () => {
    const account = troubledAccount()
    const imported = {
      ...account,
      account: { ...account.account, source: 'imported' as const },
      accountDays: [],
      conversionActions: undefined,
    }
    const { recommendations, silenced } = analyseAccount(imported)
    expect(recommendations.length).toBeGreaterThanOrEqual(5)
    expect(recommendations.flatMap(({ evidence }) => evidence.change!.operations)).toEqual([])
    expect(silenced.map(({ rule }) => rule)).toContain('conversion-tracking')
  })

  test('fractional conversions, more than clicks', () => {
    const account = troubledAccount()
    const odd = [searchTerm('llamada tienda', sums(12, 30.5)), ...account.searchTerms]
    expect(titles({ ...account, searchTerms: odd })).toContain(
      'Añade 2 búsquedas de 2 campañas como palabras clave: ya han traído 70,5 conversiones',
    )
  })

  test('a currency without decimals', () => {
    const account = troubledAccount()
    const yen = { ...account, account: { ...account.account, currencyCode: 'CLP' } }
    expect(titles(yen).join()).toContain('de 50 CLP a 60 CLP al día')
  })

  test('a currency with decimals that Google bills whole', () => {
    const account = troubledAccount()
    const amountsOf = (billableUnits?: { code: string; unitMicros: number }[]) => {
      const inventory = { ...account.inventory, ...(billableUnits && { billableUnits }) }
      const { recommendations } = analyseAccount({
        ...account,
        inventory,
        campaigns: account.campaigns.map((campaign) => ({
          ...campaign,
          budgetMicros: campaign.budgetMicros && campaign.budgetMicros + 1_120_000,
        })),
        account: { ...account.account, currencyCode: 'TWD' },
      })
      const text = JSON.stringify(recommendations.map(({ evidence }) => evidence.change))
      return [...text.matchAll(/Micros":"(\d+)"/g)].map(([, micros]) => Number(micros))
    }
    const isWhole = (micros: number) => micros % 1_000_000 === 0
    expect(amountsOf().every(isWhole)).toBe(false)
    const amounts = amountsOf([{ code: 'TWD', unitMicros: 1_000_000 }])
    expect(amounts.length).toBeGreaterThan(0)
    expect(amounts.every(isWhole)).toBe(true)
  })

  test('emoji and unknown alphabets', () => {
    const account = troubledAccount()
    const odd = ['👟', '👠👠', 'туфли', 'l’hivern', ''].map((term) =>
      searchTerm(term, sums(200, 0)),
    )
    const found = titles({ ...account, searchTerms: [...odd, ...account.searchTerms] })
    expect(found.length).toBeGreaterThanOrEqual(5)
  })

  test('every campaign paused, or only Performance Max', () => {
    const account = troubledAccount()
    const with_ = (over: object) => ({
      ...account,
      campaigns: account.campaigns.map((c) => ({ ...c, ...over })),
    })
    expect(titles(with_({ status: 'PAUSED' }))).toEqual([])
    const onlyMax = titles({
      ...with_({ channelType: 'PERFORMANCE_MAX' }),
      keywords: [],
    })
    // It takes negatives and no keywords.
    expect(onlyMax.filter((title) => /Excluye/.test(title))).toHaveLength(2)
    expect(onlyMax.filter((title) => /Añade/.test(title))).toEqual([])
  })

  test('one campaign and a week of data', () => {
    const account = troubledAccount()
    const week = { from: '2026-11-08', to: '2026-11-14' }
    const few = (metrics: Metrics): Metrics => sums(Math.ceil(metrics.clicks / 13), 0)
    const { recommendations, silenced } = analyseAccount({
      ...account,
      window: week,
      campaigns: [campaign({ sums: sums(1_500, 9) })],
      keywords: account.keywords.map((row) => ({ ...row, sums: few(row.sums) })),
      searchTerms: account.searchTerms.map((row) => ({ ...row, sums: few(row.sums) })),
    })
    expect(recommendations.filter(({ evidence }) => evidence.forecast)).toEqual([])
    const why = silenced.find(({ rule }) => rule === 'wasted-search-terms')!.reason
    expect(why).toMatch(/^Hacen falta unas \d+ conversiones más/)
  })

  test('a shared budget is not raised for one campaign', () => {
    const account = troubledAccount()
    const campaigns = account.campaigns.map((row) => ({ ...row, budgetShared: true }))
    expect(titles({ ...account, campaigns }).join()).not.toContain('Sube el presupuesto')
  })

  test('micros at the edge of 64 bits, shares at .0999 and .9001: every number stays finite', () => {
    const account = troubledAccount()
    const edge = 2 ** 63
    const campaigns = account.campaigns.map((row, i) => ({
      ...row,
      budgetMicros: edge,
      sums: { ...row.sums, costMicros: edge, valueMicros: edge },
      impressionShare: { eligible: 10_000, lostToBudget: i === 0 ? 999 : 9_001, lostToRank: 999 },
    }))
    const searchTerms = [
      ...account.searchTerms,
      searchTerm('carísimo', { ...sums(900, 0), costMicros: edge }),
    ]
    const { recommendations, silenced } = analyseAccount({ ...account, campaigns, searchTerms })
    const text = JSON.stringify({ recommendations, silenced })
    expect(text).not.toMatch(/NaN|Infinity|undefined|∞/)
    expect(recommendations.map(({ title }) => title).join()).toContain('carísimo')
    for (const { expectedValueMicros, probability } of recommendations) {
      expect(Number.isFinite(expectedValueMicros)).toBe(true)
      expect(probability).toBeGreaterThanOrEqual(0)
      expect(probability).toBeLessThanOrEqual(1)
    }
  })

  test('everything at zero', () => {
    const account = troubledAccount()
    const none = JSON.parse(JSON.stringify(account), (key, value) =>
      typeof value === 'number' && /Micros$|clicks|impressions|eligible|lost/.test(key) ? 0 : value,
    ) as WholeSnapshot
    const { recommendations, silenced } = analyseAccount(none)
    expect(JSON.stringify({ recommendations, silenced })).not.toMatch(/NaN|Infinity|undefined|∞/)
    expect(recommendations.filter(({ evidence }) => evidence.forecast)).toEqual([])
  })

  test('terms in Catalan, Galician, Basque and of Latin America are excluded as they are written', () => {
    const terms = [
      'sabates còmodes d’home',
      'zapatos de balde',
      'oinetako doakoak',
      'tenis de a grapa',
    ]
    const account = troubledAccount()
    const searchTerms = [
      ...account.searchTerms,
      ...terms.map((term) => searchTerm(term, sums(400, 0))),
    ]
    const found = JSON.stringify(analyseAccount({ ...account, searchTerms }).recommendations)
    expect(found).toContain('"text":"sabates còmodes d home"')
    expect(found).toContain('"text":"oinetako doakoak"')
  })

  test('a day of outage inside the window is not held against what was clicked', () => {
    const account = { ...troubledAccount(), targetCpaMicros: 12_000_000 }
    const accountDays = account.accountDays.map((day, i) =>
      i >= 40 && i < 44 ? { ...day, conversionsMicros: 0 } : day,
    )
    const of = (one: WholeSnapshot) =>
      analyseAccount(one).recommendations.find(({ title }) => title.includes('disfraz'))!
    expect(of({ ...account, accountDays }).probability).toBeLessThan(of(account).probability)
  })
})

function withoutConversions(account: WholeSnapshot): WholeSnapshot {
  return JSON.parse(JSON.stringify(account), (key, value) =>
    key === 'conversionsMicros' || key === 'valueMicros' ? 0 : value,
  ) as WholeSnapshot
}
