import { failingInSpanish } from '#changes/logged-change.ts'
import type { CallerContext } from '#platform/context.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { assertMayChange } from '#platform/google-ads/change-limits.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import { noticingLostGrant } from '#platform/google-ads/lost-grant.ts'
import { AppError } from '#shared/app-error.ts'
import type { ChangeResult } from '../contract/changes.ts'
import {
  type Application,
  type LoggedStep,
  ownedRecommendation,
  readSteps,
} from '../queries/applications.ts'
import { type AdAccount, areTogether } from '../queries/change-plan.ts'
import { readObjections } from '../queries/undo-objections.ts'
import { inUndoOrder, inverseOf } from '../rules/inverse.ts'
import { type Operation, targetOf } from '../rules/operations.ts'
import { claimForUndoing, setState } from './claim-application.ts'
import { finishUndoing, resultOf, type Undone } from './finish-application.ts'
import { sendOperations } from './send-operations.ts'
import { areTakenBack, settleApplication } from './settle-application.ts'

/**
 * Takes the latest application back, step by step, the last one first. A step that somebody changed since is left
 * as it is. Throws conflict with the reason when no step can be taken back. Harmless to repeat.
 */
export async function undoRecommendation(ctx: CallerContext, id: string): Promise<ChangeResult> {
  const owned = await ownedRecommendation(ctx, id)
  const { account } = owned
  await assertMayChange(ctx, account.customerId, 0)
  let claim = await claimForUndoing(ctx, owned)
  if ('stale' in claim) {
    await settleApplication(ctx, account, claim.stale)
    claim = await claimForUndoing(ctx, owned)
  }
  if ('stale' in claim)
    throw new AppError('vendor_failed', 'Google Ads no responde. Vuelve a probar en unos minutos.')
  const { application, former } = claim
  if (application.state === 'deshecha') return resultOf(application, [])
  const rows = await readSteps(ctx, account.customerId, application.id)
  const open = rows.filter(({ outcome, undoneAt }) => outcome === 'done' && undoneAt === null)
  const steps = await takingUpAgain(ctx, former, () => takeBack(ctx, account, open))
  const undone = { steps, former: former.state, by: ctx.caller.userId }
  const result = await finishUndoing(ctx, account, application, undone)
  if (result.estado_cambio !== former.state) return result
  throw new AppError('conflict', steps.find(({ message }) => message)?.message ?? NOTHING)
}

const NOTHING = 'No se ha podido deshacer.'

/** Nothing was taken back: it stands as it stood. */
async function takingUpAgain<T>(
  ctx: CallerContext,
  former: Application,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await setState(ctx, former, { state: former.state })
    throw error
  }
}

type Planned = { row: LoggedStep; objection: string | null; operation: Operation | null }

async function takeBack(
  ctx: CallerContext,
  account: AdAccount,
  rows: readonly LoggedStep[],
): Promise<Undone[]> {
  if (rows.length === 0) return []
  const ads = await adsOfAccount(ctx, account)
  return await noticingLostGrant(ctx, account.connectionId, () =>
    failingInSpanish(async () => {
      const isBack = await areTakenBack(ads, account.googleCustomerId, rows)
      const objections = await readObjections(ctx, ads, account, rows)
      const isWhole = areTogether(rows.map(({ step }) => step.operation))
      const common = isWhole ? objections.find((text, i) => text !== null && !isBack[i]) : null
      const planned = rows.map((row, i): Planned => {
        if (isBack[i]) return { row, objection: null, operation: null }
        const inverse = inverseOf(targetOf(row.step.operation), row.image, row.resourceName ?? '')
        const objection =
          objections[i] ?? common ?? (inverse ? null : 'Este cambio no tiene vuelta atrás.')
        return { row, objection, operation: objection ? null : inverse }
      })
      return await sendBack(ads, account.googleCustomerId, planned)
    }),
  )
}

async function sendBack(
  ads: GoogleAds,
  googleCustomerId: string,
  planned: readonly Planned[],
): Promise<Undone[]> {
  const able = inUndoOrder(planned.filter(({ operation }) => operation !== null))
  const operations = able.flatMap(({ operation }) => (operation ? [operation] : []))
  const { outcomes, error } =
    operations.length > 0
      ? await sendOperations(ads, googleCustomerId, operations)
      : { outcomes: [], error: null }
  if (error) throw error
  return planned.map((one): Undone => {
    const { row, objection, operation } = one
    if (!operation)
      return { row, outcome: objection ? 'failed' : 'done', message: objection, requestId: null }
    const { outcome, message, requestId } = outcomes[able.indexOf(one)]!
    return { row, outcome, message, requestId }
  })
}
