import { expect, test } from 'vitest'
import { experimentShop } from '../../../tests/experiment-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER } from '../../../tests/recommendation-shop.ts'
import {
  accountInventory,
  conversionActions,
  conversionSettingChanges,
} from '../../platform/db/schema/entities.ts'
import { addDays, type Day } from '../../shared/dates.ts'
import { finalOf, type Measured } from '../../shared/measured.ts'
import { MICROS } from '../../shared/metrics.ts'
import { longDay } from '../../shared/spanish-numbers.ts'
import { experimentWindows } from './rules/experiment-way.ts'

// An action counts otherwise while one of Google's own experiments runs.
const it = testApp()
const own = experimentShop(it)

/** Tried, and so many days after its beginning an action began to count one conversion of a click. */
async function triedAcross(days: number): Promise<Day> {
  await own.tryIt(await own.recommend())
  const { experiment } = await own.application()
  const on = addDays(experiment!.startsOn, days)
  const { db } = it.ctx
  await db.delete(conversionActions)
  await db.delete(accountInventory)
  await db.delete(conversionSettingChanges)
  const action = { name: 'Compra', category: 'PURCHASE', type: 'WEBPAGE', status: 'ENABLED' }
  await db
    .insert(conversionActions)
    .values({ customerId: CUSTOMER, conversionActionId: 1, primaryForGoal: true, ...action })
  const rows = [{ actionId: '1', day: on, conversionsMicros: 90 * MICROS, valueMicros: 0 }]
  const fetchedAt = it.clock.now()
  await db
    .insert(accountInventory)
    .values({ customerId: CUSTOMER, part: 'conversionDays', rows, fetchedAt })
  await changeOn(on, ['MANY_PER_CLICK', 'ONE_PER_CLICK'])
  return on
}

async function changeOn(on: Day, [former, present]: [string, string]): Promise<void> {
  await it.ctx.db.insert(conversionSettingChanges).values({
    ...{ customerId: CUSTOMER, conversionActionId: 1, setting: 'counting_type' as const },
    ...{ lastSeenOn: addDays(on, -1), seenOn: on, former, present },
  })
}

const measured = async () => (await own.application()).measured as Measured | null

test('a look of which most days count otherwise tells nothing; the next one judges by the days since', async () => {
  const on = await triedAcross(25)
  await own.untilLook(4)
  const early = (await measured())!
  expect(early).toMatchObject({ verdict: 'inconclusive', monthlyMicros: null })
  expect(early.looks).toMatchObject({ fractions: [], next: { weeks: 8 } })
  expect(early.note).toContain('pasó de contar todas las conversiones de un clic a contar una')
  expect(early.note).toContain('quedan muy pocos días con los que comparar')

  await own.untilLook(8)
  const later = (await measured())!
  const { after } = experimentWindows(addDays(on, -26), 8)
  expect(later.money!.leftOut).toEqual([
    expect.stringContaining(
      `: no se cuenta nada del ${longDay(after.from)} al ${longDay(addDays(on, -1))}.`,
    ),
  ])
})

test('where too few are left at the last look there is no verdict', async () => {
  const on = await triedAcross(25)
  await own.untilLook(4)
  await changeOn(addDays(on, 27), ['ONE_PER_CLICK', 'MANY_PER_CLICK'])
  for (const weeks of [8, 12]) await own.untilLook(weeks)
  expect(finalOf(await measured())).toMatchObject({
    verdict: 'inconclusive',
    monthlyMicros: null,
    looks: { next: null },
  })
})
