type Account = { customerId: number }

/**
 * Who must go when a plan allows `limit` accounts (null: all stay): the chosen stay first, then those connected
 * longest. `accounts` come in the order they were connected.
 */
export function leavingAccounts<A extends Account>(
  accounts: readonly A[],
  limit: number | null,
  chosen: readonly number[] | null,
): A[] {
  if (limit === null || accounts.length <= limit) return []
  const isChosen = (account: A) => chosen?.includes(account.customerId) ?? false
  const staying = [...accounts.filter(isChosen), ...accounts.filter((a) => !isChosen(a))]
  return staying.slice(limit)
}
