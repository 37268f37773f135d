import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import type { LoggedStep, Sent, SettledSteps } from './change-log.ts'
import { isExperiment } from './experiment-operations.ts'
import { areLinked, isAs, type Operation, type Target, targetOf } from './operations.ts'
import { type Found, readTargets } from './read-entities.ts'

/** For each operation the resource that shows that Google has done it; null where it has not. */
export async function lookAgain(
  ads: AccountAds,
  operations: readonly Operation[],
): Promise<(string | null)[]> {
  // Linked ones one after the other: what was made first names what the next ones refer to.
  const rounds = areLinked(operations) ? operations.map((one) => [one]) : [operations]
  const names: (string | null)[] = []
  const real = new Map<string, string>()
  for (const round of rounds) {
    const targets = round.map((operation) => targetOf(withRealNames(operation, real)))
    const found = await readTargets(ads, targets)
    for (const [i, target] of targets.entries()) {
      const name = madeName(target, found[i] ?? null)
      const { resourceName: temporary } = targetOf(round[i]!)
      if (name && temporary) real.set(temporary, name)
      names.push(name)
    }
  }
  return names
}

function madeName(target: Target, found: Found | null): string | null {
  if (target.kind === 'remove') return !found || found.isRemoved ? target.resourceName : null
  if (!found) return null
  const isMade = target.kind === 'create' || isAs(found.image, target.wanted)
  return isMade ? found.resourceName : null
}

/** `real`: names by the temporary ones. */
export function withRealNames(operation: Operation, real: ReadonlyMap<string, string>): Operation {
  let text = JSON.stringify(operation)
  for (const [temporary, name] of real) text = text.replaceAll(`"${temporary}"`, `"${name}"`)
  return JSON.parse(text) as Operation
}

/** The same place by its name: how a thing that was created is read back. */
export function namedTarget(target: Target, resourceName: string): Target {
  return { ...target, kind: 'update', resourceName }
}

/** For each step whether Google has it as it was before. */
export async function areTakenBack(
  ads: AccountAds,
  steps: readonly LoggedStep[],
): Promise<boolean[]> {
  const targets = steps.map(({ step, resourceName, image }) => {
    const target = targetOf(step.operation)
    if (target.kind !== 'remove') return namedTarget(target, resourceName ?? '')
    // Put back, it may have another name: it is known by what it says.
    return { ...target, kind: 'create' as const, wanted: image ?? {} }
  })
  const found = await readTargets(ads, targets)
  return steps.map(({ step, image }, i) => {
    const { kind, fields, shape } = targetOf(step.operation)
    const live = found[i]
    if (kind === 'create') return shape.staysForEver || !live || live.isRemoved
    if (kind === 'remove') return live !== null
    return live != null && isAs(live.image, image ?? {}, fields)
  })
}

/**
 * What the log says of steps that were sent: how they went, and how their places look now. Reading is no part of a
 * change: where it fails, what was wanted stands for what is there.
 */
export async function logOf(
  ads: AccountAds,
  steps: readonly { row: LoggedStep; sent: Sent }[],
): Promise<SettledSteps['log']> {
  const isOfExperiment = isExperiment(steps.map(({ row }) => row.step.operation))
  const targets = steps.map(({ row, sent }) => {
    const target = targetOf(row.step.operation)
    const isThere = sent.outcome === 'done' && target.kind !== 'remove' && !isOfExperiment
    return isThere ? namedTarget(target, sent.resourceName ?? '') : null
  })
  const there = targets.filter((target) => target !== null)
  const read = await readTargets(ads, there).catch(() => [])
  return steps.map(({ row, sent: { outcome, requestId, resourceName } }, i) => {
    const target = targets[i]
    // Of a thing that was created Google knows most.
    const wanted = target && row.image && { ...row.image, ...target.wanted }
    const image = (target && read[there.indexOf(target)]?.image) ?? wanted ?? null
    const patch = { outcome, requestId, after: { ...row.step, image } }
    return { row, patch: { ...patch, resourceName: resourceName ?? row.resourceName } }
  })
}
