import type { Context } from '#platform/context.ts'
import type { AccessRefusal } from '#platform/google-ads/access-refusals.ts'
import { type GoogleAds, googleAdsFor } from '#platform/google-ads/client.ts'
import { ACCOUNT_QUERIES } from '#platform/google-ads/queries.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'
import type { Priority } from '#platform/google-ads/usage.ts'
import { knownZone } from '#shared/dates.ts'
import { refusalOfAccount } from '../rules/connect-failures.ts'
import type { Hierarchy, SeenAccount } from '../rules/hierarchy.ts'

/** More managers than any agency shows; a walk must end. */
const MOST_MANAGERS = 500
/** Google answers in a third of a second: one after the other, a hundred accounts outlast who waits. */
const AT_ONCE = 8

/**
 * Everything the consented identity can see: directly, and through managers on any number of levels.
 * Throws Google's errors when nothing could be read at all.
 */
export async function walkHierarchy(
  ctx: Context,
  connection: { refreshTokenSealed: string },
  priority: Priority = 'interactive',
): Promise<Hierarchy> {
  const since = ctx.clock.now().getTime()
  const adsThrough = (loginCustomerId: string | null) =>
    googleAdsFor(ctx, connection, { loginCustomerId, customerId: 0, priority, since })
  const direct = adsThrough(null)
  const seen = new Map<string, SeenAccount>()
  const ids = await direct.accessibleCustomers()
  for (const account of await someAtOnce(ids, (id) => readDirectly(direct, id)))
    seen.set(account.googleCustomerId, account)
  const roots = [...seen.values()].filter((account) => account.isManager)
  const visited = new Set<string>()
  for (const root of roots)
    await walkBelow(adsThrough(root.googleCustomerId), root.googleCustomerId, seen, visited)
  return seen
}

/** In the order of `ids`. */
async function someAtOnce<T>(ids: readonly string[], ask: (id: string) => Promise<T>) {
  const answers: T[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE)
    answers.push(...(await Promise.all(ids.slice(start, start + AT_ONCE).map(ask))))
  return answers
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

/** Level by level. An account already known directly keeps its direct access and learns its parent. */
async function walkBelow(
  ads: GoogleAds,
  rootId: string,
  seen: Map<string, SeenAccount>,
  visited: Set<string>,
): Promise<void> {
  for (let level = [rootId]; level.length > 0; ) {
    const asked = [...new Set(level)]
      .filter((id) => !visited.has(id))
      .slice(0, MOST_MANAGERS - visited.size)
    for (const id of asked) visited.add(id)
    const answers = await someAtOnce(asked, (id) => readChildren(ads, id))
    level = []
    for (const { managerId, rows, refusal } of answers) {
      const manager = seen.get(managerId)
      if (refusal && manager) seen.set(managerId, { ...manager, refusal })
      // Another root may still lead there.
      if (refusal) visited.delete(managerId)
      for (const child of rows) {
        placeChild(seen, child, { rootId, managerId })
        if (child.manager) level.push(child.id)
      }
    }
  }
}

function placeChild(
  seen: Map<string, SeenAccount>,
  child: Child,
  { rootId, managerId }: { rootId: string; managerId: string },
): void {
  const known = seen.get(child.id)
  if (known && !known.parentId && child.id !== rootId)
    seen.set(child.id, placedBelow(managerId, known, child))
  if (!known) seen.set(child.id, toSeen(child, { loginCustomerId: rootId, parentId: managerId }))
}

/** Of one that cannot be read its manager knows more than it says itself. */
function placedBelow(parentId: string, known: SeenAccount, told: Told): SeenAccount {
  const { refusal, loginCustomerId } = known
  if (!refusal) return { ...known, parentId }
  return { ...toSeen(told, { loginCustomerId, parentId }), refusal }
}

type Child = NonNullable<AdsRow['customerClient']> & { id: string }
type Children = { managerId: string; rows: Child[]; refusal: AccessRefusal | null }

/** One manager that Google closes must not close the others. */
async function readChildren(ads: GoogleAds, managerId: string): Promise<Children> {
  try {
    const rows = await ads.search(managerId, ACCOUNT_QUERIES.children)
    const children = rows.flatMap(({ customerClient: child }) =>
      child?.id && child.id !== managerId && !child.hidden ? { ...child, id: child.id } : [],
    )
    return { managerId, rows: children, refusal: null }
  } catch (error) {
    const refusal = refusalOfAccount(error)
    if (!refusal) throw error
    return { managerId, rows: [], refusal }
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
    isTest: account.testAccount ?? false,
    currencyCode: account.currencyCode ?? null,
    timeZone: knownZone(account.timeZone ?? 'UTC'),
    refusal: closed ? 'closed' : null,
    ...place,
  }
}
