import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { adAccounts, sessions, users } from '../src/platform/db/schema/access.ts'
import { accountChanges, accountNotes } from '../src/platform/db/schema/changes.ts'
import { accountInventory, adGroups, campaigns } from '../src/platform/db/schema/entities.ts'
import { googleRecommendations } from '../src/platform/db/schema/google-recommendations.ts'
import { apiKeys, sheetFeeds, webhooks } from '../src/platform/db/schema/integrations.ts'
import {
  recommendationApplications,
  recommendations,
} from '../src/platform/db/schema/recommendations.ts'
import { reportRecipients, reportRuns, reportSchedules } from '../src/platform/db/schema/reports.ts'
import { savedViews } from '../src/platform/db/schema/views.ts'
import { accountAlerts } from '../src/platform/db/schema/watch.ts'
import { hashToken, newToken } from '../src/platform/secrets.ts'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import type { MemberRole } from '../src/shared/permissions.ts'
import { connectAccount } from './connected-account.ts'
import type { TestApp } from './harness.ts'
import { joinTeam } from './team-member.ts'

export type Person = { id: string; email: string; cookie: string; sessionId: string }
export type Owner = Person & {
  googleCustomerId: string
  secret: string
  ids: Record<string, string>
}

/** Straight into the tables: logging in four times per route would take minutes. */
export async function newPerson(
  it: TestApp,
  over: Partial<typeof users.$inferInsert>,
): Promise<Person> {
  const id = randomUUID()
  const email = `${id}@matriz.test`
  const now = it.clock.now()
  // What a stranger writes is mailed to every administrator: with those of earlier tests it would be to hundreds.
  if (over.role === 'admin')
    await it.ctx.db.update(users).set({ role: 'user' }).where(eq(users.role, 'admin'))
  await it.ctx.db.insert(users).values({
    id,
    email,
    name: 'Persona',
    passwordHash: 'nobody logs in with it',
    role: 'user',
    isActive: true,
    // Or the routes of higher plans would refuse every caller here.
    plan: 'enterprise',
    createdAt: now,
    ...over,
  })
  const token = newToken()
  const sessionId = randomUUID()
  const endsAt = new Date(now.getTime() + 86_400_000)
  await it.ctx.db.insert(sessions).values({
    tokenHash: hashToken(token),
    id: sessionId,
    userId: id,
    createdAt: now,
    lastSeenAt: now,
    confirmedAt: now,
    expiresAt: endsAt,
    endsAt,
  })
  return { id, email, sessionId, cookie: `sid=${token}` }
}

/** Works in the owner's accounts, all of which a client of theirs sees. */
export async function newMember(it: TestApp, owner: Owner, role: MemberRole): Promise<Person> {
  const person = await newPerson(it, {})
  const [account] = await it.ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(eq(adAccounts.userId, owner.id))
  await joinTeam(it, person.id, { ownerId: owner.id, customerId: account!.customerId, role })
  return person
}

/** A user with a connected account, a campaign and an ad group, all of them called by one secret word. */
export async function newOwner(it: TestApp): Promise<Owner> {
  const person = await newPerson(it, {})
  const customerId = randomInt(2 ** 40)
  const connectionId = randomUUID()
  const googleCustomerId = String(randomInt(10 ** 9, 10 ** 10))
  const secret = randomBytes(8).toString('hex')
  const campaignId = randomInt(2 ** 40)
  const adGroupId = randomInt(2 ** 40)
  const now = it.clock.now()
  await connectAccount(it, {
    customerId,
    userId: person.id,
    connectionId,
    googleCustomerId,
    googleEmail: `${secret}@gmail.test`,
    name: `Cuenta ${secret}`,
    dataFrom: '2026-11-01',
    dataTo: '2026-11-19',
  })
  const named = { customerId, campaignId, name: `Campaña ${secret}`, status: 'ENABLED' }
  await it.ctx.db.insert(campaigns).values({ ...named, channelType: 'SEARCH' })
  await it.ctx.db.insert(adGroups).values({ ...named, adGroupId })
  const changeId = randomUUID()
  await it.ctx.db.insert(accountChanges).values({
    customerId,
    id: changeId,
    at: now,
    userId: person.id,
    kind: 'add_keyword',
    summary: `Palabra clave ${secret}`,
    outcome: 'done',
    undoneAt: now,
  })
  await newRecommendation(it, person, { customerId, secret })
  await newAlert(it, person, { customerId, campaignId })
  await newGoogleRecommendation(it, { customerId, secret, campaignId })
  const [noteId, viewId] = [randomUUID(), randomUUID()]
  await it.ctx.db.insert(accountNotes).values({
    customerId,
    id: noteId,
    day: '2026-11-10',
    body: secret,
    writtenBy: person.id,
    writtenAt: now,
  })
  await it.ctx.db
    .insert(savedViews)
    .values({ id: viewId, userId: person.id, name: secret, address: '/dashboard', savedAt: now })
  const ids = {
    changeId,
    noteId,
    viewId,
    id: person.id,
    userId: person.id,
    customerId: googleCustomerId,
    campaignId: String(campaignId),
    adGroupId: String(adGroupId),
    connectionId,
    sessionId: person.sessionId,
    passkeyId: randomUUID(),
    invitationId: randomUUID(),
    memberId: randomUUID(),
    ownerId: randomUUID(),
    paymentMethodId: 'pm_nobody',
    invoiceId: 'in_nobody',
    ...(await newReports(it, person, customerId, secret)),
    recommendationId: secret,
    subscriptionId: 'KEYWORD',
  }
  return { ...person, googleCustomerId, secret, ids }
}

/** Named as its owner, as the recommendation is: both routes call it `id`. */
async function newAlert(
  it: TestApp,
  { id }: Person,
  { customerId, campaignId }: { customerId: number; campaignId: number },
): Promise<void> {
  const now = it.clock.now()
  const day = addDays(dayInZone(now, 'Europe/Madrid'), -2)
  await it.ctx.db.insert(accountAlerts).values({
    customerId,
    id,
    metric: 'conversions',
    campaignId,
    rises: false,
    startsOn: day,
    endsOn: day,
    score: 5,
    body: {
      metric: 'conversions',
      campaignId: String(campaignId),
      from: day,
      to: day,
      seen: 1_000_000,
      expected: 9_000_000,
      low: 6_000_000,
      high: 12_000_000,
      score: -5,
      causes: [{ campaignId: String(campaignId), kind: 'rate', device: null, amount: -8_000_000 }],
      besides: [],
      trend: [],
    },
    createdAt: now,
    updatedAt: now,
  })
}

/** One of Google's, of a type that only Google can apply, and a switch that is off already. */
async function newGoogleRecommendation(
  it: TestApp,
  owned: {
    customerId: number
    secret: string
    campaignId: number
  },
): Promise<void> {
  const { customerId, secret, campaignId } = owned
  await it.ctx.db.insert(googleRecommendations).values({
    customerId,
    recommendationId: secret,
    type: 'CALL_ASSET',
    campaignId,
    proposal: {},
    dismissed: false,
  })
  await it.ctx.db.insert(accountInventory).values({
    customerId,
    part: 'autoApply',
    rows: [{ id: 'KEYWORD', type: 'KEYWORD', status: 'PAUSED' }],
    fetchedAt: it.clock.now(),
    problem: null,
  })
}

/** A schedule with a run, a recipient, and one of every integration, all of them called by the secret word. */
async function newReports(it: TestApp, { id: userId }: Person, customerId: number, secret: string) {
  const now = it.clock.now()
  const [scheduleId, runId, recipientId] = [randomUUID(), randomUUID(), randomUUID()]
  const [webhookId, feedId, keyId] = [randomUUID(), randomUUID(), randomUUID()]
  const { db } = it.ctx
  await db.insert(reportSchedules).values({
    userId,
    id: scheduleId,
    name: secret,
    accounts: [customerId],
    frequency: 'weekly',
    compare: 'previous',
    toSelf: true,
    recipients: [],
    nextRunAt: new Date('2030-01-01'),
    createdAt: now,
  })
  await db.insert(reportRuns).values({
    userId,
    id: runId,
    scheduleId,
    dueAt: now,
    status: 'sending',
    pdfBase64: Buffer.from(secret).toString('base64'),
  })
  const email = `${secret}@cliente.test`
  await db
    .insert(reportRecipients)
    .values({ userId, id: recipientId, email, confirmHash: secret, askedAt: now })
  await db.insert(webhooks).values({
    userId,
    id: webhookId,
    // Nothing listens there: the test is answered all the same.
    urlSealed: it.ctx.vault.seal('http://127.0.0.1:1/x'),
    host: secret,
    topics: ['resultados'],
    createdAt: now,
  })
  const named = { userId, name: secret, createdAt: now }
  await db
    .insert(sheetFeeds)
    .values({ ...named, id: feedId, tokenHash: secret, accounts: [customerId], days: 7 })
  await db
    .insert(apiKeys)
    .values({ ...named, id: keyId, keyHash: secret, ending: 'aaaa', scopes: ['metricas:leer'] })
  return { scheduleId, runId, recipientId, webhookId, feedId, keyId }
}

/** To be done by hand, and done once; it goes by its owner's id, as `{id}` stands for that one. */
async function newRecommendation(
  it: TestApp,
  person: Person,
  { customerId, secret }: { customerId: number; secret: string },
): Promise<void> {
  const now = it.clock.now()
  const body = { ...CARD, fingerprint: secret, title: `Recomendación ${secret}` }
  await it.ctx.db.insert(recommendations).values({
    customerId,
    id: person.id,
    fingerprint: secret,
    rule: 'limited-budgets',
    category: 'budget',
    priority: 'high',
    expectedValueMicros: 0,
    turn: 3_999,
    stakeMicros: 0,
    status: 'pending',
    body,
    createdAt: now,
    updatedAt: now,
  })
  await it.ctx.db.insert(recommendationApplications).values({
    customerId,
    id: randomUUID(),
    recommendationId: person.id,
    rule: 'limited-budgets',
    state: 'by_hand',
    stateSince: now,
    appliedBy: person.id,
    appliedAt: now,
    body,
    assumed: {
      status: 'improved',
      actualImprovement: 12.3,
      comparisonPeriod: '7 días',
      kpiVariation: 12.3,
    },
    problems: [],
  })
}

const CARD = {
  description: '',
  category: 'budget',
  priority: 'high',
  estimatedImpact: '',
  objectType: 'campaign',
  objectId: '',
  campaignId: null,
  adGroupId: null,
  rule: 'limited-budgets',
  probability: 1,
  whyNow: '',
  expectedValueMicros: 0,
  evidence: {
    currencyCode: 'EUR',
    window: { from: '2026-08-22', to: '2026-11-19', days: 90 },
    figures: [],
    table: { columns: [], rows: [] },
    test: { name: '', sentence: '', numbers: [] },
    counterEvidence: [],
    change: null,
    forecast: null,
  },
}
