import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, sums } from '../../samples/sample-account.ts'
import { plain, sayingsOf } from '../../samples/sample-analysis.ts'

const RULE = 'brand-split'
const base = sampleAccount()

/** A brand campaign at 2.50 €, and one of 4,500 € that sold so often; a conversion may cost 10 €. */
function account(conversions: number, over: Partial<WholeSnapshot> = {}): WholeSnapshot {
  return sampleAccount({
    targetCpaMicros: 10 * MICROS,
    campaigns: [
      campaign({ sums: sums(9_000, conversions) }),
      campaign({ id: '2', name: 'Marca', budgetId: '92', sums: sums(2_000, 400) }),
    ],
    ...over,
  })
}

const { found, reason } = sayingsOf(RULE)

test('the brand hides what the other searches cost: both are told, and no saving', () => {
  const [one] = found(account(240))
  expect(plain(one!.title)).toBe(
    'Sin la marca, cada conversión de búsqueda cuesta 18,75 €, no 8,59 €',
  )
  expect(one!.evidence.table.rows.map(({ part, conversions }) => [part, conversions])).toEqual([
    ['Con la marca', 400],
    ['Sin la marca', 240],
  ])
  expect([one!.evidence.forecast, one!.evidence.change]).toEqual([null, null])
  expect(one!.evidence.counterEvidence.join()).toContain('habrían llegado igual')
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('brand keywords of an ordinary campaign count as the brand, also by the words its owner said', () => {
  const mixed = (text: string, brand: string[] = []) => ({
    ...account(640, { ownWords: { brand, protected: [] } }),
    campaigns: [campaign({ sums: sums(11_000, 640) })],
    keywords: [...base.keywords, keyword(text, sums(2_000, 400))],
  })
  expect(found(mixed('calzados lumbre'))).toHaveLength(1)
  expect(found(mixed('pasoligero'))).toEqual([])
  expect(found(mixed('pasoligero', ['pasoligero']))).toHaveLength(1)
})

test('other channels are said not to be split', () => {
  const own = account(240)
  const max = campaign({ id: '7', channelType: 'PERFORMANCE_MAX', sums: sums(5_000, 300) })
  const [one] = found({ ...own, campaigns: [...own.campaigns, max] })
  expect(one!.evidence.table.rows.at(-1)).toMatchObject({
    part: 'Otros canales, sin separar',
    conversions: 300,
  })
  expect(plain(one!.title)).toContain('18,75 €, no 8,59 €')
})

test('it is silent where the rest is well, where all looks dear anyway, or the brand is small', () => {
  expect(found(account(460))).toEqual([])
  expect(reason(account(460))).toContain('no pasa con seguridad')
  expect(found(account(100))).toEqual([])
  const small = campaign({ id: '2', name: 'Marca', sums: sums(60, 12) })
  const own = account(240)
  expect(reason({ ...own, campaigns: [own.campaigns[0]!, small] })).toContain('tan pocas')
})

test('without a word on what a conversion may cost it says what is missing', () => {
  const unsaid = { ...account(240), targetCpaMicros: undefined }
  expect(found(unsaid)).toEqual([])
  expect(reason(unsaid)).toContain('dilo en los ajustes')
  const asked = unsaid.campaigns.map((one) => ({ ...one, targetCpaMicros: 10 * MICROS }))
  expect(found({ ...unsaid, campaigns: asked })).toHaveLength(1)
})
