import { expect, test } from 'vitest'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import type { GoogleAccount } from './contract.ts'

// A zone that Google has and this program does not know, as one that was made after its release.
const SHOP = '1000000031'
const moving = { customerId: SHOP, descriptiveName: 'Tienda', toldZone: 'America/Nueva_Comarca' }
const { world } = ledgerWorld([moving], { 'ana@gmail.test': [SHOP] })
const it = adsApp(world, { GOOGLE_ADS_HISTORY_DAYS: '30' })

test('an account in a time zone that is not known here is listed, read and disconnected', async () => {
  const ana = await it.signIn()
  expect(await ana.connect('ana@gmail.test')).toBe('/dashboard?connected=true')
  const listed = async () => {
    const { status, body } = await ana.ask('GET', '/api/google-accounts')
    expect(status).toBe(200)
    return (body as GoogleAccount[])[0]
  }
  expect(await listed()).toMatchObject({ timeZone: 'UTC', utcOffsetMinutes: 0 })
  await it.runJobs()
  const read = await listed()
  expect(read).toMatchObject({ timeZone: 'UTC', hasSyncNews: false })
  expect(read?.lastSyncedAt).not.toBeNull()
  expect((await ana.ask('DELETE', `/api/google-accounts/${SHOP}`)).status).toBe(200)
})
