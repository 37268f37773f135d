import type { GoogleAccount } from '#features/accounts/contract.ts'
import { AccountsPage } from '#features/accounts/ui/accounts-page.tsx'
import { Inbox } from '#features/recommendations/ui/inbox/inbox.tsx'
import { SyncStatus } from '#features/sync/ui/sync-status.tsx'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { PortfolioBlock } from './portfolio-block.tsx'

/** Both addresses show the connected accounts. */
export function OverviewScreen() {
  return <AccountsPage title="Overview" statusOf={statusOf} top={<Today />} above={portfolioOf} />
}

export function AccountsScreen() {
  return <AccountsPage title="Connected Accounts" statusOf={statusOf} />
}

function Today() {
  return (
    <BlockBoundary>
      <Inbox />
    </BlockBoundary>
  )
}

/** Managers have no numbers of their own. */
function portfolioOf(accounts: GoogleAccount[]) {
  const measured = accounts.filter(({ accountType }) => accountType === 'STANDARD')
  if (measured.length === 0) return null
  return (
    <BlockBoundary>
      <PortfolioBlock accounts={measured.length} />
    </BlockBoundary>
  )
}

function statusOf(account: GoogleAccount) {
  if (account.source === 'imported') {
    return <p className="min-h-9 text-sm text-ink-muted">Creada con informes descargados</p>
  }
  const { accountId, lastSyncedAt, hasSyncNews } = account
  return <SyncStatus customerId={accountId} lastSyncedAt={lastSyncedAt} isResting={!hasSyncNews} />
}
