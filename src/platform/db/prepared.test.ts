import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { prepared } from './prepared.ts'
import { users } from './schema/access.ts'
import { inTransaction } from './transaction.ts'

const it = testApp()
let written = 0
const nameOf = prepared('name_of_user', (db) => {
  written += 1
  return db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.email, sql.placeholder('email')))
})

test('a statement is written once, and answers for the values of each call as things are then', async () => {
  const [ana, eva] = [await it.signIn(), await it.signIn()]
  const ask = async (email: string) => await nameOf(it.ctx.db).execute({ email })
  await it.ctx.db.update(users).set({ name: 'Ana' }).where(eq(users.email, ana.email))
  expect(await ask(ana.email)).toEqual([{ name: 'Ana' }])
  expect(await ask(eva.email)).not.toEqual([{ name: 'Ana' }])
  await it.ctx.db.update(users).set({ name: 'Ana María' }).where(eq(users.email, ana.email))
  expect(await ask(ana.email)).toEqual([{ name: 'Ana María' }])
  expect(written).toBe(1)
})

test('in a transaction it sees what was written there', async () => {
  const { email } = await it.signIn()
  await inTransaction(it.ctx, async ({ db }) => {
    await db.update(users).set({ name: 'Lucas' }).where(eq(users.email, email))
    expect(await nameOf(db).execute({ email })).toEqual([{ name: 'Lucas' }])
  })
})
