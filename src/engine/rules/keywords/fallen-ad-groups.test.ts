import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found as foundBy, plain, sayingsOf } from '../../samples/sample-analysis.ts'

const { found, reason } = sayingsOf('fallen-ad-groups')
const NAMES = ['botas', 'zapatos', 'sandalias', 'zuecos', 'mocasines']
const nameOf = (i: number) => NAMES[i] ?? `modelo${i}`

/** By ad group the conversions of 1,000 clicks of late, where 2,000 before brought 60. */
function account(late: readonly number[], over: Partial<WholeSnapshot> = {}): WholeSnapshot {
  const place = (i: number) => ({ campaignId: '1', adGroupId: `2${i}` })
  const recent = (sold: number) => ({ clicks: 1_000, conversionsMicros: sold * MICROS })
  return sampleAccount({
    adGroups: late.map((_, i) => ({
      ...{ id: `2${i}`, campaignId: '1', name: nameOf(i), status: 'ENABLED' },
    })),
    keywords: late.map((sold, i) =>
      keyword(nameOf(i), sums(3_000, 60 + sold), { ...place(i), recent: recent(sold) }),
    ),
    searchTerms: late.flatMap((sold, i) =>
      ['piel', 'baratas', 'mujer'].map((word) =>
        searchTerm(`${nameOf(i)} ${word}`, sums(1_000, 20 + sold / 3), place(i)),
      ),
    ),
    ...over,
  })
}

test('an ad group that hardly sells any more while the others do is to be looked at', () => {
  const [one, ...others] = found(account([6, 30, 29, 31, 30]))
  expect(others).toEqual([])
  expect(plain(one!.title)).toBe(
    'Mira qué le pasa a «botas»: vende un 80 % menos por clic desde hace un mes',
  )
  expect(plain(one!.description)).toContain('sus 1.000 clics trajeron 6 conversiones')
  expect([one!.objectType, one!.objectId, one!.priority]).toEqual(['adgroup', '20', 'high'])
  expect([one!.evidence.change, one!.evidence.forecast]).toEqual([null, null])
  expect(unsupportedNumbers(one!)).toEqual([])
})

test.each([
  ['what all of them lost', [6, 6, 7, 6, 5]],
  ['a month like many', [23, 30, 29, 31, 30]],
  ['one of many that move as far', Array.from({ length: 24 }, (_, i) => [9, 60, 12, 50][i % 4]!)],
])('%s is none', (_, late) => {
  expect(found(account(late))).toEqual([])
  expect(reason(account(late))).toContain(
    'Ninguna campaña, grupo de anuncios ni palabra clave vende',
  )
})

test('nor one that is paused, nor where it is not known what sold of late', () => {
  const whole = account([6, 30, 29, 31, 30])
  const [first, ...rest] = whole.adGroups
  expect(found({ ...whole, adGroups: [{ ...first!, status: 'PAUSED' }, ...rest] })).toEqual([])
  const keywords = whole.keywords.map(({ recent: _, ...one }) => one)
  expect(found({ ...whole, keywords })).toEqual([])
})

test('that its tag is gone is said first where nothing is sold at all', () => {
  const [one] = found(account([0, 30, 29, 31, 30]))
  expect(one!.title).toBe(
    'Mira qué le pasa a «botas»: no registra ninguna conversión desde hace un mes',
  )
  expect(one!.description).toContain('Haz primero una conversión de prueba en su página')
  expect(one!.description).not.toContain('no parece la medición')
  expect(found(account([6, 30, 29, 31, 30]))[0]!.description).not.toContain('Haz primero')
})

/** By campaign the clicks and conversions of a day, in the last month of the window and before. */
function daily(of: (i: number, isLate: boolean) => { clicks: number; sold: number }) {
  const { from, to } = sampleAccount().window
  const ids = ['1', '2', '3']
  return sampleAccount({
    campaigns: ids.map((id) => campaign({ id, name: `Campaña ${id}` })),
    keywords: [],
    campaignDays: ids.flatMap((campaignId, i) =>
      eachDay(from, to).map((day, at, all) => {
        const { clicks, sold } = of(i, at >= all.length - 30)
        return { campaignId, day, clicks, conversionsMicros: MICROS * sold }
      }),
    ),
  })
}

test('a campaign that fell in all its ad groups, each of which is too small, is told as a whole', () => {
  const perDay = (sold: (i: number, isLate: boolean) => number) =>
    daily((...when) => ({ clicks: 40, sold: sold(...when) }))
  const [one, ...others] = found(perDay((i, isLate) => (i === 1 && isLate ? 0 : 2)))
  expect(others).toEqual([])
  expect(one!.title).toBe(
    'Mira qué le pasa a «Campaña 2»: no registra ninguna conversión desde hace un mes',
  )
  expect([one!.objectType, one!.objectId, one!.campaignId, one!.adGroupId]).toEqual([
    ...['campaign', '2', '2', null],
  ])
  expect(one!.evidence.table.rows.map((row) => row.conversions)).toEqual([120, 0])
  expect(unsupportedNumbers(one!)).toEqual([])
  expect(found(perDay((_, isLate) => (isLate ? 1 : 2)))).toEqual([])
})

test('others of which one that hardly sells has shrunk or stopped do not sell better for it', () => {
  const steady = { clicks: 40, sold: 2 }
  const beside = (late: number) =>
    daily((i, isLate) => (i < 2 ? steady : { clicks: isLate ? late : 1_000, sold: 0.5 }))
  expect(found(beside(10))).toEqual([])
  expect(found(beside(0))).toEqual([])
  const whole = account([30, 30, 29, 31, 30])
  const broad = (recent: { clicks: number; conversionsMicros: number }) =>
    keyword('calzado', sums(20_000, 20), { adGroupId: '20', recent })
  const keywords = [...whole.keywords, broad({ clicks: 100, conversionsMicros: 0 })]
  expect(found({ ...whole, keywords })).toEqual([])
})

test('several are one card', () => {
  const [one, ...others] = found(account([3, 4, 30, 31, 30]))
  expect(others).toEqual([])
  expect(one!.title).toContain('2 grupos de anuncios')
  expect(one!.description).toContain('«botas»')
  expect(one!.description).toContain('«zapatos»')
  expect(new Set(one!.evidence.table.rows.map(({ adGroup }) => adGroup))).toEqual(
    new Set(['botas', 'zapatos']),
  )
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('a keyword that stopped selling beside others of its ad group is to be looked at by itself', () => {
  const inOne = (late: readonly number[]) => {
    const whole = account(late)
    const keywords = whole.keywords.map((one, i) => ({
      ...one,
      adGroupId: '20',
      criterionId: `${i}`,
    }))
    return { ...whole, keywords }
  }
  const [one, ...others] = found(inOne([2, 30, 29, 31, 30]))
  expect(others).toEqual([])
  expect(plain(one!.title)).toMatch(/^Mira qué le pasa a «botas»: vende un 93,3 % menos por clic/)
  expect(one!.description).toContain('Las demás palabras clave no han cambiado así')
  expect([one!.objectType, one!.objectId, one!.adGroupId]).toEqual(['adgroup', '20', '20'])
  expect([one!.evidence.change, one!.evidence.forecast]).toEqual([null, null])
  expect(unsupportedNumbers(one!)).toEqual([])
  const [both] = found(inOne([2, 1, 29, 31, 30]))
  expect(both!.title).toContain('2 palabras clave')
  expect(unsupportedNumbers(both!)).toEqual([])
  expect(found(inOne([23, 30, 29, 31, 30]))).toEqual([])
})

test('no keyword is added for searches of such a group', () => {
  const added = (late: number[]) =>
    foundBy(account(late, { targetCpaMicros: 40 * MICROS }), 'converting-terms').flatMap(
      ({ evidence }) => evidence.table.rows.map(({ term }) => String(term)),
    )
  expect(added([30, 30, 29, 31, 30]).join()).toContain('botas')
  expect(added([6, 30, 29, 31, 30]).join()).not.toContain('botas')
  expect(added([6, 30, 29, 31, 30]).join()).toContain('zapatos')
})

test('conversions that are missing on the whole are told to be sought there', () => {
  const weak = (late: readonly number[]) => {
    const { accountDays } = sampleAccount()
    const days = accountDays.map((day, i) => {
      const sold = i < accountDays.length - 24 ? 11 : 4
      return { ...day, ...sums(240, sold + (i % 2)) }
    })
    const campaignDays = days.map((row) => ({ ...row, campaignId: '1' }))
    const lost = account(late, { accountDays: days, campaignDays })
    return foundBy(lost, 'conversion-tracking')[0]!
  }
  const one = weak([1, 2, 1, 2, 30, 31, 30, 29, 30, 31])
  expect(one.description).toMatch(/sobre todo de .*«botas».*, y lo demás se vende como antes/)
  expect(unsupportedNumbers(one)).toEqual([])
  expect(weak([30, 30, 29, 31, 30, 29]).description).not.toContain('sobre todo de')
})
