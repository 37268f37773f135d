import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import type { LoggedStep } from './change-log.ts'
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
