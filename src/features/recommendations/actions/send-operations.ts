import { isGone, mayBeDone, resourceNameOf } from '#changes/logged-change.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import { type AdsErrorDetail, GoogleAdsError } from '#platform/google-ads/errors.ts'
import { changeFailure } from '#platform/google-ads/refusals.ts'
import { AppError } from '#shared/app-error.ts'
import { areLinked, areTogether } from '../queries/change-plan.ts'
import { type Found, readTargets } from '../queries/read-entities.ts'
import { REFUSED, refusalsOf, textOf } from '../queries/try-out.ts'
import { differences, type Operation, type Target, targetOf } from '../rules/operations.ts'

export type Sent = {
  /** 'unknown': Google does not say, and it could not be looked up. */
  outcome: 'done' | 'failed' | 'unknown'
  resourceName: string | null
  requestId: string | null
  /** Spanish; null when it went well. */
  message: string | null
}

/**
 * Sends operations once. What Google leaves open (silence, a failure of its own) is looked up, never repeated.
 * `error` is set when the whole request failed, as the user may read it.
 */
export async function sendOperations(
  ads: GoogleAds,
  googleCustomerId: string,
  operations: readonly Operation[],
): Promise<{ outcomes: Sent[]; error: unknown }> {
  try {
    const partialFailure = !areTogether(operations)
    const answer = await ads.mutate(googleCustomerId, operations, { partialFailure })
    const requestId = answer.requestId ?? null
    const outcomes = operations.map((operation, i): Sent => {
      const detail = answer.failed.get(i)
      if (detail && !isAlreadyGone(operation, detail)) return failed(textOf(detail), requestId)
      return done(resourceNameOf(answer.results[i]) || nameOf(operation), requestId)
    })
    return { outcomes, error: null }
  } catch (error) {
    const readable = changeFailure(error)
    if (mayBeDone(error))
      return { ...(await lookUp(ads, googleCustomerId, operations)), error: null }
    const refusals =
      error instanceof GoogleAdsError
        ? refusalsOf(error, operations.length)
        : operations.map(() => null)
    const text = readable instanceof AppError ? readable.message : null
    return { outcomes: refusals.map((refusal) => failed(refusal ?? text)), error: readable }
  }
}

/** Google was silent, and what was asked is not there. */
export const NOT_MADE =
  'Google Ads no ha respondido y el cambio no se ha hecho. Puedes intentarlo de nuevo.'
const NOT_KNOWN =
  'Google Ads no responde y no sabemos si el cambio se ha hecho. Lo comprobaremos en unos minutos.'

async function lookUp(ads: GoogleAds, googleCustomerId: string, operations: readonly Operation[]) {
  try {
    const names = await lookAgain(ads, googleCustomerId, operations)
    return { outcomes: names.map((name) => (name ? done(name) : failed(NOT_MADE))) }
  } catch {
    const unknown = { outcome: 'unknown', resourceName: null, requestId: null } as const
    return { outcomes: operations.map((): Sent => ({ ...unknown, message: NOT_KNOWN })) }
  }
}

/** For each operation the resource that shows that Google has done it; null where it has not. */
export async function lookAgain(
  ads: GoogleAds,
  googleCustomerId: string,
  operations: readonly Operation[],
): Promise<(string | null)[]> {
  if (!areLinked(operations)) {
    const targets = operations.map(targetOf)
    const found = await readTargets(ads, googleCustomerId, targets)
    return targets.map((target, i) => madeName(target, found[i] ?? null))
  }
  // One after the other: what was made first names what the next ones refer to.
  const names: (string | null)[] = []
  const real = new Map<string, string>()
  for (const operation of operations) {
    const target = targetOf(withRealNames(operation, real))
    const [found] = await readTargets(ads, googleCustomerId, [target])
    const name = madeName(target, found ?? null)
    const { resourceName: temporary } = targetOf(operation)
    if (name && temporary) real.set(temporary, name)
    names.push(name)
  }
  return names
}

function madeName(target: Target, found: Found | null): string | null {
  if (target.kind === 'remove') return !found || found.isRemoved ? target.resourceName : null
  if (!found) return null
  if (target.kind === 'create') return found.resourceName
  const isMade = differences(found.image, target.wanted, Object.keys(target.wanted)).length === 0
  return isMade ? found.resourceName : null
}

function withRealNames(operation: Operation, real: ReadonlyMap<string, string>): Operation {
  let text = JSON.stringify(operation)
  for (const [temporary, name] of real) text = text.replaceAll(`"${temporary}"`, `"${name}"`)
  return JSON.parse(text) as Operation
}

const nameOf = (operation: Operation) => targetOf(operation).resourceName ?? ''

function isAlreadyGone(operation: Operation, detail: AdsErrorDetail): boolean {
  const error = { codes: Object.values(detail.errorCode ?? {}) }
  return targetOf(operation).kind === 'remove' && isGone(error)
}

function done(resourceName: string, requestId: string | null = null): Sent {
  return { outcome: 'done', resourceName, requestId, message: null }
}

function failed(message: string | null, requestId: string | null = null): Sent {
  return { outcome: 'failed', resourceName: null, requestId, message: message ?? REFUSED }
}
