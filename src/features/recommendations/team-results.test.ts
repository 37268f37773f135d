import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accountById } from '#account-data/owned-account.ts'
import { clickAway } from '../../../tests/click-away.ts'
import {
  application,
  applyInHalves,
  fillPast,
  measureAndGoOn,
  textsOf,
  untilJudged,
} from '../../../tests/halved-shop.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import {
  applyBefore,
  fillDays,
  forgetDays,
  judge,
  measuredShop,
  SAME,
} from '../../../tests/measured-shop.ts'
import { CUSTOMER, SHOP } from '../../../tests/recommendation-shop.ts'
import { reportAdvice, reportShop } from '../../../tests/report-shop.ts'
import { teamMember } from '../../../tests/team-member.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import {
  accountGoals,
  recommendationApplications,
} from '../../platform/db/schema/recommendations.ts'
import { teamMembers } from '../../platform/db/schema/teams.ts'
import { jobs } from '../../platform/db/schema/work.ts'
import { handle, runDueJobs } from '../../platform/jobs.ts'
import { mailJobs } from '../../platform/mail/send-mail.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { Measured } from '../../shared/measured.ts'
import { MICROS } from '../../shared/metrics.ts'
import type { MemberRole } from '../../shared/permissions.ts'
import { sendVerdicts } from './actions/mail-verdicts.ts'
import { tellVerdicts } from './actions/tell-verdicts.ts'
import type { AppliedRecommendation } from './contract/recommendations.ts'
import type { getResults } from './contract/results.ts'
import { mailVerdicts } from './contract/verdict-mail.ts'

// Who of a team hears of a verdict, and what each is offered.
const it = testApp()
const shop = measuredShop(it)

beforeEach(async () => {
  await it.ctx.db.delete(teamMembers)
})

const member = (role: MemberRole) =>
  teamMember(it, { ownerId: shop.owner.userId, customerId: CUSTOMER, role })

/** A loss that is judged now, applied by one of the team. */
async function lostBy(person: Person, meanwhile = async () => {}): Promise<void> {
  const apply = (id: string) => person.send('POST', `/api/recomendaciones/${id}/aplicar`, {})
  const applied = await applyBefore(it, { ...shop, apply })
  await fillDays(it, shop, applied, (id) =>
    id === shop.campaignId ? { clicks: 1.4, conversions: 1 } : SAME,
  )
  await meanwhile()
  expect(await judge(it, shop)).toMatchObject({ verdict: 'empeorado' })
}

/** Seven o'clock comes for the mails of verdicts. */
async function nextMorning(): Promise<void> {
  const ofVerdicts = eq(jobs.kind, mailVerdicts.name)
  await it.ctx.db.update(jobs).set({ runAt: it.clock.now() }).where(ofVerdicts)
  await runDueJobs(it.ctx, [handle(mailVerdicts, sendVerdicts), ...mailJobs])
}

const verdictMails = ({ email }: Person) =>
  it.simulators.smtp
    .outbox()
    .filter(({ to, subject }) => to === email && subject.includes('resultado'))

test('who applied a card hears of its verdict as its owner does', async () => {
  const [mate, other] = [await member('editor'), await member('editor')]
  const before = verdictMails(shop.owner).length
  await lostBy(mate)
  await runDueJobs(it.ctx, mailJobs)
  expect(verdictMails(mate)).toEqual([])
  await nextMorning()
  expect(verdictMails(shop.owner)).toHaveLength(before + 1)
  const [mail, ...more] = verdictMails(mate)
  expect(more).toEqual([])
  expect(mail!.text).toContain('Se puede deshacer.')
  expect(verdictMails(other)).toEqual([])
})

test('the owner who applied it is told once', async () => {
  await member('editor')
  const before = verdictMails(shop.owner).length
  await lostBy(shop.owner)
  await nextMorning()
  expect(verdictMails(shop.owner)).toHaveLength(before + 1)
})

test('who was taken out hears nothing, and who only looks by now is not told to undo', async () => {
  const [gone, looks] = [await member('editor'), await member('editor')]
  const of = ({ userId }: Person) =>
    and(eq(teamMembers.ownerId, shop.owner.userId), eq(teamMembers.userId, userId))
  await lostBy(gone, async () => void (await it.ctx.db.delete(teamMembers).where(of(gone))))
  await nextMorning()
  expect(verdictMails(gone)).toEqual([])
  await shop.reset()
  await forgetDays(it)
  await lostBy(
    looks,
    async () => void (await it.ctx.db.update(teamMembers).set({ role: 'viewer' }).where(of(looks))),
  )
  await nextMorning()
  const [mail] = verdictMails(looks)
  expect(mail!.text).toContain('ha empeorado.')
  expect(mail!.text).not.toContain('deshacer')
})

test('who wants no mail of results gets none, and the others theirs', async () => {
  const mate = await member('editor')
  expect((await mate.get('/api/correo-de-resultados')).body).toEqual({ activo: true })
  await mate.send('PUT', '/api/correo-de-resultados', { activo: false })
  expect((await mate.get('/api/correo-de-resultados')).body).toEqual({ activo: false })
  expect((await shop.owner.get('/api/correo-de-resultados')).body).toEqual({ activo: true })
  const before = verdictMails(shop.owner).length
  await lostBy(mate)
  await nextMorning()
  expect(verdictMails(mate)).toEqual([])
  expect(verdictMails(shop.owner)).toHaveLength(before + 1)
})

test('one click in a mail program ends a person’s mail of results, and nobody else’s', async () => {
  const mate = await member('editor')
  await lostBy(mate)
  await nextMorning()
  await clickAway(it, verdictMails(mate)[0]!)
  expect((await mate.get('/api/correo-de-resultados')).body).toEqual({ activo: false })
  expect((await shop.owner.get('/api/correo-de-resultados')).body).toEqual({ activo: true })
})

test('what fell in several accounts since the last morning is one mail', async () => {
  const before = verdictMails(shop.owner).length
  await lostBy(shop.owner)
  const { customerId } = await reportShop(it, shop.owner, 'Bar Ñandú')
  const id = await reportAdvice(it, customerId, { title: 'Sube el presupuesto', measured: true })
  const account = (await accountById(it.ctx, customerId))!
  const [row] = await it.ctx.db
    .select()
    .from(recommendationApplications)
    .where(eq(recommendationApplications.customerId, customerId))
  const measured = row!.measured as Measured
  await tellVerdicts(it.ctx, account, [{ id, appliedBy: shop.owner.userId, measured }])
  await nextMorning()
  await nextMorning()
  const [mail, ...older] = verdictMails(shop.owner)
  expect(older).toHaveLength(before)
  expect(mail).toMatchObject({
    subject: '2 resultados medidos en 2 cuentas',
    text: expect.stringContaining('Bar Ñandú'),
  })
  const ofBar = eq(recommendationApplications.customerId, customerId)
  await it.ctx.db.delete(recommendationApplications).where(ofBar)
  await it.ctx.db.delete(adAccounts).where(eq(adAccounts.customerId, customerId))
})

test('undoing is offered by role', async () => {
  await applyBefore(it, shop)
  const offered = async (person: Person) => {
    const history = await person.get(`/api/recomendaciones-aplicadas/${SHOP}`)
    const results = await person.get('/api/resultados?periodo=todo')
    expect(results.status, results.text).toBe(200)
    return [
      (history.body as AppliedRecommendation[])[0]!.canUndo,
      (results.body as ReplyOf<typeof getResults>).accounts[0]!.rows[0]!.canUndo,
    ]
  }
  expect(await offered(shop.owner)).toEqual([true, true])
  expect(await offered(await member('editor'))).toEqual([true, true])
  expect(await offered(await member('viewer'))).toEqual([false, false])
  expect(await offered(await member('client'))).toEqual([false, false])
})

test('a half that waits for who was taken out says so, and another may make it', async () => {
  await it.ctx.db.delete(accountGoals)
  const goals = { brandWords: [], protectedWords: [], updatedAt: it.clock.now() }
  await it.ctx.db
    .insert(accountGoals)
    .values({ customerId: CUSTOMER, targetCpaMicros: 30 * MICROS, ...goals })
  const mate = await member('editor')
  await fillPast(it, shop)
  await applyInHalves({ ...shop, owner: mate })
  const { id, halves } = await application(it)
  const { now } = textsOf(halves)
  await untilJudged(it, shop, (text) => ({ cost: now.includes(text) ? 0 : 1, sold: 0 }))
  await it.ctx.db.delete(teamMembers)
  await measureAndGoOn(it)
  const [shown] = await shop.history()
  expect(shown).toMatchObject({ measured: { verdict: 'mejorado' }, second: { state: 'waiting' } })
  expect(shown!.second!.note).toContain('ya no puede hacer cambios en esta cuenta')
  const made = await shop.owner.send('POST', `/api/recomendaciones/${id}/segunda-mitad`)
  expect(made.body, made.text).toMatchObject({ estado_cambio: 'aplicada' })
})
