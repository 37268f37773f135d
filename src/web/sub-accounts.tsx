import type { GoogleAccount } from '#features/accounts/contract.ts'
import { AccountCard } from '#features/accounts/ui/account-card.tsx'
import { SyncStatus } from '#features/sync/ui/sync-status.tsx'
import { Card } from '#kit/components/card.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'

/** A manager account's page: Google gives managers no metrics, so it leads to its sub-accounts. */
export function SubAccounts(props: { manager: GoogleAccount; all: readonly GoogleAccount[] }) {
  const { manager, all } = props
  const children = all.filter((account) => account.parentAccountId === manager.accountId)
  if (children.length === 0) {
    return (
      <Card>
        <EmptyState title="Esta cuenta MCC no tiene subcuentas conectadas">
          Una cuenta de administrador no tiene métricas propias.
        </EmptyState>
      </Card>
    )
  }
  return (
    <section aria-label="Subcuentas">
      <p className="mb-3 text-ink-muted">
        Una cuenta de administrador no tiene métricas propias: están en sus subcuentas.
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3 md:gap-4">
        {children.map((account) => (
          <li key={account.accountId}>
            <AccountCard
              account={account}
              status={
                <SyncStatus customerId={account.accountId} lastSyncedAt={account.lastSyncedAt} />
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
