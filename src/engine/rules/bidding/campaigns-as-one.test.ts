import { expect, test } from 'vitest'
import { sharesOf } from '../../account/known-settings.ts'
import { campaign, sums } from '../../samples/sample-account.ts'
import { asOne } from './campaigns-as-one.ts'

test('together they won as many auctions as all of them did, though one goes on with less', () => {
  const whole = campaign({ sums: sums(9_000, 360) })
  const lessened = { ...whole, id: '2', sums: sums(5_000, 350), wholeSums: whole.sums }
  const one = asOne([whole, lessened])
  expect(one.sums.clicks).toBe(14_000)
  expect(sharesOf(one)).toEqual(sharesOf(whole))
})
