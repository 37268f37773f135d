import { expect, test } from 'vitest'
import type { Operation } from '#changes/operations.ts'
import type { TargetingSetting } from '#platform/google-ads/row.ts'
import { askGoogle } from '../../../tests/ask-google.ts'
import { testApp } from '../../../tests/harness.ts'
import { IDENTITY, openShop, SHOP } from '../../../tests/recommendation-shop.ts'

const it = testApp()

type Restricted = { targetingSetting?: TargetingSetting }
type Restrictions = NonNullable<TargetingSetting['targetRestrictions']>

test('audiences of a campaign and of an ad group go to observation, and back in one press', async () => {
  const shop = await openShop(it)
  await shop.reset()
  const { campaignId, adGroup } = shop
  const live = async (from: string, name: string) => {
    const [row] = await askGoogle(
      it.simulators,
      IDENTITY,
      SHOP,
      `SELECT ${from}.targeting_setting.target_restrictions FROM ${from} WHERE ${from}.resource_name = '${name}'`,
    )
    const { campaign, adGroup } = row as unknown as Record<string, Restricted | undefined>
    return (campaign ?? adGroup)?.targetingSetting?.targetRestrictions
  }
  const both = () =>
    Promise.all([
      live('campaign', `customers/${SHOP}/campaigns/${campaignId}`),
      live('ad_group', adGroup),
    ])
  const set = (resourceName: string, bidOnly: boolean) => ({
    updateMask: 'targetingSetting.targetRestrictions',
    update: {
      resourceName,
      targetingSetting: { targetRestrictions: [{ targetingDimension: 'AUDIENCE', bidOnly }] },
    },
  })
  const steps = (bidOnly: boolean, owner: string): Operation[] => [
    { campaignOperation: set(`customers/${owner}/campaigns/${campaignId}`, bidOnly) },
    { adGroupOperation: set(adGroup.replace(SHOP, owner), bidOnly) },
  ]
  for (const step of steps(false, SHOP)) await shop.mutate(step)
  const restricted = [{ targetingDimension: 'AUDIENCE', bidOnly: false }]
  expect(await both()).toEqual([restricted, restricted])
  const id = await shop.recommend(steps(true, '{customerId}'), {
    after: 'Audiencias: observación (todos, y se mide cada una).',
  })
  const applied = await shop.apply(id)
  expect(applied.body, applied.text).toMatchObject({ estado_cambio: 'aplicada' })
  const observed = [{ targetingDimension: 'AUDIENCE', bidOnly: true }]
  expect(await both()).toEqual([observed, observed])
  const undone = await shop.undo(id)
  expect(undone.status, undone.text).toBe(200)
  expect(await both()).toEqual([restricted, restricted])
})

test('what else has come to be observed since is not written over', async () => {
  const shop = await openShop(it)
  await shop.reset()
  const set = (owner: string, targetRestrictions: Restrictions) => ({
    campaignOperation: {
      updateMask: 'targetingSetting.targetRestrictions',
      update: {
        resourceName: `customers/${owner}/campaigns/${shop.campaignId}`,
        targetingSetting: { targetRestrictions },
      },
    },
  })
  const audience = (bidOnly: boolean) => ({ targetingDimension: 'AUDIENCE', bidOnly })
  const gender = { targetingDimension: 'GENDER', bidOnly: true }
  await shop.mutate(set(SHOP, [audience(false), gender]))
  const card = (list: Restrictions) =>
    shop.recommend([set('{customerId}', list)], {
      after: 'Audiencias: observación (todos, y se mide cada una).',
    })
  const refused = await shop.apply(await card([audience(true)]))
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Segmentación')])
  expect((await shop.apply(await card([audience(true), gender]))).status).toBe(200)
})
