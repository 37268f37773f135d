import { beforeAll, expect, test } from 'vitest'
import { type Person, testApp } from '../../../tests/harness.ts'
import { teamMember } from '../../../tests/team-member.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { changeEvents } from '../../platform/db/schema/changes.ts'
import type { AccountNote } from './contract/notes.ts'

const it = testApp()
const MINE = '7010000001'
const OTHERS = '7010000002'
let owner: Person
let stranger: Person

beforeAll(async () => {
  owner = await it.signIn()
  stranger = await it.signIn()
  for (const [customerId, userId, googleCustomerId] of [
    [701, owner.userId, MINE],
    [702, stranger.userId, OTHERS],
  ] as const)
    await it.ctx.db.insert(adAccounts).values({
      customerId,
      userId,
      googleCustomerId,
      name: 'Zapatería',
      isManager: false,
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      source: 'google',
      granularity: 'day',
      connected: true,
      syncVersion: 1,
      createdAt: it.ctx.clock.now(),
    })
})

const listed = async (range: string) =>
  (await owner.get(`/api/account-notes/${MINE}?${range}`)).body as AccountNote[]

test('a note stands under its day with who wrote it, until it is taken away', async () => {
  const written = await owner.send('POST', `/api/account-notes/${MINE}`, {
    day: '2026-11-10',
    text: '  Web nueva  ',
  })
  expect(written.status).toBe(200)
  const note = written.body as AccountNote
  expect(note).toMatchObject({ day: '2026-11-10', text: 'Web nueva' })
  expect(note.author).not.toBe('')
  expect(await listed('from=2026-11-01&to=2026-11-15')).toEqual([note])
  expect(await listed('from=2026-11-11&to=2026-11-15')).toEqual([])
  expect((await owner.send('DELETE', `/api/account-notes/${MINE}/${note.id}`)).status).toBe(200)
  expect(await listed('from=2026-11-01&to=2026-11-15')).toEqual([])
  expect((await owner.send('DELETE', `/api/account-notes/${MINE}/${note.id}`)).status).toBe(404)
})

test('a client of a team is told nothing of its people', async () => {
  const place = { ownerId: owner.userId, customerId: 701 }
  const client = await teamMember(it, { ...place, role: 'client' })
  const viewer = await teamMember(it, { ...place, role: 'viewer' })
  const note = { day: '2026-11-14', text: 'Feria' }
  await owner.send('POST', `/api/account-notes/${MINE}`, note)
  await it.ctx.db.insert(changeEvents).values({
    ...{ customerId: 701, eventId: 'f'.repeat(32), at: '2026-11-14 10:00:00' },
    ...{ clientType: 'GOOGLE_ADS_WEB_CLIENT', userEmail: 'jefa@agencia.test' },
    ...{ resourceType: 'CAMPAIGN', resourceName: 'customers/1/campaigns/2', operation: 'UPDATE' },
    ...{ changedFields: [], oldResource: {}, newResource: {} },
  })
  const seenBy = async (person: Person) => {
    const range = 'from=2026-11-14&to=2026-11-14'
    const notes = (await person.get(`/api/account-notes/${MINE}?${range}`)).body as AccountNote[]
    const changes = (await person.get(`/api/account-changes/${MINE}?${range}`)).body
    return [notes[0]?.author, (changes as { user: string }[])[0]?.user]
  }
  expect(await seenBy(viewer)).toEqual(['Persona de Prueba', 'jefa@agencia.test'])
  expect(await seenBy(client)).toEqual(['', ''])
})

test.each([
  [{ day: '2026-11-10', text: '   ' }, 'Escribe la nota.'],
  [{ day: '2026-11-10', text: 'x'.repeat(201) }, 'Una nota tiene como mucho 200 caracteres.'],
  [{ day: '2026-02-30', text: 'Rebajas' }, /Fecha no válida/],
])('%o is refused in words', async (body, words) => {
  const answer = await owner.send('POST', `/api/account-notes/${MINE}`, body)
  expect(answer.status).toBe(400)
  expect((answer.body as { message: string }).message).toMatch(words)
})

test('a stranger neither reads, writes nor takes away', async () => {
  const note = (
    await owner.send('POST', `/api/account-notes/${MINE}`, { day: '2026-11-12', text: 'Huelga' })
  ).body as AccountNote
  expect((await stranger.get(`/api/account-notes/${MINE}`)).status).toBe(404)
  const write = { day: '2026-11-12', text: 'Ajena' }
  expect((await stranger.send('POST', `/api/account-notes/${MINE}`, write)).status).toBe(404)
  // Through an account of one's own it is no note either.
  expect((await stranger.send('DELETE', `/api/account-notes/${OTHERS}/${note.id}`)).status).toBe(
    404,
  )
  expect(await listed('from=2026-11-12&to=2026-11-12')).toHaveLength(1)
})
