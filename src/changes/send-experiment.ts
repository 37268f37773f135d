import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { GoogleAdsError, isOfVendor, mayBeDone, NoAnswer } from '#platform/google-ads/errors.ts'
import { made, type Sent } from './change-log.ts'
import { createdBy } from './experiment-operations.ts'
import type { Operation } from './operations.ts'

/** Of an experiment its frame, before there is any. */
export async function rehearseExperiment(
  ads: AccountAds,
  operations: readonly Operation[],
): Promise<null[]> {
  await ads.mutateExperiment({ create: createdBy(operations[0]!) }, { validateOnly: true })
  return operations.map(() => null)
}

/**
 * Makes an experiment step by step, or ends or promotes one. A refusal in the middle leaves nothing: what is not
 * scheduled serves no ads and is taken away. Throws what the client throws.
 */
export async function performExperiment(
  ads: AccountAds,
  operations: readonly Operation[],
): Promise<Sent[]> {
  const [first = {}] = operations
  const { endExperiment: ended, promoteExperiment: promoted } = first
  if (ended) return await end(ads, String(ended.resourceName))
  if (promoted) return await act(ads, 'promoteExperiment', String(promoted.resourceName))
  return await make(ads, operations)
}

/** One that has not begun yet may be refused its end: it is taken away instead, and the campaign stays as it was. */
async function end(ads: AccountAds, name: string): Promise<[Sent]> {
  try {
    return await act(ads, 'endExperiment', name)
  } catch (error) {
    if (!isNotYetStarted(error)) throw error
    const { requestId } = await ads.mutateExperiment({ remove: name })
    return [made(name, requestId)]
  }
}

const isNotYetStarted = (error: unknown) =>
  error instanceof GoogleAdsError && error.codes.includes('EXPERIMENT_NOT_YET_STARTED')

async function make(ads: AccountAds, operations: readonly Operation[]): Promise<Sent[]> {
  const [experiment = {}, control = {}, treatment = {}, change = {}] = operations
  const { resourceName: name } = await ads.mutateExperiment({ create: createdBy(experiment) })
  try {
    const asked = [control, treatment].map((arm) => ({ ...createdBy(arm), experiment: name }))
    const { arms, draft } = await ads.createArms(asked)
    await ads.mutate([inDraft(change, draft)])
    const [{ requestId }] = await act(ads, 'scheduleExperiment', name)
    return [name, arms[0] ?? '', arms[1] ?? '', draft, name].map((one) => made(one, requestId))
  } catch (error) {
    // What may be done is looked up, and cleared then; so is what cannot be removed now.
    if (mayBeDone(error) || (await removeQuietly(ads, name))) throw error
    throw new NoAnswer('an experiment was begun and is still there', { cause: error })
  }
}

function inDraft({ campaignOperation = {} }: Operation, draft: string): Operation {
  const update = { ...(campaignOperation.update as object), resourceName: draft }
  return { campaignOperation: { ...campaignOperation, update } }
}

/** Whether it is gone; what could not be removed serves no ads either. */
export async function removeQuietly(ads: AccountAds, name: string): Promise<boolean> {
  const removed = await ads.mutateExperiment({ remove: name }).catch((error: unknown) => {
    if (!isOfVendor(error)) throw error
  })
  return removed !== undefined
}

/** Google works on for minutes where campaigns are large. */
const WAITS_MS = [300, 700, 1_500, 3_000, 6_000]

async function act(
  ads: AccountAds,
  verb: 'scheduleExperiment' | 'endExperiment' | 'promoteExperiment',
  name: string,
): Promise<[Sent]> {
  const { operation, requestId } = await ads.actOnExperiment(verb, name)
  for (const waitMs of operation ? WAITS_MS : []) {
    await sleep(waitMs)
    const state = await ads.readWork(operation!).catch(notHeardOf)
    if (state === 'done') return [made(name, requestId)]
    if (state === 'failed') throw await failureOf(ads, name)
  }
  // What else was taken on counts as made: each look at the account notices where it was not.
  if (operation && verb === 'promoteExperiment') throw new NoAnswer('the promotion is under way')
  return [made(name, requestId)]
}

/** Google has taken it on: that it cannot be asked any more, or is not, refuses nothing. */
function notHeardOf(cause: unknown): never {
  throw isOfVendor(cause) ? new NoAnswer('Google is at it', { cause }) : cause
}

/** As a refusal: Google tells them apart from those of the call itself. */
async function failureOf(ads: AccountAds, name: string): Promise<GoogleAdsError> {
  const details = await ads.listErrors(name)
  const message = details[0]?.message ?? 'the experiment could not be made'
  return new GoogleAdsError(message, { httpStatus: 400, details })
}
