import type { Context } from '#platform/context.ts'
import type { AccessRefusal } from '#platform/google-ads/access-refusals.ts'
import { type GoogleAds, googleAdsFor } from '#platform/google-ads/client.ts'
import { ACCOUNT_QUERIES } from '#platform/google-ads/queries.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'
import type { Priority } from '#platform/google-ads/usage.ts'
import { refusalOfAccount } from '../rules/connect-failures.ts'
import type { Hierarchy, SeenAccount } from '../rules/hierarchy.ts'

/** More managers than any agency shows; a walk must end. */
const MOST_MANAGERS = 500

/**
 * Everything the consented identity can see: directly, and through managers on any number of levels.
 * Throws Google's errors when nothing could be read at all.
 */
export async function walkHierarchy(
  ctx: Context,
  connection: { refreshTokenSealed: string },
  priority: Priority = 'interactive',
): Promise<Hierarchy> {
  const adsThrough = (loginCustomerId: string | null) =>
    googleAdsFor(ctx, connection, { loginCustomerId, customerId: 0, priority })
  const direct = adsThrough(null)
  const seen = new Map<string, SeenAccount>()
  for (const id of await direct.accessibleCustomers()) seen.set(id, await readDirectly(direct, id))
  const roots = [...seen.values()].filter((account) => account.isManager)
  const visited = new Set<string>()
  for (const root of roots)
    await walkBelow(adsThrough(root.googleCustomerId), root.googleCustomerId, seen, visited)
  return seen
}

async function readDirectly(ads: GoogleAds, id: string): Promise<SeenAccount> {
  try {
    const [row] = await ads.search(id, ACCOUNT_QUERIES.self)
    return toSeen({ id, ...row?.customer }, { loginCustomerId: null, parentId: null })
  } catch (error) {
    const refusal = refusalOfAccount(error)
    if (!refusal) throw error
    return { ...toSeen({ id }, { loginCustomerId: null, parentId: null }), refusal }
  }
}

/** Breadth first. An account already known directly keeps its direct access and learns its parent. */
async function walkBelow(
  ads: GoogleAds,
  rootId: string,
  seen: Map<string, SeenAccount>,
  visited: Set<string>,
): Promise<void> {
  const queue = [rootId]
  for (const managerId of queue) {
    if (visited.has(managerId) || visited.size >= MOST_MANAGERS) continue
    visited.add(managerId)
    const children = await readChildren(ads, managerId)
    if ('refusal' in children) {
      const manager = seen.get(managerId)
      if (manager) seen.set(managerId, { ...manager, refusal: children.refusal })
      // Another root may still lead there.
      visited.delete(managerId)
      continue
    }
    for (const { customerClient: child } of children.rows) {
      if (!child?.id || child.id === managerId || child.hidden) continue
      const known = seen.get(child.id)
      if (known && !known.parentId && child.id !== rootId)
        seen.set(child.id, placedBelow(managerId, known, child))
      if (!known)
        seen.set(child.id, toSeen(child, { loginCustomerId: rootId, parentId: managerId }))
      if (child.manager) queue.push(child.id)
    }
  }
}

/** Of one that cannot be read its manager knows more than it says itself. */
function placedBelow(parentId: string, known: SeenAccount, told: Told): SeenAccount {
  const { refusal, loginCustomerId } = known
  if (!refusal) return { ...known, parentId }
  return { ...toSeen(told, { loginCustomerId, parentId }), refusal }
}

/** One manager that Google closes must not close the others. */
async function readChildren(
  ads: GoogleAds,
  managerId: string,
): Promise<{ rows: AdsRow[] } | { refusal: AccessRefusal }> {
  try {
    return { rows: await ads.search(managerId, ACCOUNT_QUERIES.children) }
  } catch (error) {
    const refusal = refusalOfAccount(error)
    if (!refusal) throw error
    return { refusal }
  }
}

type Told = NonNullable<AdsRow['customer']>

function toSeen(
  account: Told,
  place: Pick<SeenAccount, 'loginCustomerId' | 'parentId'>,
): SeenAccount {
  const googleCustomerId = account.id ?? ''
  const closed = account.status !== undefined && account.status !== 'ENABLED'
  return {
    googleCustomerId,
    name: account.descriptiveName || `Cuenta ${googleCustomerId}`,
    isManager: account.manager ?? false,
    currencyCode: account.currencyCode ?? null,
    timeZone: account.timeZone ?? 'UTC',
    refusal: closed ? 'closed' : null,
    ...place,
  }
}
