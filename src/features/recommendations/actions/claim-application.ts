import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type LoggedStep, logSteps, logUndoing, readSteps } from '#changes/change-log.ts'
import { assertMakeable, type CheckedStep } from '#changes/plan-steps.ts'
import { standing } from '#changes/take-back.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { personOf } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import { type AppliedExperiment, EXPERIMENT } from '#shared/applied-experiment.ts'
import { type AppliedHalves, SECOND } from '#shared/applied-halves.ts'
import { type ChangeState, STATE, STATUS } from '#shared/change-states.ts'
import type { Day } from '#shared/dates.ts'
import {
  type Application,
  latestApplication,
  lockApplication,
  type Owned,
  ownedRecommendation,
  RECOMMENDATION_KIND,
} from '../queries/applications.ts'
import { refusedOf } from '../rules/change-state.ts'
import type { Assumed, Assumption } from '../rules/outlook.ts'
import { setState, setStatus } from './application-state.ts'

/** What its action settles before Google is asked, for the day may turn meanwhile. */
export type Beginning = {
  /** When the person asked for it. */
  at: Date
  /** The day of the first look at what it does, by the day of `at`. */
  readyOn: Day
  assumed: Assumed
  /** By chance: which half goes first, or an experiment's halves of the searches. */
  halves?: AppliedHalves
  experiment?: AppliedExperiment
}

/** How a person asks for it: what they have seen of it, and what they suppose where it has no forecast. */
export type Asked = { seen: string | null; assumption?: Assumption }

/**
 * Takes a pending recommendation for one person, with what is about to be sent in the log: of two who press at once only
 * one gets it. Without steps there is nothing to make in Google Ads from here, and it is done. Throws conflict, or why none of its
 * steps can be made.
 */
export async function claimForApplying(
  ctx: CallerContext,
  owned: Owned,
  steps: readonly CheckedStep[],
  { at, readyOn, assumed, halves, experiment }: Beginning,
): Promise<{ application: Application; rows: LoggedStep[] }> {
  // As it was when its steps were planned: an analysis may have renewed it since.
  const { customerId, id: recommendationId, rule, body } = owned.recommendation
  const isByHand = steps.length === 0
  const values = {
    customerId,
    id: randomUUID(),
    recommendationId,
    rule,
    state: isByHand ? STATE.byHand : STATE.applying,
    stateSince: ctx.clock.now(),
    appliedBy: personOf(ctx.caller),
    appliedAt: at,
    body,
    assumed,
    problems: [],
    refused: refusedOf(steps),
    ...(isByHand && { measureAfter: readyOn }),
    ...(halves && { halves, secondState: SECOND.waiting, secondOn: readyOn }),
    ...(experiment && { experiment, experimentState: EXPERIMENT.running }),
  }
  return await inTransaction(ctx, async (ctx) => {
    const current = await lock(ctx, values)
    assertPending(current)
    // Applied and taken back in between: what was planned for it is older than that.
    if (current.appliedAt && current.appliedAt > at) throw new AppError('conflict', BUSY)
    await setStatus(ctx, values, isByHand ? STATUS.applied : STATUS.applying)
    assertMakeable(steps)
    const [application] = await ctx.db.insert(recommendationApplications).values(values).returning()
    const able = steps.filter(({ refusal }) => refusal === null)
    const of = { kind: RECOMMENDATION_KIND, recommendationId, applicationId: values.id }
    return { application: application!, rows: await logSteps(ctx, customerId, able, of) }
  })
}

const BUSY =
  'Ya se está aplicando o deshaciendo ahora mismo. Espera unos segundos y mira cómo ha quedado.'
const REFUSALS = {
  [STATUS.pending]: '',
  [STATUS.applying]: BUSY,
  [STATUS.applied]: 'Ya aplicada',
  [STATUS.dismissed]: 'Esta recomendación se descartó.',
  [STATUS.closed]: 'El problema ya no aparece en los datos: no hay nada que aplicar.',
}

function assertPending({ status }: Pick<Owned['recommendation'], 'status'>): void {
  if (status !== STATUS.pending) throw new AppError('conflict', REFUSALS[status])
}

/** What a person may apply now, as it was `seen`; null: it was not looked at. Throws not_found and conflict. */
export async function pendingRecommendation(
  ctx: CallerContext,
  id: string,
  seen: string | null,
): Promise<Owned> {
  const owned = await ownedRecommendation(ctx, id)
  assertPending(owned.recommendation)
  if (seen !== null && seen !== owned.seen) throw new AppError('conflict', RENEWED)
  return owned
}

const RENEWED =
  'La recomendación ha cambiado desde que la viste: mírala de nuevo antes de aplicarla.'

/** What can be taken back of a recommendation, or is already. Throws conflict. */
export async function undoableApplication(ctx: Context, owned: Owned): Promise<Application> {
  const latest = await latestApplication(ctx, owned.recommendation)
  if (!latest) throw new AppError('conflict', 'No se ha aplicado: no hay nada que deshacer.')
  if (latest.state === STATE.applying || latest.state === STATE.undoing)
    throw new AppError('conflict', BUSY)
  const { experimentState } = latest
  if (experimentState === EXPERIMENT.promoting || experimentState === EXPERIMENT.ending)
    throw new AppError('conflict', BUSY)
  return latest
}

/** Takes an application for being undone by one person, with all steps that stand, about to be taken back. Throws conflict. */
export async function claimForUndoing(
  ctx: CallerContext,
  former: Application,
  steps: readonly LoggedStep[],
): Promise<Application & { formerState: ChangeState }> {
  return await inTransaction(ctx, async (ctx) => {
    // The application before its card, as where an outcome is stored: neither waits for the other.
    if (!(await isAsPlanned(ctx, former, steps))) throw new AppError('conflict', BUSY)
    await lock(ctx, former)
    // Of one that was given up it is not known whether that state holds.
    const formerState = former.formerState ?? former.state
    const undoing = { state: STATE.undoing, undoneBy: personOf(ctx.caller), formerState }
    const application = await setState(ctx, former, undoing)
    if (!application) throw new AppError('conflict', BUSY)
    await logUndoing(ctx, former.customerId, steps)
    return { ...application, formerState }
  })
}

/** The half that waited may have been made, or an experiment decided on, since its steps were read. */
async function isAsPlanned(ctx: Context, former: Application, steps: readonly LoggedStep[]) {
  const locked = await lockApplication(ctx, former)
  if (locked?.secondState !== former.secondState) return false
  if (locked.experimentState !== former.experimentState) return false
  const now = standing(await readSteps(ctx, former.customerId, former.id))
  return now.map(({ id }) => id).join() === steps.map(({ id }) => id).join()
}

async function lock(
  ctx: Context,
  { customerId, recommendationId: id }: Pick<Application, 'customerId' | 'recommendationId'>,
): Promise<Owned['recommendation']> {
  const [row] = await ctx.db
    .select()
    .from(recommendations)
    .where(and(eq(recommendations.customerId, customerId), eq(recommendations.id, id)))
    .for('update')
  if (!row) throw new AppError('conflict', REFUSALS[STATUS.closed])
  return row
}
