import type { GoogleAccount } from '#features/accounts/contract.ts'
import { AccountsPage } from '#features/accounts/ui/accounts-page.tsx'
import { SyncStatus } from '#features/sync/ui/sync-status.tsx'

/** Both addresses show the connected accounts. */
export function OverviewScreen() {
  return <AccountsPage title="Overview" statusOf={statusOf} />
}

export function AccountsScreen() {
  return <AccountsPage title="Connected Accounts" statusOf={statusOf} />
}

function statusOf(account: GoogleAccount) {
  if (account.source === 'imported') {
    return <p className="min-h-9 text-sm text-ink-muted">Creada con informes descargados</p>
  }
  return <SyncStatus customerId={account.accountId} lastSyncedAt={account.lastSyncedAt} />
}
