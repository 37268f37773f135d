import type { AccessRefusal } from '#platform/google-ads/access-refusals.ts'

/** An account that a Google identity can see. Ids are Google's ten digits. */
export type SeenAccount = {
  googleCustomerId: string
  name: string
  isManager: boolean
  /** Never shows an advertisement, and has no figures. */
  isTest: boolean
  /** Null where Google does not say it, as of a closed account. */
  currencyCode: string | null
  timeZone: string
  /** The manager to name in requests; null for direct access, which is preferred. */
  loginCustomerId: string | null
  parentId: string | null
  /** Why Google does not let it be read; null when it can be added. */
  refusal: AccessRefusal | null
}

export type Hierarchy = ReadonlyMap<string, SeenAccount>

/** Accounts with data: what a user can add. */
export function leavesOf(hierarchy: Hierarchy): SeenAccount[] {
  return [...hierarchy.values()].filter((account) => !account.isManager)
}

/** The managers above the given accounts, every level once. */
export function managersAbove(
  hierarchy: Hierarchy,
  accounts: readonly SeenAccount[],
): SeenAccount[] {
  const managers = new Map<string, SeenAccount>()
  for (const account of accounts) {
    let parent = account.parentId ? hierarchy.get(account.parentId) : undefined
    while (parent && !managers.has(parent.googleCustomerId)) {
      managers.set(parent.googleCustomerId, parent)
      parent = parent.parentId ? hierarchy.get(parent.parentId) : undefined
    }
  }
  return [...managers.values()]
}

type Placed = {
  googleCustomerId: string
  parentGoogleCustomerId: string | null
  isManager: boolean
  connected: boolean
}

/** An account and everything below it. */
function withDescendants<A extends Placed>(accounts: readonly A[], top: A): A[] {
  const below = accounts.filter(
    (account) => account.parentGoogleCustomerId === top.googleCustomerId && account !== top,
  )
  return [top, ...below.flatMap((child) => withDescendants(accounts, child))]
}

/** What is disconnected with an account; what was so before is erased when it was said that it would be. */
export function leavingWith<A extends Placed & { disconnectedAt: Date | null }>(
  accounts: readonly A[],
  top: A,
): A[] {
  return withDescendants(accounts, top).filter(({ disconnectedAt }) => disconnectedAt === null)
}

/** Managers that have no connected account below them any more. */
export function idleManagers<A extends Placed>(accounts: readonly A[]): A[] {
  return accounts.filter(
    (account) =>
      account.isManager &&
      !withDescendants(accounts, account).some((below) => !below.isManager && below.connected),
  )
}
