import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { passTime, reportShop } from '../../../tests/report-shop.ts'
import { teamMember } from '../../../tests/team-member.ts'
import { deleteUserForGood } from '../../account-data/erase-tenant.ts'
import type { MemberRole } from '../../shared/permissions.ts'
import type { Recipient, Schedule } from './contract/endpoints.ts'

// Reports by mail that a member of a team has sent to themselves.
const it = testApp()

async function editorsReports(role: MemberRole = 'editor') {
  const owner = await it.signIn({ plan: 'premium' })
  const shop = await reportShop(it, owner, 'Zapatería Ñandú')
  const place = { ownerId: owner.userId, customerId: shop.customerId, role }
  const person = await teamMember(it, place)
  const client = `cliente-${person.userId}@tienda.test`
  const add = async (email: string, by = person) => {
    const added = await by.send('POST', '/api/reports/recipients', { email })
    await it.runJobs()
    const link = mailsTo(email)[0]?.links.find((one) => one.includes('/reports/confirm'))
    const token = new URL(link ?? '').searchParams.get('token')
    await it.app.inject({
      method: 'POST',
      url: '/api/reports/confirm-recipient',
      payload: { token },
    })
    return (added.body as { id: string }).id
  }
  const plan = async (by = person) => {
    const recipientIds = [await add(person.email, by), await add(client, by)]
    const made = await by.send('POST', '/api/reports/schedules', {
      ...{ name: 'La mía', accountIds: [shop.accountId], frequency: 'weekly' },
      ...{ compare: 'previous', toSelf: false, recipientIds },
    })
    expect(made.status, made.text).toBe(200)
  }
  const become = (next: MemberRole) =>
    owner.send('PUT', `/api/team/members/${person.userId}`, {
      role: next,
      ...(next === 'client' && { accountIds: [shop.accountId] }),
    })
  const listed = async () => {
    const { schedules } = (await owner.get('/api/reports/schedules')).body as {
      schedules: Schedule[]
    }
    const recipients = (await owner.get('/api/reports/recipients')).body as Recipient[]
    return { of: schedules[0]?.recipientIds.length, emails: recipients.map(({ email }) => email) }
  }
  return { owner, person, client, plan, become, listed }
}

const mailsTo = (email: string) => it.simulators.smtp.outbox().filter(({ to }) => to === email)
const reportsTo = (email: string) =>
  mailsTo(email).filter(({ attachments }) => attachments.length > 0)

test('who is taken out gets no report any more, and the owner is told what goes on', async () => {
  const { owner, person, client, plan, listed } = await editorsReports()
  await plan()
  await passTime(it, 7)
  const before = [reportsTo(person.email).length, reportsTo(client).length]
  expect(before).toEqual([1, 1])
  expect((await owner.send('DELETE', `/api/team/members/${person.userId}`)).status).toBe(200)
  expect(await listed()).toEqual({ of: 1, emails: [client] })
  await passTime(it, 7)
  expect([reportsTo(person.email).length, reportsTo(client).length]).toEqual([1, 2])
  const told = mailsTo(owner.email).find(({ subject }) => /Revisa los informes/.test(subject))
  expect(told?.text).toContain(`Los informes ya no se envían a: ${person.email}.`)
  expect(told?.text).toContain(`los siguen recibiendo: ${client}.`)
  expect(told?.text).toContain('Envíos programados por esa persona: La mía.')
  const out = mailsTo(person.email).find(({ subject }) => /Ya no estás en un equipo/.test(subject))
  expect(out?.text).toContain('sus informes ya no llegan a este correo')
})

test('who becomes a client is out of them, who only ceases to edit is not', async () => {
  const { person, plan, become, listed } = await editorsReports()
  await plan()
  expect((await become('viewer')).status).toBe(200)
  expect((await listed()).emails).toContain(person.email)
  expect((await become('client')).status).toBe(200)
  expect((await listed()).emails).not.toContain(person.email)
})

test('a client to whom the owner sends them keeps them', async () => {
  const { owner, person, plan, become, listed } = await editorsReports('client')
  await plan(owner)
  expect((await become('client')).status).toBe(200)
  expect((await listed()).emails).toContain(person.email)
})

test('the address of who is erased leaves the reports of their teams', async () => {
  const { person, client, plan, listed } = await editorsReports()
  await plan()
  await deleteUserForGood(it.ctx, person.userId, { by: 'user', at: it.clock.now() })
  expect(await listed()).toEqual({ of: 1, emails: [client] })
})
