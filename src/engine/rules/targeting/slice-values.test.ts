import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, plain } from '../../samples/sample-analysis.ts'
import { equippedAccount } from '../../samples/sample-inventory.ts'

const RULE = 'device-performance'

/** Of 60 cents a click. */
const row = (clicks: number, conversions: number, each: number) => ({
  ...sums(clicks, conversions, 0.6),
  valueMicros: conversions * each * MICROS,
})

/** A shop by hand whose computers convert two clicks where telephones convert three, each sale worth `desktop` and `mobile`. */
function account(mobile: number, desktop: number, more: Partial<WholeSnapshot> = {}) {
  const devices = [
    { campaignId: '1', device: 'MOBILE' as const, sums: row(6_000, 120, mobile) },
    { campaignId: '1', device: 'DESKTOP' as const, sums: row(4_000, 52, desktop) },
  ]
  const whole = row(10_000, 172, (120 * mobile + 52 * desktop) / 172)
  const byHand = { biddingStrategyType: 'MANUAL_CPC', budgetMicros: 150 * MICROS }
  const days = sampleAccount().accountDays.map((day, i) => ({
    ...day,
    valueMicros: day.conversionsMicros * (60 + (i % 5) * 8),
  }))
  return equippedAccount(
    { devices, deviceModifiers: [] },
    {
      campaigns: [campaign({ ...byHand, sums: whole })],
      keywords: [],
      searchTerms: [],
      accountDays: days,
      targetCpaMicros: 30 * MICROS,
      ...more,
    },
  )
}

const told = (mobile: number, desktop: number, more: Partial<WholeSnapshot> = {}) =>
  found(account(mobile, desktop, more), RULE)
const titles = (...of: Parameters<typeof told>) => told(...of).map(({ title }) => plain(title))

test('where sales are dearer a lower rate is no reason for a lower bid, nor is the higher one for more', () => {
  expect(titles(77, 77)).toEqual(['Baja la puja en ordenador un 28 % en «Zapatos»'])
  expect(titles(45, 150)).toEqual([])
})

test('sales that are a little dearer make the step smaller, and less worth', () => {
  const [alike] = told(77, 77)
  const [dearer] = told(72, 90)
  const stepOf = (one = alike) => one!.evidence.figures.find(({ key }) => key === 'step')!.value
  expect(stepOf(dearer)).toBeLessThan(stepOf(alike) as number)
  expect(dearer!.expectedValueMicros).toBeLessThan(alike!.expectedValueMicros)
  expect(plain(dearer!.evidence.counterEvidence.join(' '))).toContain('es mayor aquí')
  expect(unsupportedNumbers(dearer!)).toEqual([])
})

test('sales that are cheaper too make it larger', () => {
  const [cheaper] = told(90, 45)
  expect(plain(cheaper!.title)).toContain('Baja la puja en ordenador un 30 %')
})

test('what its owner says that any conversion is worth there stays the measure', () => {
  const conversionValues = { campaigns: [{ id: '1', micros: 30 * MICROS }], actions: [] }
  expect(titles(45, 150, { conversionValues })).toEqual(titles(77, 77))
  expect(told(45, 150, { conversionValues })[0]!.evidence.counterEvidence.join()).toContain(
    'no se ha tenido en cuenta',
  )
})
