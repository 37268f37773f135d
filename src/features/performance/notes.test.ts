import { beforeAll, expect, test } from 'vitest'
import { type Person, testApp } from '../../../tests/harness.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
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
