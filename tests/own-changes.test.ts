import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { LoggedOwnChange } from '../src/features/performance/contract/changes.ts'
import { accountChanges } from '../src/platform/db/schema/changes.ts'
import { adGroups } from '../src/platform/db/schema/entities.ts'
import { testApp } from './harness.ts'
import { CUSTOMER, openShop, SHOP, type Shop } from './recommendation-shop.ts'

// What was added by hand, as the account's page lists it long after: who, when, what came of it, the way back.
const it = testApp()
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
  await shop.reset()
})

const added = async (text: string) => {
  const { body } = await shop.owner.get(`/api/own-changes/${SHOP}?only=keywords`)
  return (body as LoggedOwnChange[]).find(({ summary }) => summary.includes(`«${text}»`))
}

async function addNegative(text: string) {
  const path = `/api/campaigns/${shop.campaignId}/negative-keywords`
  const answer = await shop.owner.send('POST', path, {
    level: 'campaign',
    text,
    matchType: 'EXACT',
  })
  expect(answer.status, answer.text).toBe(200)
  const [row] = await it.ctx.db.select().from(accountChanges).where(logged(text))
  return row!
}

const logged = (text: string) => like(accountChanges.summary, `%«${text}»%`)

test('a negative can be taken back after any number of steps of cards', async () => {
  const row = await addNegative('zapatos de ayer')
  it.clock.advance(60_000)
  const step = { ...row, kind: 'recommendation', at: it.clock.now() }
  const steps = Array.from({ length: 120 }, () => ({ ...step, id: randomUUID() }))
  await it.ctx.db.insert(accountChanges).values(steps)
  it.clock.advance(86_400_000)
  const change = (await added('zapatos de ayer'))!
  expect(change).toMatchObject({ canUndo: true, outcome: 'done', undoneAt: null })
  const undone = await shop.owner.send('POST', `/api/changes/${change.changeId}/deshacer`)
  expect(undone.status, undone.text).toBe(200)
  expect(await shop.liveNegatives('zapatos de ayer')).toEqual([])
  const { by } = change
  expect(await added('zapatos de ayer')).toMatchObject({ canUndo: false, undoneBy: by })
})

test('what Google has not answered is told, and what came of it', async () => {
  const { id } = await addNegative('zapatos callados')
  const leave = (outcome: 'unknown' | 'failed') =>
    it.ctx.db.update(accountChanges).set({ outcome }).where(eq(accountChanges.id, id))
  await leave('unknown')
  expect(await added('zapatos callados')).toMatchObject({ canUndo: false, outcome: 'open' })
  await leave('failed')
  expect(await added('zapatos callados')).toMatchObject({ canUndo: false, outcome: 'failed' })
})

test('a keyword that others bid for otherwise since stays', async () => {
  const adGroupId = Number(shop.adGroup.split('/').at(-1))
  const place = { customerId: CUSTOMER, campaignId: shop.campaignId, adGroupId }
  await it.ctx.db.insert(adGroups).values({ ...place, name: 'Zapatos', status: 'ENABLED' })
  const path = `/api/campaigns/${shop.campaignId}/keywords`
  const asked = { adGroupId: String(adGroupId), text: 'zapatos pujados', matchType: 'EXACT' }
  const made = await shop.owner.send('POST', path, asked)
  const { changeId } = made.body as { changeId: string }
  const [row] = await it.ctx.db.select().from(accountChanges).where(logged('zapatos pujados'))
  it.clock.advance(3_600_000)
  const update = { resourceName: row!.resourceName!, cpcBidMicros: '730000' }
  await shop.mutate({ adGroupCriterionOperation: { updateMask: 'cpcBidMicros', update } })
  const undone = await shop.owner.send('POST', `/api/changes/${changeId}/deshacer`)
  expect([undone.status, undone.text]).toEqual([409, expect.stringContaining('Alguien')])
})

test('what an ad group has as a keyword cannot be excluded there as well, and why is said', async () => {
  const adGroupId = String(shop.adGroup.split('/').at(-1))
  const place = { adGroupId, text: 'zapatos de dos caras', matchType: 'EXACT' }
  const path = `/api/campaigns/${shop.campaignId}`
  const made = await shop.owner.send('POST', `${path}/keywords`, place)
  expect(made.status, made.text).toBe(200)
  const refused = await shop.owner.send('POST', `${path}/negative-keywords`, {
    ...place,
    level: 'ad_group',
  })
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('ya es una palabra clave'),
  ])
})
