import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connectAccount } from '../../../tests/connected-account.ts'
import { testApp } from '../../../tests/harness.ts'
import { readRuleSums } from '../../account-data/rule-sums.ts'
import { accountGoals, ruleForecasts, rulePools } from '../../platform/db/schema/recommendations.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { leavePool, poolRulesWhenDue } from './actions/pool-rules.ts'
import { calibrationFactors } from './queries/calibration.ts'

const it = testApp()

test('an account learns from the others at once a day, and from no single one of them', async () => {
  const { db } = it.ctx
  // Ten accounts whose forecasts of the rule came half true, one whose came true.
  const rows = Array.from({ length: 11 }, (_, i) => ({
    customerId: 70_000 + i,
    rule: 'pooled-rule',
    cases: 10,
    weight: 30,
    value: i === 0 ? 30 : 15,
  }))
  await db.delete(rulePools)
  await db.insert(ruleForecasts).values(rows)
  const factor = async (customerId: number) =>
    (await calibrationFactors(it.ctx, customerId))['pooled-rule']
  expect(await factor(99_999)).toBeUndefined()
  await poolRulesWhenDue(it.ctx)
  const stranger = (await factor(99_999))!
  expect(stranger).toBeGreaterThan(0.5)
  expect(stranger).toBeLessThan(0.65)
  expect(await factor(70_000)).toBeGreaterThan(0.8)

  // Its own figures are not among those it is drawn towards: taking it out of the pool changes nothing for it.
  const before = await factor(70_000)
  await db.delete(rulePools)
  const others = rows.filter(({ customerId }) => customerId !== 70_000)
  await db.delete(ruleForecasts)
  await db.insert(ruleForecasts).values(others)
  await poolRulesWhenDue(it.ctx)
  await db.insert(ruleForecasts).values(rows[0]!)
  expect(await factor(70_000)).toBeCloseTo(before!, 9)

  // What changes during the day waits for the next.
  await db.update(ruleForecasts).set({ value: 45 }).where(eq(ruleForecasts.rule, 'pooled-rule'))
  await poolRulesWhenDue(it.ctx)
  expect(await factor(99_999)).toBeLessThan(0.65)
})

const sumsOf = (customerId: number) => ({
  customerId,
  rule: 'left-rule',
  cases: 10,
  weight: 30,
  value: 15,
})

const keepOut = (customerId: number) =>
  inTransaction(it.ctx, async (ctx) => {
    const silent = { brandWords: [], protectedWords: [], teachesOthers: false }
    await ctx.db.insert(accountGoals).values({ customerId, ...silent, updatedAt: ctx.clock.now() })
    await leavePool(ctx, customerId)
  })

const pooledOwners = async () => {
  const [pool] = await it.ctx.db.select().from(rulePools).where(eq(rulePools.rule, 'left-rule'))
  return pool?.owners
}

test('accounts that leave while the pool is made, or others leave, are not in it', async () => {
  const { db } = it.ctx
  const ids = Array.from({ length: 16 }, (_, i) => 90_000 + i)
  await db.insert(ruleForecasts).values(ids.map(sumsOf))
  await db.delete(rulePools)
  const leaving = ids.slice(0, 4).map(keepOut)
  await Promise.all([...leaving, poolRulesWhenDue(it.ctx), ...ids.slice(4, 6).map(keepOut)])
  expect(await pooledOwners()).toBe(10)
  await Promise.all(ids.slice(6, 12).map(keepOut))
  expect(await pooledOwners()).toBe(4)
})

test('the next pool is without an account that was put into the last though it does not teach', async () => {
  const { db } = it.ctx
  const pooled = { pooledCases: 10, pooledWeight: 30, pooledValue: 15 }
  const before = await pooledOwners()
  await db.insert(ruleForecasts).values({ ...sumsOf(91_000), ...pooled })
  const silent = { brandWords: [], protectedWords: [], teachesOthers: false }
  const values = { customerId: 91_000, ...silent, updatedAt: it.clock.now() }
  await db.insert(accountGoals).values(values)
  it.clock.advance(25 * 3_600_000)
  await poolRulesWhenDue(it.ctx)
  expect(await pooledOwners()).toBe(before)
})

test('an owner’s accounts teach each other, and together weigh as one among all others', async () => {
  const { db } = it.ctx
  const ana = await it.signIn()
  const connect = (customerId: number) =>
    connectAccount(it, {
      customerId,
      googleCustomerId: `${customerId}`,
      name: `Cliente ${customerId}`,
      userId: ana.userId,
    })
  const rule = 'agency-rule'
  const sums = (customerId: number, value: number) => ({
    ...{ customerId, rule, cases: 10, weight: 30, value },
  })
  const factor = async (customerId: number) => (await calibrationFactors(it.ctx, customerId))[rule]
  const poolAnew = async () => {
    await db.delete(rulePools)
    await poolRulesWhenDue(it.ctx)
  }
  // Twelve clients of one agency whose forecasts came half true: whose figures they are would be plain.
  const clients = Array.from({ length: 12 }, (_, i) => 92_000 + i)
  for (const id of [...clients, 92_900]) await connect(id)
  await db.insert(ruleForecasts).values(clients.map((id) => sums(id, 15)))
  await poolAnew()
  const cases = async (customerId: number) =>
    (await readRuleSums(it.ctx, customerId)).get(rule)?.cases
  expect([await factor(99_999), await cases(99_999)]).toEqual([1, 0])
  expect(await factor(92_900)).toBeLessThan(0.6)
  expect(await cases(92_900)).toBe(120)
  expect((await calibrationFactors(it.ctx, 92_000))[rule]).toBeLessThan(0.55)

  const strangers = [93_000, 93_001, 93_002, 93_003]
  await db.insert(ruleForecasts).values(strangers.map((id) => sums(id, 30)))
  await poolAnew()
  // Without itself there are four: one of them would be the agency.
  expect(await factor(93_000)).toBe(1)
  // Of five owners it is a fifth, however many clients it has.
  expect(await factor(99_999)).toBeGreaterThan(0.9)
  expect(await factor(99_999)).toBeLessThan(1)
  expect(await cases(99_999)).toBe(160)
})
