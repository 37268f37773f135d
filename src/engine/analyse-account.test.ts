import { describe, expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { AccountSnapshot } from './account/snapshot.ts'
import { analyseAccount } from './analyse-account.ts'
import type { Recommendation } from './findings/recommendation.ts'
import { RULE_NAMES } from './rules/rules.ts'
import { sampleAccount, searchTerm, sums, troubledAccount } from './samples/sample-account.ts'
import { numbersMissing } from './samples/sample-analysis.ts'

const titles = (snapshot: AccountSnapshot) =>
  analyseAccount(snapshot).recommendations.map(({ title }) => title.replace(/\u00a0/g, ' '))

test('an ordinary account gets no recommendation, and each rule says why', () => {
  const { recommendations, silenced } = analyseAccount(sampleAccount())
  expect(recommendations.map(({ title }) => title)).toEqual([])
  const talkative = silenced.map(({ rule }) => rule)
  expect(talkative).toEqual([...RULE_NAMES])
  for (const { reason } of silenced) expect(reason).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/)
})

test('all rules of the audit run, in the order of their names', () => {
  const said = analyseAccount(sampleAccount({ accountDays: [] })).silenced.map(({ rule }) => rule)
  expect(said).toEqual([...RULE_NAMES])
})

test('each planted problem is found once, and the brand is left alone', () => {
  expect(titles(troubledAccount()).toSorted()).toEqual([
    'Añade «botín piel señora» como palabra clave: 40 conversiones a 2,25 €',
    'Excluye la búsqueda «disfraz flamenca»: 190,00 € sin ninguna conversión',
    'Excluye las búsquedas con «gratis»: 270,00 € sin ninguna conversión',
    'Pausa la palabra clave «tacones boda»: 210,00 € sin ninguna conversión',
    'Sube el presupuesto de «Botas» de 50,00 € a 60,00 € al día',
  ])
})

describe('the same facts give the same bytes', () => {
  const bytes = (snapshot: AccountSnapshot) => JSON.stringify(analyseAccount(snapshot))
  const account = troubledAccount()
  const twin = searchTerm('botín piel señora', sums(180, 40), { campaignId: '2', adGroupId: '22' })
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
  const identity = (r: Recommendation) => [r.fingerprint, r.priority]
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
    expect(numbersMissing(recommendation), recommendation.title).toEqual([])
  }
})

test('no euro is claimed twice: a paused keyword and its excluded query', () => {
  const account = troubledAccount()
  const terms = [
    searchTerm('tacones boda barata', sums(400, 0), { criterionId: 'tacones boda' }),
    ...account.searchTerms,
  ]
  const { recommendations } = analyseAccount({ ...account, searchTerms: terms })
  const found = recommendations.filter(({ evidence }) => /tacones/.test(JSON.stringify(evidence)))
  expect(found).toHaveLength(1)
})

test('sums stay below the cost of what is claimed', () => {
  const { recommendations } = analyseAccount(troubledAccount())
  const waste = recommendations.filter(({ evidence }) => evidence.forecast?.kpi === 'cost')
  const saved = waste.reduce((sum, r) => sum + r.expectedValueMicros, 0)
  expect(waste).toHaveLength(3)
  expect(saved).toBeLessThan(((190 + 270 + 210) / 3) * MICROS)
})

test('what Google hides is told, not counted', () => {
  const account = { ...troubledAccount(), hiddenSearchTerms: sums(9_000, 100) }
  const waste = analyseAccount(account).recommendations.find(({ title }) => /gratis/.test(title))
  expect(waste!.evidence.counterEvidence.join()).toMatch(/Google solo muestra .* del 5\d,\d\s%/)
})
