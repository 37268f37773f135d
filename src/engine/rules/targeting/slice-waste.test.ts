import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../../account/context.ts'
import { sampleAccount, sums } from '../../samples/sample-account.ts'
import { sayIn } from '../../words/say.ts'
import { judgeSlices } from './slice-waste.ts'

test('keywords whose rates hold still make no place surer, those that move make each less sure', () => {
  const account = sampleAccount()
  const context = contextOf(account, sayIn('EUR', spanishNumbers))
  const [campaign] = account.campaigns
  const slice = {
    campaign: campaign!,
    dimension: 'placement',
    value: 'a.example',
    label: 'a.example',
    sums: sums(300, 1),
    rest: sums(9_000, 360),
  }
  const chance = (rate: number) =>
    judgeSlices([slice], { ...context, drift: { ...context.drift, rate } })[0]!.probability
  expect(chance(0.05)).toBe(chance(0.2))
  expect(chance(0.05)).toBeGreaterThan(chance(0.5))
})
