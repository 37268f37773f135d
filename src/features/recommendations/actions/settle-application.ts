import type { Context } from '#platform/context.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import { noticingLostGrant } from '#platform/google-ads/lost-grant.ts'
import { GiveUp, RetryLater, type RunningJob } from '#platform/jobs.ts'
import { settleApplication as settleKind } from '../contract.ts'
import {
  type Application,
  findApplication,
  type LoggedStep,
  readSteps,
} from '../queries/applications.ts'
import type { AdAccount } from '../queries/change-plan.ts'
import { readTargets } from '../queries/read-entities.ts'
import { differences, targetOf } from '../rules/operations.ts'
import { giveBack, setState, setStatus } from './claim-application.ts'
import { finishApplying, finishUndoing, type Undone } from './finish-application.ts'
import { namedTarget, readAfterImages } from './log-steps.ts'
import { lookAgain, type Sent } from './send-operations.ts'

const AGAIN_MS = 5 * 60_000

/** The job: does nothing for an application that came to its end. */
export async function settleAbandoned(
  ctx: Context,
  payload: { customerId: number; applicationId: string },
  job: Pick<RunningJob, 'attempt'>,
): Promise<void> {
  const found = await findApplication(ctx, payload)
  if (!found) return
  try {
    await noticingLostGrant(ctx, found.account.connectionId, () =>
      settleApplication(ctx, found.account, found.application),
    )
  } catch (error) {
    const message = error instanceof Error ? error.message : 'Google Ads does not answer'
    if (job.attempt < settleKind.maxAttempts) throw new RetryLater(message, AGAIN_MS, error)
    await giveUp(ctx, found.application)
    throw new GiveUp(message, { cause: error })
  }
}

/** Finds out at Google what came of an application that stopped in the middle, and writes it down. Safe to repeat. */
export async function settleApplication(
  ctx: Context,
  account: AdAccount,
  application: Application,
): Promise<void> {
  if (application.state === 'aplicando') await settleApplying(ctx, account, application)
  if (application.state === 'deshaciendo') await settleUndoing(ctx, account, application)
}

async function settleApplying(ctx: Context, account: AdAccount, application: Application) {
  const rows = await readSteps(ctx, account.customerId, application.id)
  if (rows.length === 0) return await giveBack(ctx, application)
  const ads = await adsOfAccount(ctx, account)
  const operations = rows.map(({ step }) => step.operation)
  const names = await lookAgain(ads, account.googleCustomerId, operations)
  const sent = rows.map((row, i) => ({ row, sent: foundOut(row, names[i] ?? null) }))
  const images = await readAfterImages(ads, account.googleCustomerId, sent)
  await finishApplying(ctx, account, application, {
    settled: sent.map((one, i) => ({ ...one, image: images[i] ?? null })),
    results: sent.map(({ row, sent: { outcome, message } }) => ({
      summary: row.summary,
      outcome,
      message,
    })),
  })
}

const NOT_MADE = 'Se interrumpió antes de que Google Ads lo hiciera.'

/** What is written already stands; only what was left open is taken from Google. */
function foundOut(row: LoggedStep, name: string | null): Sent {
  const { requestId, outcome, resourceName } = row
  if (outcome === 'done') return { outcome, resourceName, requestId, message: null }
  if (outcome === 'failed' || !name)
    return { outcome: 'failed', resourceName, requestId, message: NOT_MADE }
  return { outcome: 'done', resourceName: name, requestId, message: null }
}

async function settleUndoing(ctx: Context, account: AdAccount, application: Application) {
  const rows = await readSteps(ctx, account.customerId, application.id)
  const open = rows.filter(({ outcome, undoneAt }) => outcome === 'done' && undoneAt === null)
  const ads = await adsOfAccount(ctx, account)
  const isBack = await areTakenBack(ads, account.googleCustomerId, open)
  const steps = open.map(
    (row, i): Undone => ({
      row,
      outcome: isBack[i] ? 'done' : 'failed',
      message: isBack[i] ? null : 'Se interrumpió antes de deshacerlo en Google Ads.',
      requestId: null,
    }),
  )
  const made = rows.filter(({ outcome }) => outcome === 'done').length
  const former = made === rows.length ? 'aplicada' : 'aplicada_en_parte'
  await finishUndoing(ctx, account, application, {
    steps,
    former,
    by: application.undoneBy ?? application.appliedBy,
  })
}

/** For each step whether Google has it as it was before. */
export async function areTakenBack(
  ads: GoogleAds,
  googleCustomerId: string,
  rows: readonly LoggedStep[],
): Promise<boolean[]> {
  const targets = rows.map((row) => {
    const target = targetOf(row.step.operation)
    if (target.kind !== 'remove') return namedTarget(target, row.resourceName ?? '')
    // Put back, it may have another name: it is known by what it says.
    return { ...target, kind: 'create' as const, wanted: row.image ?? {} }
  })
  const found = await readTargets(ads, googleCustomerId, targets)
  return rows.map((row, i) => {
    const { kind, fields, shape } = targetOf(row.step.operation)
    const live = found[i]
    if (kind === 'create') return shape.staysForEver || !live || live.isRemoved
    if (kind === 'remove') return live !== null
    return live != null && differences(live.image, row.image ?? {}, fields).length === 0
  })
}

const LOST =
  'No hemos podido comprobar en Google Ads si el cambio llegó a hacerse. Míralo allí antes de repetirlo.'

/** Google could not be asked all this time: nobody knows, and that is what is said until it is found. */
async function giveUp(ctx: Context, application: Application): Promise<void> {
  const isUndoing = application.state === 'deshaciendo'
  const state = isUndoing ? 'deshecha_en_parte' : 'no_se_pudo'
  await setState(ctx, application, { state, problems: [LOST] })
  if (!isUndoing)
    await setStatus(ctx, application.customerId, application.recommendationId, 'pendiente')
}
