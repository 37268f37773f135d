import type { GoogleAccount } from '#features/accounts/contract.ts'
import { AccountTabs } from '#features/accounts/ui/account-tabs.tsx'
import { SyncStatus } from '#features/sync/ui/sync-status.tsx'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { PortfolioBlock } from './portfolio-block.tsx'

/** The accounts by their type; on the overview below their figures of 30 days. */
export function AccountLists(props: { accounts: GoogleAccount[]; withPortfolio: boolean }) {
  const { accounts, withPortfolio } = props
  // Managers have no numbers of their own.
  const measured = accounts.filter(({ accountType }) => accountType === 'STANDARD')
  return (
    <>
      {withPortfolio && measured.length > 0 && (
        <BlockBoundary>
          <PortfolioBlock accounts={measured.length} />
        </BlockBoundary>
      )}
      <AccountTabs accounts={accounts} statusOf={statusOf} />
    </>
  )
}

function statusOf(account: GoogleAccount) {
  if (account.source === 'imported') {
    return <p className="min-h-9 text-sm text-ink-muted">Creada con informes descargados</p>
  }
  const { accountId, lastSyncedAt, hasSyncNews } = account
  return <SyncStatus customerId={accountId} lastSyncedAt={lastSyncedAt} isResting={!hasSyncNews} />
}
