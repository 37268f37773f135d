import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../samples/sample-account.ts'
import { worthCaveat } from '../words/shared-texts.ts'
import { protectionOf } from './brand.ts'
import { negativeLookup } from './matches.ts'
import { measurementOf } from './measurement.ts'
import { mixedBrand } from './mixed-brand.ts'
import type { WholeSnapshot } from './snapshot.ts'
import { targetsOf } from './targets.ts'

const targets = (over: Partial<WholeSnapshot>) => {
  const snapshot = sampleAccount(over)
  const isNegated = negativeLookup(snapshot.negatives)
  const brand = mixedBrand(snapshot, protectionOf(snapshot), isNegated)
  return targetsOf(snapshot, measurementOf(snapshot), brand, isNegated)
}
const inEuros = (found: { micros: number } | null) => Math.round((found?.micros ?? 0) / MICROS)

test('conversions at many times what the others cost are measured by their own mean, and the others without them', () => {
  const account = (conversions: number, price = 8) =>
    targets({
      campaigns: [
        campaign({ id: '1', name: 'Multas', sums: sums(1_400, 105, 1) }),
        campaign({ id: '2', name: 'Negligencias', sums: sums(340, conversions, price) }),
      ],
    })
  const dear = account(18)
  const own = (340 * 8) / 18
  expect(inEuros(dear.targetOf('2'))).toBe(Math.round(own))
  expect(inEuros(dear.targetOf('1'))).toBe(13)
  expect(worthCaveat(dear.targetOf('2')!).join()).toContain('su propia media')
  // Whether it goes on at all is asked of what the others pay.
  expect(inEuros(dear.targetWithout('2', sums(340, 18, 8)))).toBe(13)
  // Too few tell nothing, and a little dearer is no other worth.
  expect(account(5).targetOf('2')?.isOwn).toBeUndefined()
  expect(account(18, 2).targetOf('2')?.isOwn).toBeUndefined()
  // Where most of what is sold is dear, the little that is cheap is no measure of the rest.
  expect(inEuros(account(300, 60).targetOf('1'))).toBeGreaterThan(50)
})

test('searches for the brand set no price for the others, whatever brought them, and are counted once', () => {
  const price = (
    [clicks, conversions]: [number, number],
    over: Partial<WholeSnapshot> = {},
    term = 'calzados lumbre',
    by: string | undefined = undefined,
  ) =>
    targets({
      campaigns: [campaign({ sums: sums(9_000 + clicks, 360 + conversions) })],
      searchTerms: [
        searchTerm(term, sums(1_000, 200), { keywordText: by }),
        searchTerm('zapatos mujer', sums(3_000, 120)),
      ],
      ...over,
    }).targetOf('1')!.micros
  const usual = targets({}).targetOf('1')!.micros
  const added: [number, number] = [1_000, 200]
  expect(price(added)).toEqual(usual)
  expect(price(added, {}, 'calzados lumbre', 'zapatos mujer')).toEqual(usual)
  const keywords = [...sampleAccount().keywords, keyword('lumbre', sums(1_000, 200))]
  for (const by of ['lumbre', undefined])
    expect(price(added, { keywords }, 'calzados lumbre', by)).toEqual(usual)
  // What a negative stops by now is in the campaign's sums no more.
  const negatives = [
    { scope: 'campaign' as const, campaignId: '1', text: 'lumbre', matchType: 'PHRASE' as const },
  ]
  expect(price([0, 0], { negatives })).toEqual(usual)
  // One that sells no better than the rest makes nothing else look dear.
  const opinions = [searchTerm('lumbre opiniones', sums(1_000, 0))]
  expect(price([1_000, 0], { searchTerms: opinions })).toBeGreaterThan(usual)
})

test('of a part of a campaign that holds the brand as much is left out of the others as is not the brand', () => {
  const { targetOf, targetWithout } = targets({
    campaigns: [campaign({ sums: sums(10_000, 560) })],
    searchTerms: [
      searchTerm('calzados lumbre', sums(1_000, 200)),
      searchTerm('zapatos mujer', sums(3_000, 120)),
    ],
  })
  // Half of the campaign, brand and all: what is left costs what the whole does without the brand.
  const half = targetWithout('1', sums(5_000, 280))!.micros
  expect(half / targetOf('1')!.micros).toBeCloseTo(1)
})
