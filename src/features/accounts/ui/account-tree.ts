import { customerIdText } from '#shared/customer-id-text.ts'
import { spanishOrder } from '#shared/spanish-order.ts'
import type { GoogleAccount } from '../contract.ts'

/** What the tree needs to know of an account, connected or offered. */
export type TreeAccount = {
  accountId: string
  accountName: string
  accountType: 'STANDARD' | 'MCC'
  parentAccountId: string | null
}

/** Standard accounts on their own, and managers with everything below them. */
export type AccountTree<A extends TreeAccount> = {
  standard: A[]
  managers: ManagerBranch<A>[]
}

/** A manager's accounts and the managers under it, by name. */
export type ManagerBranch<A extends TreeAccount> = {
  manager: A
  accounts: A[]
  managers: ManagerBranch<A>[]
}

/** Every account appears once; one whose manager is not in the list stands at the top. */
export function accountTree<A extends TreeAccount>(accounts: readonly A[]): AccountTree<A> {
  const managerIds = new Set(accounts.filter(isManager).map((account) => account.accountId))
  const parentOf = (account: A) =>
    account.parentAccountId !== null && managerIds.has(account.parentAccountId)
      ? account.parentAccountId
      : null
  const placed = new Set<A>()
  const childrenOf = (parentId: string | null) =>
    accounts
      .filter((account) => parentOf(account) === parentId && !placed.has(account))
      .sort(byName)
  const branch = (manager: A): ManagerBranch<A> => {
    placed.add(manager)
    const children = childrenOf(manager.accountId)
    for (const child of children) placed.add(child)
    return {
      manager,
      accounts: children.filter((child) => !isManager(child)),
      managers: children.filter(isManager).map(branch),
    }
  }
  const top = childrenOf(null)
  return {
    standard: top.filter((account) => !isManager(account)),
    managers: top.filter(isManager).map(branch),
  }
}

/** The tree as lines with their indentation: standard accounts first, then each manager's. */
export function treeLines<A extends TreeAccount>(
  tree: AccountTree<A>,
): { account: A; depth: number }[] {
  return [
    ...tree.standard.map((account) => ({ account, depth: 0 })),
    ...tree.managers.flatMap((branch) => branchLines(branch, 0)),
  ]
}

/** Accounts with data anywhere below a manager. */
export function accountsBelow<A extends TreeAccount>(branch: ManagerBranch<A>): A[] {
  return [...branch.accounts, ...branch.managers.flatMap(accountsBelow)]
}

/** The same, by the manager's id; none where it is not listed. */
export function accountsBelowManager<A extends TreeAccount>(
  accounts: readonly A[],
  managerId: string,
): A[] {
  const branch = branchesOf(accountTree(accounts).managers).find(
    ({ manager }) => manager.accountId === managerId,
  )
  return branch ? accountsBelow(branch) : []
}

/** Google's id as Google shows it; an imported account has none, and ours must not look like one. */
export function accountIdText(account: Pick<GoogleAccount, 'accountId' | 'source'>): string {
  return account.source === 'imported' ? 'Sin ID de Google Ads' : customerIdText(account.accountId)
}

function branchesOf<A extends TreeAccount>(branches: ManagerBranch<A>[]): ManagerBranch<A>[] {
  return branches.flatMap((branch) => [branch, ...branchesOf(branch.managers)])
}

function branchLines<A extends TreeAccount>(
  branch: ManagerBranch<A>,
  depth: number,
): { account: A; depth: number }[] {
  return [
    { account: branch.manager, depth },
    ...branch.accounts.map((account) => ({ account, depth: depth + 1 })),
    ...branch.managers.flatMap((inner) => branchLines(inner, depth + 1)),
  ]
}

function isManager(account: TreeAccount): boolean {
  return account.accountType === 'MCC'
}

function byName(a: TreeAccount, b: TreeAccount): number {
  return spanishOrder.compare(a.accountName, b.accountName) || (a.accountId < b.accountId ? -1 : 1)
}
