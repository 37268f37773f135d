import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { GoogleAccount } from '#features/accounts/contract.ts'
import type {
  AppliedRecommendation,
  getSilence,
  Recommendation,
} from '#features/recommendations/contract/recommendations.ts'
import type { getResults } from '#features/recommendations/contract/results.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { MICROS } from '#shared/metrics.ts'
import { testApp } from '../../tests/harness.ts'

// What was applied in the sample bookshop over six months, as a visitor of /demo finds it.
const t = testApp()

test('/demo opens with six months behind it: won, lost and taken back, open, and one in halves', async () => {
  const reply = await t.app.inject({ method: 'POST', url: '/api/demo/session' })
  const [cookie] = reply.cookies
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
  let isLived = false
  const living = t.runJobs().finally(() => {
    isLived = true
  })
  while (!isLived) {
    const shown = (await t.app.inject({ url: '/api/google-accounts', headers })).json()
    const whole = shown.filter(({ lastSyncedAt }: GoogleAccount) => lastSyncedAt !== null)
    expect(whole, 'no account that is half lived through').toEqual(shown)
    await sleep(50)
  }
  await living
  const answer = await t.app.inject({ url: '/api/resultados?periodo=todo', headers })
  const { accounts } = answer.json() as ReplyOf<typeof getResults>
  const [books] = accounts
  expect(books).toMatchObject({ accountName: 'Zócalo Libros de muestra', currencyCode: 'EUR' })
  const { rows, total, running } = books!
  expect(rows.map(({ appliedOn }) => appliedOn).sort()[0]! < '2026-06-01').toBe(true)
  const verdicts = rows.map(({ verdict, standing }) =>
    standing === 'measured' ? verdict : standing,
  )
  expect(verdicts.filter((one) => one === 'mejorado').length).toBeGreaterThanOrEqual(2)
  expect(verdicts).toContain('measuring')
  expect(verdicts).toContain('undone')
  const halves = rows.find(({ second }) => second !== null)
  expect(halves).toMatchObject({ standing: 'measuring', second: { state: 'waiting' } })
  expect(total!.range95.low).toBeGreaterThan(0)
  expect(running.length).toBeGreaterThan(10)
  // What lost was taken back once it was known, not months later: all of it together has brought something by now.
  expect(running.at(-1)!.estimate).toBeGreaterThan(0)

  const url = `/api/recomendaciones-aplicadas/${books!.customerId}`
  const history = (await t.app.inject({ url, headers })).json() as AppliedRecommendation[]
  const undone = history.find(({ estado_cambio }) => estado_cambio === 'deshecha')
  // It was taken back for what was measured.
  expect(undone!.measured).toMatchObject({ verdict: 'empeorado' })
  // Of more budget no more is lost than what was added.
  const [from = 0, to = 0] = [...undone!.titulo.matchAll(/(\d+),(\d\d)\s€/g)].map(
    ([, euros, cents]) => Number(`${euros}.${cents}`),
  )
  expect(to).toBeGreaterThan(from)
  const lost = -undone!.measured!.monthlyMicros!.estimate / MICROS
  expect(lost).toBeLessThan(1.5 * 30 * (to - from))
  // And is not proposed again.
  const ofAccount = { url: `/api/recomendaciones/${books!.customerId}`, headers }
  const pending = (await t.app.inject(ofAccount)).json() as Recommendation[]
  expect(pending.length).toBeGreaterThan(3)
  expect(pending.map(({ titulo }) => titulo)).not.toContain(undone!.titulo)
  const why = await t.app.inject({ ...ofAccount, url: `${ofAccount.url}/silencio` })
  const { reasons } = why.json() as ReplyOf<typeof getSilence>
  expect(reasons.find(({ rule }) => rule === undone!.rule)?.reason).toContain('empeoró')
  expect(history.every(({ canUndo }) => typeof canUndo === 'boolean')).toBe(true)
})

test('weeks later the days since are there, and the second half waits for a hand', async () => {
  const books = async () => {
    const ofName = eq(adAccounts.name, 'Zócalo Libros de muestra')
    return (await t.ctx.db.select().from(adAccounts).where(ofName))[0]!
  }
  const before = await books()
  t.clock.advance(24 * 86_400_000)
  await t.app.inject({ method: 'POST', url: '/api/demo/session' })
  await t.runJobs()
  const after = await books()
  expect(after.dataFrom).toBe(before.dataFrom)
  expect(after.dataTo).toBe('2026-12-13')
  // A first look may leave it open, as the coin falls: it is looked at again after eight and twelve weeks.
  let headers = {}
  for (const days of [30, 35]) {
    t.clock.advance(days * 86_400_000)
    const reply = await t.app.inject({ method: 'POST', url: '/api/demo/session' })
    const [cookie] = reply.cookies
    headers = { cookie: `${cookie?.name}=${cookie?.value}` }
    await t.runJobs()
  }
  const answer = await t.app.inject({ url: '/api/resultados?periodo=todo', headers })
  const { accounts } = answer.json() as ReplyOf<typeof getResults>
  const halves = accounts[0]!.rows.find(({ second }) => second !== null)!
  expect(halves.verdict).not.toBeNull()
  expect(halves.second).toMatchObject({ note: expect.stringContaining('mano') })
})
