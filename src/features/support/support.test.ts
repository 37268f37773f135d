import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#platform/db/schema/access.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { testApp } from '../../../tests/harness.ts'
import { teamMember } from '../../../tests/team-member.ts'
import type { Desk, Thread } from './contract/support.ts'
import { answersOf, openWait, waitsOf } from './rules.ts'

const t = testApp()
const HOUR_MS = 3_600_000

type Person = Awaited<ReturnType<typeof t.signIn>>
const thread = async (person: Person) => (await person.get('/api/support')).body as Thread
const write = (person: Person, text: string) =>
  person.send('POST', '/api/support/messages', { text })
const mailsTo = (to: string) =>
  t.simulators.smtp
    .outbox()
    .filter((mail) => mail.to === to)
    .map(({ subject }) => subject)

describe('the thread', () => {
  test.each([
    ['basic', 48],
    ['premium', 8],
    ['enterprise', 1],
  ] as const)('%s promises an answer within %i hours', async (plan, hours) => {
    const person = await t.signIn({ plan })
    expect(await thread(person)).toMatchObject({ promisedHours: hours, dueAt: null, messages: [] })
    const at = t.clock.now().getTime()
    const { body } = await write(person, '¿Por qué ha subido mi coste?')
    const { dueAt, messages } = (body as { thread: Thread }).thread
    expect(messages).toMatchObject([{ side: 'customer', text: '¿Por qué ha subido mi coste?' }])
    const leftHours = (new Date(dueAt ?? 0).getTime() - at) / HOUR_MS
    expect(leftHours).toBeGreaterThan(hours - 0.01)
    expect(leftHours).toBeLessThan(hours + 0.1)
  })

  test('takes a second click for the first, of either side, and the same words later for another message', async () => {
    const [person, admin] = [await t.signIn(), await t.signIn({ role: 'admin' })]
    const answer = (text: string) =>
      admin.send('POST', `/api/admin/support/${person.userId}/messages`, { text })
    const texts = async () => (await thread(person)).messages.map(({ text }) => text)
    const clicks = await Promise.all([
      write(person, '¿Hay alguien?'),
      write(person, '¿Hay alguien?'),
    ])
    expect(clicks.map(({ status }) => status)).toEqual([200, 200])
    await Promise.all([answer('Dinos.'), answer('Dinos.')])
    expect(await texts()).toEqual(['¿Hay alguien?', 'Dinos.'])
    await t.runJobs()
    expect(mailsTo(admin.email)).toHaveLength(1)
    expect(mailsTo(person.email)).toHaveLength(1)
    await write(person, '¿Hay alguien?')
    t.clock.advance(HOUR_MS / 59)
    await write(person, '¿Hay alguien?')
    const asked = '¿Hay alguien?'
    expect(await texts(), 'after an answer, and later').toEqual([asked, 'Dinos.', asked, asked])
  })

  test('reaches every administrator while the team has no address, and the manager of the plan', async () => {
    const admin = await t.signIn({ role: 'admin' })
    const [small, large] = [
      await t.signIn({ plan: 'basic' }),
      await t.signIn({ plan: 'enterprise' }),
    ]
    for (const { userId } of [small, large])
      await admin.send('PUT', `/api/admin/support/${userId}/manager`, {
        name: 'Lola Gestora',
        email: 'lola@pujante.test',
      })
    await write(small, 'Hola')
    await t.runJobs()
    expect(mailsTo(admin.email)).toMatchObject([expect.stringMatching(/\(Básico\)/)])
    expect(mailsTo('lola@pujante.test')).toEqual([])
    await write(large, 'Hola')
    await t.runJobs()
    expect(mailsTo(admin.email)).toHaveLength(2)
    expect(mailsTo('lola@pujante.test')).toHaveLength(1)
  })

  test('is answered by an administrator, measured, and mailed to both', async () => {
    const admin = await t.signIn({ role: 'admin' })
    await admin.send('PUT', '/api/admin/settings', {
      supportEmail: 'soporte@pujante.test',
      syncEveryHours: 6,
      signUpOpen: true,
      adminSecondFactor: false,
      keepLogsDays: 365,
    })
    const person = await t.signIn({ plan: 'premium' })
    await write(person, 'Hola')
    await t.runJobs()
    expect(mailsTo('soporte@pujante.test').at(0)).toMatch(/\(Premium\), respuesta en 8 h$/)
    t.clock.advance(2 * HOUR_MS)
    const answer = await admin.send('POST', `/api/admin/support/${person.userId}/messages`, {
      text: 'Es por la puja.',
    })
    expect(answer.status, answer.text).toBe(200)
    await t.runJobs()
    expect(mailsTo(person.email)).toContain('Te hemos respondido en Pujante')
    const after = await thread(person)
    expect(after).toMatchObject({ dueAt: null, messages: [{}, { side: 'team' }] })
    expect(after.medianHours).toBeCloseTo(2, 1)
  })

  test('tells a colleague’s question from the owner’s, and answers who asked, the owner in copy', async () => {
    const admin = await t.signIn({ role: 'admin' })
    const owner = await t.signIn({ plan: 'premium' })
    const place = { ownerId: owner.userId, customerId: 1 }
    const eva = await teamMember(t, { ...place, role: 'editor' })
    const viewer = await teamMember(t, { ...place, role: 'viewer' })
    await t.ctx.db.update(users).set({ name: 'Eva Edita' }).where(eq(users.id, eva.userId))
    await write(owner, 'Pregunto yo')
    await write(eva, 'Pregunta Eva')
    const seenBy = async (person: Person) =>
      (await thread(person)).messages.map(({ authorName, isMine }) => [authorName, isMine])
    expect(await seenBy(eva)).toEqual([
      ['Persona de Prueba', false],
      ['Eva Edita', true],
    ])
    expect(await seenBy(owner)).toEqual([
      ['Persona de Prueba', true],
      ['Eva Edita', false],
    ])
    expect((await seenBy(viewer)).map(([, isMine]) => isMine)).toEqual([false, false])
    await t.runJobs()
    const [question] = t.simulators.smtp.outbox().filter(({ subject }) => /Eva Edita/.test(subject))
    expect(question?.text).toContain(`Eva Edita (${eva.email})`)
    const answer = async (text: string) => {
      await admin.send('POST', `/api/admin/support/${owner.userId}/messages`, { text })
      await t.runJobs()
      return [eva, owner].map(({ email }) => mailsTo(email).filter((one) => /respondido/.test(one)))
    }
    expect((await answer('Ya está.')).map(({ length }) => length)).toEqual([1, 1])
    await t.ctx.db.delete(teamMembers).where(eq(teamMembers.userId, eva.userId))
    expect((await answer('Y lo otro también.')).map(({ length }) => length)).toEqual([1, 2])
  })

  test('stands on the desk by when its promise ends, and late ones are said to be', async () => {
    const admin = await t.signIn({ role: 'admin' })
    const slow = await t.signIn({ plan: 'basic' })
    const fast = await t.signIn({ plan: 'enterprise' })
    await write(slow, 'Sin prisa')
    await write(fast, 'Urgente')
    const middle = await t.signIn({ plan: 'premium' })
    await write(middle, 'Pronto')
    t.clock.advance(1.5 * HOUR_MS)
    const { threads } = (await admin.get('/api/admin/support')).body as Desk
    const mine = threads.filter(({ userId }) =>
      [slow, fast, middle].some((one) => one.userId === userId),
    )
    expect(mine).toMatchObject([
      { userId: fast.userId, isLate: true, planName: 'Enterprise' },
      { userId: middle.userId, isLate: false },
      { userId: slow.userId, isLate: false },
    ])
  })

  test('of another is not seen, and the desk is the administrators’', async () => {
    const [one, other] = [await t.signIn(), await t.signIn()]
    await write(one, 'Secreto')
    expect((await thread(other)).messages).toEqual([])
    expect((await other.get('/api/admin/support')).status).toBe(403)
    const path = `/api/admin/support/${one.userId}`
    expect((await other.get(path)).status).toBe(403)
    expect((await other.send('POST', `${path}/messages`, { text: 'x' })).status).toBe(403)
  })

  test('takes no empty message, and no flood', async () => {
    const person = await t.signIn()
    expect((await write(person, '  ')).status).toBe(400)
    for (let n = 0; n < 20; n++) await write(person, `Mensaje ${n}`)
    expect((await write(person, 'Uno más')).status).toBe(429)
  })
})

describe('what Enterprise brings', () => {
  test('a named manager, first steps and own instructions, and no lower plan has them', async () => {
    const admin = await t.signIn({ role: 'admin' })
    const person = await t.signIn({ plan: 'enterprise' })
    const path = `/api/admin/support/${person.userId}/manager`
    await admin.send('PUT', path, { name: 'Lucía Vega', email: 'lucia@pujante.test' })
    const saved = await person.send('PUT', '/api/support/wording', {
      text: 'De usted, sin emojis.',
    })
    expect(saved.status, saved.text).toBe(200)
    const had = await thread(person)
    expect(had).toMatchObject({
      manager: { name: 'Lucía Vega', email: 'lucia@pujante.test' },
      wording: { available: true, text: 'De usted, sin emojis.' },
    })
    expect(had.onboarding?.filter(({ done }) => done)).toEqual([])
    await t.ctx.db.update(users).set({ plan: 'premium' }).where(eq(users.id, person.userId))
    expect(await thread(person)).toMatchObject({
      manager: null,
      onboarding: null,
      wording: { available: false },
    })
    const refused = await person.send('PUT', '/api/support/wording', { text: 'Otra cosa' })
    expect(refused.body).toMatchObject({ code: 'plan_required' })
  })
})

test('whom an administrator names is written down, and only where it changes', async () => {
  const admin = await t.signIn({ role: 'admin' })
  const person = await t.signIn({ plan: 'enterprise' })
  const name = (email: string, name = 'Lola') =>
    admin.send('PUT', `/api/admin/support/${person.userId}/manager`, { name, email })
  await name('lola@pujante.test')
  await name('lola@pujante.test')
  await name('otra@fuera.test')
  await name('Otra@fuera.test', 'Lola Gil')
  type Entry = { targetEmail: string; details: string }
  const entries = (await admin.get('/api/admin/audit-log')).body as Entry[]
  const log = entries.filter(({ targetEmail }) => targetEmail === person.email)
  expect(log).toMatchObject([
    { details: 'Gestor: Lola → Lola Gil' },
    {
      ...{ action: 'name_manager', actorEmail: admin.email, targetEmail: person.email },
      details: 'Correo del gestor: lola@pujante.test → otra@fuera.test',
    },
    { details: 'Gestor: ninguno → Lola · Correo del gestor: ninguno → lola@pujante.test' },
  ])
})

describe('the measure', () => {
  const at = (hours: number) => new Date(hours * HOUR_MS)
  const asks = (hours: number, promisedHours = 8) =>
    ({ side: 'customer', writtenAt: at(hours), promisedHours }) as const
  const answers = (hours: number) =>
    ({ side: 'team', writtenAt: at(hours), promisedHours: null }) as const

  test('begins with the first message that waits and ends with the next answer', () => {
    const waits = waitsOf([answers(0), asks(1), asks(2), answers(4), answers(5), asks(6)])
    expect(waits).toEqual([
      { since: at(1), dueAt: at(9), answeredAt: at(4) },
      { since: at(6), dueAt: at(14), answeredAt: null },
    ])
    expect(openWait([asks(1), answers(2)])).toBeNull()
  })

  test('counts what came in time, and the median', () => {
    const waits = waitsOf([
      asks(0),
      answers(1),
      asks(2),
      answers(12),
      asks(20),
      answers(23),
      asks(30),
    ])
    expect(answersOf(waits)).toEqual({ count: 3, inTime: 2, medianHours: 3 })
    expect(answersOf([])).toEqual({ count: 0, inTime: 0, medianHours: null })
  })
})
