import { lazy, Suspense, useEffect, useState } from 'react'
import type { GoogleAccount } from '#features/accounts/contract.ts'
import { AccountsPage } from '#features/accounts/ui/accounts-page.tsx'
import { SyncStatus } from '#features/sync/ui/sync-status.tsx'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { WhenSeen } from '#kit/components/when-seen.tsx'
import { PortfolioBlock } from './portfolio-block.tsx'

const PortfolioRecommendations = lazy(() =>
  import('#features/recommendations/ui/portfolio-recommendations.tsx').then((module) => ({
    default: module.PortfolioRecommendations,
  })),
)

/** Both addresses show the connected accounts. */
export function OverviewScreen() {
  return <AccountsPage title="Overview" statusOf={statusOf} above={portfolioOf} />
}

export function AccountsScreen() {
  return <AccountsPage title="Connected Accounts" statusOf={statusOf} />
}

/** After the accounts themselves: the first view must not wait for it. */
function Recommendations() {
  const place = <div className="h-125" />
  if (!useSettled()) return place
  return (
    <WhenSeen placeholder={place}>
      <Suspense fallback={place}>
        <PortfolioRecommendations />
      </Suspense>
    </WhenSeen>
  )
}

/** Managers have no numbers of their own. */
function portfolioOf(accounts: GoogleAccount[]) {
  const measured = accounts.filter(({ accountType }) => accountType === 'STANDARD')
  if (measured.length === 0) return null
  return (
    <>
      <BlockBoundary>
        <PortfolioBlock accounts={measured.length} />
      </BlockBoundary>
      <BlockBoundary>
        <Recommendations />
      </BlockBoundary>
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

const AFTER_MS = 2_000
const SETTLED = 'pujante settled'
const SIGNS = ['scroll', 'pointerdown', 'keydown'] as const

/** False while a page comes up, so that what is not its point does not compete; true soon after, or with the first move. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const settle = () => {
      // Tells what loads later from what the first view needs.
      performance.mark(SETTLED)
      setSettled(true)
    }
    const timer = setTimeout(settle, AFTER_MS)
    for (const sign of SIGNS) window.addEventListener(sign, settle, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) window.removeEventListener(sign, settle)
    }
  }, [])
  return isSettled
}
