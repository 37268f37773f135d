import { expect, test } from 'vitest'
import type { Operation } from '#changes/operations.ts'
import { askGoogle } from '../../../tests/ask-google.ts'
import { lossyShop } from '../../../tests/lossy-shop.ts'
import { IDENTITY, SHOP } from '../../../tests/recommendation-shop.ts'
import { unitsOf } from './rules/change-units.ts'

// Hours of campaigns that were shown all day: with some of them a campaign is shown in no others, so none is made alone.
const { proxy, it, shop } = await lossyShop()

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

function hoursOf(campaignId: number, dayOfWeek: string): Operation {
  const adSchedule = {
    dayOfWeek,
    startHour: 0,
    startMinute: 'ZERO',
    endHour: 24,
    endMinute: 'ZERO',
  }
  const campaign = `customers/{customerId}/campaigns/${campaignId}`
  return { campaignCriterionOperation: { create: { campaign, bidModifier: 1, adSchedule } } }
}

const week = () => DAYS.map((day) => hoursOf(shop.campaignId, day))

async function shownHours(): Promise<number> {
  const query = `SELECT campaign_criterion.resource_name FROM campaign_criterion WHERE campaign.id = ${shop.campaignId} AND campaign_criterion.type = 'AD_SCHEDULE'`
  return (await askGoogle(it.simulators, IDENTITY, SHOP, query)).length
}

test('made and taken back in one request each, which Google cannot do by halves', async () => {
  const id = await shop.recommend(week())
  const arm = () => it.simulators.armFault('google-ads', 'partial_failure', 1)
  proxy.onMutate = arm
  const made = await shop.apply(id)
  expect(made.body, made.text).toMatchObject({ estado_cambio: 'aplicada' })
  expect(await shownHours()).toBe(DAYS.length)
  it.simulators.googleAds.faults.clear()
  proxy.onMutate = arm
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await shownHours()).toBe(0)
})

test('one that Google refuses: none is made', async () => {
  const wrong = structuredClone(week())
  const { adSchedule } = wrong[2]!.campaignCriterionOperation!.create as { adSchedule: object }
  Object.assign(adSchedule, { startHour: 9, endHour: 8 })
  const refused = await shop.apply(await shop.recommend(wrong))
  expect([refused.status, await shownHours()]).toEqual([422, 0])
})

test('those of each campaign can be made without those of another', () => {
  const both = [7, 8].flatMap((campaignId) => DAYS.map((day) => hoursOf(campaignId, day)))
  expect(unitsOf(both)?.units.map(({ operations }) => operations.length)).toEqual([7, 7])
})
