import { randomUUID } from 'node:crypto'
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { readBudgetResponses } from '#account-data/budget-responses.ts'
import { type Account, accountById } from '#account-data/owned-account.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { isFirstReading } from '#account-data/snapshot/load-coverage.ts'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import { faultsOfCards } from '#changes/check-cards.ts'
import type { AccountSnapshot } from '#engine/account/snapshot.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { byTurn } from '#engine/findings/turn.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { analyses, recommendations } from '#platform/db/schema/recommendations.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue, GiveUp, RetryLater } from '#platform/jobs.ts'
import { ThreadStopped } from '#platform/thread.ts'
import { STATUS } from '#shared/change-states.ts'
import { analyseAccount as analyseKind, analysisKey } from '../contract/recommendations.ts'
import { calibrationFactors } from '../queries/calibration.ts'
import { readKnown, readShown } from '../queries/known-recommendations.ts'
import { type Difference, differenceOf, returnedAtOf } from '../rules/difference.ts'
import { TOOK_TOO_LONG } from '../rules/stopped-analysis.ts'
import { runAnalysis } from './run-analysis.ts'

const VANISHED = 'El problema ya no aparece en los datos.'
const TRIED_ALREADY =
  'Lo que se propondría ya se aplicó y, medido, empeoró: no se repite mientras no haya bastante más que ganar.'
const WAITS =
  'Hay algo que revisar, sin efecto que se pueda medir: espera a que se resuelva algo de lo que ya se recomienda.'
/** Rows per statement: one long statement would hold up everybody on the embedded engine. */
const BATCH = 200

/** Runs the engine over an account's present facts and brings its recommendations up to date. Safe to repeat. */
export async function analyseAccount(ctx: Context, customerId: number): Promise<void> {
  const account = await accountById(ctx, customerId)
  if (!account || (await isFirstReading(ctx, customerId))) return
  const snapshot = await loadSnapshot(ctx, customerId)
  if (!snapshot) return
  const calibration = await calibrationFactors(ctx, customerId)
  const budgetResponses = await readBudgetResponses(ctx, customerId)
  const shown = await readShown(ctx, customerId)
  const learned = { ...snapshot, calibration, budgetResponses, shown }
  const { recommendations, waiting, silenced } = await untilStopped(ctx, learned)
  const inTurn = [...recommendations, ...waiting].sort(byTurn)
  const found = await withinLimits(ctx, account, inTurn)
  await inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now()
    const known = await readKnown(ctx, customerId)
    const difference = differenceOf(known, found, now)
    const held = heldBack(difference, silenced)
    const values = {
      analysedAt: now,
      silenced: [...silenced, ...held],
      syncVersion: account.syncVersion,
    }
    const [written] = await ctx.db
      .insert(analyses)
      .values({ customerId, ...values })
      .onConflictDoUpdate({
        target: analyses.customerId,
        set: values,
        // One that saw newer data has ended before this one.
        setWhere: lte(analyses.syncVersion, account.syncVersion),
      })
      .returning({ customerId: analyses.customerId })
    if (!written) return
    await storeDifference(ctx, customerId, difference)
  })
}

/** Rules that keep silent because all that they found was tried, and lost, or waits for room. */
function heldBack(
  { added, renewed, triedAlready, waiting }: Difference,
  silenced: readonly { rule: string }[],
): { rule: string; reason: string }[] {
  const shown = [...added, ...renewed.map(({ analysed }) => analysed), ...silenced]
  const speaking = new Set(shown.map(({ rule }) => rule))
  const rulesOf = (some: Difference['waiting']) =>
    new Set(some.map(({ analysed }) => analysed.rule)).difference(speaking)
  const tried = rulesOf(triedAlready)
  const later = rulesOf(waiting).difference(tried)
  return [
    ...[...tried].map((rule) => ({ rule, reason: TRIED_ALREADY })),
    ...[...later].map((rule) => ({ rule, reason: WAITS })),
  ]
}

/** Begun again elsewhere where the process ends; given up where it takes too long, for it would the next time. */
async function untilStopped(ctx: Context, snapshot: AccountSnapshot) {
  try {
    return await runAnalysis(snapshot, { stopping: ctx.stopping })
  } catch (error) {
    if (!(error instanceof ThreadStopped)) throw error
    if (error.because === 'limit') throw new GiveUp(TOOK_TOO_LONG, { cause: error })
    throw new RetryLater('the process is about to end', 0, error)
  }
}

/**
 * A card whose operations go beyond the limits or its own words is a fault of its rule: never shown, and told to the operator.
 * Not where the account was written while it was looked at (`account`: as it was then), for the cards speak of what was before
 * that: then it is looked at again.
 */
export async function withinLimits(
  ctx: Context,
  account: Account,
  recommendations: readonly Analysed[],
): Promise<Analysed[]> {
  const { customerId } = account
  const faults = await faultsOfCards(ctx, account, recommendations)
  const isAtFault = (_: Analysed, i: number) => faults[i]!.length > 0
  if (recommendations.some(isAtFault)) {
    const overtaking = await overtakingOf(ctx, account)
    for (const [i, { rule }] of recommendations.entries()) {
      const told = { customerId, rule, faults: faults[i]! }
      if (told.faults.length === 0) continue
      if (overtaking) ctx.log.info(told, 'card of what was changed meanwhile, not shown')
      else ctx.log.error(told, 'card beyond its limits or words, not shown')
    }
    // The end of a sync asks for it by itself.
    if (overtaking === 'written')
      await enqueue(ctx, analyseKind, { customerId }, { uniqueKey: analysisKey(customerId) })
  }
  return recommendations.filter((one, i) => !isAtFault(one, i))
}

/** Since the account was read, by a sync or a change from here; a sync under way writes days before the version rises. */
async function overtakingOf(
  ctx: Context,
  { customerId, syncVersion }: Account,
): Promise<'written' | 'syncing' | null> {
  // Not joined: behind the wall a cluster cannot, the directory being elsewhere than the account.
  const reads = readsOf(ctx, customerId)
  const [now] = await reads
    .select({ syncVersion: adAccounts.syncVersion })
    .from(adAccounts)
    .where(eq(adAccounts.customerId, customerId))
  if (now?.syncVersion !== syncVersion) return 'written'
  const [sync] = await reads
    .select({ status: syncStates.status })
    .from(syncStates)
    .where(eq(syncStates.customerId, customerId))
  return sync?.status === 'running' ? 'syncing' : null
}

async function storeDifference(ctx: Context, customerId: number, difference: Difference) {
  const now = ctx.clock.now()
  const added = difference.added.map((one) => ({
    ...rowOf(customerId, one, now),
    id: randomUUID(),
    createdAt: now,
  }))
  const renewed = difference.renewed.map(({ known, analysed }) => ({
    ...rowOf(customerId, analysed, now),
    id: known.id,
    createdAt: known.createdAt,
    returnedAt: returnedAtOf(known, now),
  }))
  // Two analyses of one account at once: the first to write made the row, and it says the same.
  for (const batch of inBatches(added))
    await ctx.db.insert(recommendations).values(batch).onConflictDoNothing()
  for (const batch of inBatches(renewed))
    await ctx.db
      .insert(recommendations)
      .values(batch)
      .onConflictDoUpdate({
        target: [recommendations.customerId, recommendations.id],
        set: RENEWED,
      })
  const close = async (rows: readonly { id: string }[], closedReason: string) => {
    for (const batch of inBatches(rows))
      await ctx.db
        .update(recommendations)
        .set({ status: STATUS.closed, closedReason, updatedAt: now })
        .where(
          and(
            eq(recommendations.customerId, customerId),
            inArray(
              recommendations.id,
              batch.map(({ id }) => id),
            ),
          ),
        )
  }
  await close(difference.vanished, VANISHED)
  const open = (some: Difference['waiting']) =>
    some.flatMap(({ known }) => (known?.status === STATUS.pending ? [known] : []))
  await close(open(difference.triedAlready), TRIED_ALREADY)
  await close(open(difference.waiting), WAITS)
}

const RENEWED = {
  status: sql`excluded.status`,
  closedReason: sql`excluded.closed_reason`,
  dismissedReason: sql`excluded.dismissed_reason`,
  dismissedEvidence: sql`excluded.dismissed_evidence`,
  rule: sql`excluded.rule`,
  category: sql`excluded.category`,
  priority: sql`excluded.priority`,
  expectedValueMicros: sql`excluded.expected_value_micros`,
  turn: sql`excluded.turn`,
  stakeMicros: sql`excluded.stake_micros`,
  body: sql`excluded.body`,
  returnedAt: sql`excluded.returned_at`,
  updatedAt: sql`excluded.updated_at`,
}

function rowOf(customerId: number, analysed: Analysed, now: Date) {
  return {
    customerId,
    status: STATUS.pending,
    closedReason: null,
    dismissedReason: null,
    dismissedEvidence: null,
    fingerprint: analysed.fingerprint,
    rule: analysed.rule,
    category: analysed.category,
    priority: analysed.priority,
    expectedValueMicros: analysed.expectedValueMicros,
    turn: analysed.turn,
    stakeMicros: analysed.stakeMicros,
    body: analysed,
    updatedAt: now,
  }
}

function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let i = 0; i < rows.length; i += BATCH) yield rows.slice(i, i + BATCH)
}
