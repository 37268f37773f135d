import { lazy } from 'react'
import { AccountsPage } from '#features/accounts/ui/accounts-page.tsx'
import { Inbox } from '#features/recommendations/ui/inbox/inbox.tsx'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'

const AccountLists = lazy(() =>
  import('./account-lists.tsx').then((module) => ({ default: module.AccountLists })),
)

/** Both addresses show the connected accounts; the first begins with what waits for a decision. */
export function OverviewScreen() {
  return (
    <AccountsPage
      title="Overview"
      top={
        <BlockBoundary>
          <Inbox />
        </BlockBoundary>
      }
      listOf={(accounts) => <AccountLists accounts={accounts} withPortfolio />}
    />
  )
}

export function AccountsScreen() {
  return (
    <AccountsPage
      title="Connected Accounts"
      listOf={(accounts) => <AccountLists accounts={accounts} withPortfolio={false} />}
    />
  )
}
