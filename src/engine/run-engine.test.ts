import { describe, expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import * as spanish from '#shared/spanish-numbers.ts'
import type { Recommendation, Unit } from './recommendation.ts'
import { analyseAccount } from './run-engine.ts'
import { sampleAccount, searchTerm, sums, troubledAccount } from './sample-account.ts'
import type { AccountSnapshot } from './snapshot.ts'

const titles = (snapshot: AccountSnapshot) =>
  analyseAccount(snapshot).recommendations.map(({ titulo }) => titulo.replace(/\u00a0/g, ' '))

test('an ordinary account gets no recommendation and four reasons', () => {
  const { recommendations, silenced } = analyseAccount(sampleAccount())
  expect(recommendations.map(({ titulo }) => titulo)).toEqual([])
  expect(silenced.map(({ rule }) => rule)).toEqual([
    'wasted-search-terms',
    'converting-terms',
    'idle-keywords',
    'limited-budgets',
  ])
})

test('each planted problem is found once, and the brand is left alone', () => {
  expect(titles(troubledAccount()).toSorted()).toEqual([
    'Añade «botín piel señora» como palabra clave: 14 conversiones a 3,21 €',
    'Excluye la búsqueda «disfraz flamenca»: 190,00 € sin ninguna conversión',
    'Excluye las búsquedas con «gratis»: 270,00 € sin ninguna conversión',
    'Pausa la palabra clave «tacones boda»: 210,00 € sin ninguna conversión',
    'Sube el presupuesto de «Botas» de 50,00 € a 60,00 € al día',
  ])
})

describe('the same facts give the same bytes', () => {
  const bytes = (snapshot: AccountSnapshot) => JSON.stringify(analyseAccount(snapshot))
  const account = troubledAccount()
  const twin = searchTerm('botín piel señora', sums(90, 14), { campaignId: '2', adGroupId: '22' })
  account.searchTerms = [...account.searchTerms, twin]
  const once = bytes(account)

  test('run after run', () => {
    expect(bytes(structuredClone(account))).toBe(once)
  })

  test('whatever the order of the rows', () => {
    const reversed = {
      ...account,
      campaigns: account.campaigns.toReversed(),
      adGroups: account.adGroups.toReversed(),
      keywords: account.keywords.toReversed(),
      searchTerms: account.searchTerms.toReversed(),
      accountDays: account.accountDays.toReversed(),
    }
    expect(bytes(reversed)).toBe(once)
  })
})

test('in another currency everything scales and nothing changes place', () => {
  const account = troubledAccount()
  const dear = JSON.parse(JSON.stringify(account), (key, value) =>
    /^(cost|value|budget)Micros$/.test(key) ? value * 128 : value,
  ) as AccountSnapshot
  const [a, b] = [analyseAccount(account), analyseAccount(dear)]
  const identity = (r: Recommendation) => [r.fingerprint, r.prioridad]
  expect(b.recommendations.map(identity)).toEqual(a.recommendations.map(identity))
  b.recommendations.forEach((recommendation, i) => {
    const ratio = recommendation.expectedValueMicros / a.recommendations[i]!.expectedValueMicros
    expect(Math.abs(ratio / 128 - 1)).toBeLessThan(1e-3)
    expect(recommendation.probability).toBeCloseTo(a.recommendations[i]!.probability, 9)
  })
})

test('fingerprints outlive the passing of days and the growth of sums', () => {
  const account = troubledAccount()
  const later = {
    ...account,
    account: { ...account.account, today: '2026-11-22' },
    window: { from: '2026-08-18', to: '2026-11-15' },
  }
  const prints = (snapshot: AccountSnapshot) =>
    analyseAccount(snapshot).recommendations.map(({ fingerprint }) => fingerprint)
  expect(prints(later).toSorted()).toEqual(prints(account).toSorted())
  expect(new Set(prints(account)).size).toBe(5)
})

test('every number in the texts is on the card', () => {
  for (const recommendation of analyseAccount(troubledAccount()).recommendations) {
    const known = cardNumbers(recommendation)
    const { evidence } = recommendation
    const texts = [
      recommendation.titulo,
      recommendation.descripcion,
      recommendation.impacto_estimado,
      recommendation.whyNow,
      evidence.change?.before ?? '',
      evidence.change?.after ?? '',
    ]
    for (const figure of texts.join(' ').match(/-?\d[\d.,]*/g) ?? []) {
      const bare = figure.replace(/[.,]$/, '')
      expect(known, `${bare} in «${recommendation.titulo}»`).toContain(bare)
    }
  }
})

test('no euro is claimed twice: a paused keyword and its excluded query', () => {
  const account = troubledAccount()
  const terms = [
    searchTerm('tacones boda barata', sums(400, 0), { criterionId: 'tacones boda' }),
    ...account.searchTerms,
  ]
  const found = titles({ ...account, searchTerms: terms }).filter((title) => /tacones/.test(title))
  expect(found).toHaveLength(1)
})

test('sums stay below the cost of what is claimed', () => {
  const { recommendations } = analyseAccount(troubledAccount())
  const waste = recommendations.filter(({ evidence }) => evidence.forecast?.kpi === 'coste')
  const saved = waste.reduce((sum, r) => sum + r.expectedValueMicros, 0)
  expect(waste).toHaveLength(3)
  expect(saved).toBeLessThan(((190 + 270 + 210) / 3) * MICROS)
})

describe('bad input is met with silence and a reason', () => {
  const empty: AccountSnapshot = {
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
    expect(silenced).toHaveLength(5)
  })

  test('no conversions at all: only the measurement is mentioned', () => {
    const account = withoutConversions(troubledAccount())
    const { recommendations, silenced } = analyseAccount(account)
    expect(recommendations.map(({ categoria }) => categoria)).toEqual(['medicion'])
    expect(recommendations[0]!.evidence.forecast).toBeNull()
    expect(silenced.map(({ reason }) => reason)).toEqual(
      Array(4).fill('No consta ninguna conversión en el periodo: sin ellas no se puede juzgar.'),
    )
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
    expect(recommendations).toHaveLength(5)
    expect(recommendations.flatMap(({ evidence }) => evidence.change!.operations)).toEqual([])
    expect(silenced.map(({ rule }) => rule)).toEqual(['conversion-tracking'])
  })

  test('fractional conversions, more than clicks', () => {
    const account = troubledAccount()
    const odd = [searchTerm('llamada tienda', sums(12, 30.5)), ...account.searchTerms]
    expect(titles({ ...account, searchTerms: odd })).toContain(
      'Añade «llamada tienda» como palabra clave: 30,5 conversiones a 0,20 €',
    )
  })

  test('a currency without decimals', () => {
    const account = troubledAccount()
    const yen = { ...account, account: { ...account.account, currencyCode: 'CLP' } }
    expect(titles(yen).join()).toContain('de 50 CLP a 60 CLP al día')
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
    expect(onlyMax.filter((title) => /Excluye|Añade/.test(title))).toEqual([])
  })
})

function withoutConversions(account: AccountSnapshot): AccountSnapshot {
  return JSON.parse(JSON.stringify(account), (key, value) =>
    key === 'conversionsMicros' || key === 'valueMicros' ? 0 : value,
  ) as AccountSnapshot
}

/** Numbers of a card as the product prints them, and those inside its names. */
function cardNumbers({ evidence }: Recommendation): string[] {
  const { figures, test: statistics, table, forecast, currencyCode } = evidence
  const units = new Map(table.columns.map(({ key, unit }) => [key, unit]))
  const print = (value: string | number | null, unit: Unit | undefined): string => {
    if (typeof value !== 'number') return String(value)
    if (unit === 'money') return spanish.money(value, currencyCode)
    if (unit === 'percent') return spanish.percent(value, 1).replace(',0\u00a0', '\u00a0')
    if (unit === 'quantity') return spanish.quantity(value)
    return unit === 'decimal' ? spanish.decimal(value, 1) : spanish.integer(value)
  }
  const printed = [
    ...[...figures, ...statistics.numbers].map(({ value, unit }) => print(value, unit)),
    ...table.rows.flatMap((row) => Object.entries(row).map(([k, v]) => print(v, units.get(k)))),
    ...Object.values(forecast ?? {}).map((value) => print(value, 'money')),
    spanish.money(0, currencyCode),
  ]
  return printed.flatMap((text) => text.match(/-?\d[\d.,]*/g) ?? [])
}

test('what Google hides is told, not counted', () => {
  const account = { ...troubledAccount(), hiddenSearchTerms: sums(9_000, 100) }
  const waste = analyseAccount(account).recommendations.find(({ titulo }) => /gratis/.test(titulo))
  expect(waste!.evidence.counterEvidence.join()).toMatch(/Google solo muestra .* del 5\d,\d\s%/)
})
