import { afterEach, expect, test } from 'vitest'
import { syncStates } from '../src/platform/db/schema/work.ts'
import { GoogleAdsError, isVersionGone } from '../src/platform/google-ads/errors.ts'
import { runChecks } from '../src/server/doctor/finding.ts'
import { vendorChecks } from '../src/server/doctor/vendor-checks.ts'
import { adsApp } from './ads-app.ts'
import { ledgerWorld } from './ledger-world.ts'

const SHOP = '1000000081'
const ledger = ledgerWorld([{ customerId: SHOP }], { 'ana@gmail.test': [SHOP] })
const it = adsApp(ledger.world)

afterEach(() => {
  it.ctx.config.googleAds.apiVersion = 'v25'
})

test('a version that Google has ended is ours to mend, and told so to everybody', async () => {
  const [ana, eva] = [await it.signIn(), await it.signIn()]
  expect(await ana.connect('ana@gmail.test')).toBe('/dashboard?connected=true')
  it.ctx.config.googleAds.apiVersion = 'v24'
  await it.runJobs()
  const [state] = await it.ctx.db.select().from(syncStates)
  expect(state?.problem).toMatch(/^Google ha retirado la versión.*actualizar nosotros/)
  expect(await eva.connect('ana@gmail.test')).toBe('/dashboard?connect_error=version_gone')
  const checks = vendorChecks.filter(({ name }) => name === 'Google Ads')
  expect(await runChecks(it.ctx, checks)).toMatchObject([
    { state: 'bad', text: expect.stringMatching(/versión v24 .*Instala/) },
  ])
})

test('what Google does not find within a version it knows is something else', () => {
  const failed = (httpStatus: number, code?: string) =>
    new GoogleAdsError('x', {
      httpStatus,
      details: code ? [{ message: 'x', errorCode: { requestError: code } }] : [],
    })
  expect(isVersionGone(failed(400, 'UNSUPPORTED_VERSION'))).toBe(true)
  expect(isVersionGone(failed(404, 'RESOURCE_NOT_FOUND'))).toBe(false)
  expect(isVersionGone(failed(503))).toBe(false)
})
