import { afterEach, beforeAll, beforeEach } from 'vitest'
import { testApp } from './harness.ts'
import { lossyProxy } from './lossy-proxy.ts'
import { openShop, type Shop } from './recommendation-shop.ts'

/** The seeded shop behind a line to Google that loses answers as a test wants it; each test finds it as it was. */
export async function lossyShop() {
  const proxy = await lossyProxy()
  const it = testApp({ environment: { GOOGLE_ADS_API_BASE: proxy.url } })
  // Filled before the first test, as the application is.
  const shop = {} as Shop
  beforeAll(async () => {
    proxy.passTo(it.simulators.environment.GOOGLE_ADS_API_BASE ?? '')
    Object.assign(shop, await openShop(it))
  })
  beforeEach(async () => {
    proxy.mode = 'pass'
    await shop.reset()
  })
  afterEach(() => it.simulators.googleAds.faults.clear())
  return { proxy, it, shop }
}
