import { Suspense } from 'react'
import { AccountsPage } from '#features/accounts/ui/accounts-page.tsx'
import { Inbox } from '#features/recommendations/ui/inbox/inbox.tsx'
import { AlertsPlace } from '#features/watch/ui/alerts-place.tsx'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { onceSettled } from '#kit/components/when-settled.tsx'
import { late, Nothing } from '#kit/late.tsx'

const AccountLists = late(() => import('./account-lists.tsx').then((module) => module.AccountLists))

// What the first view has no room for; its place is kept.
const AlertsBlock = late(() =>
  onceSettled()
    .then(() => import('#features/watch/ui/alerts-block.tsx'))
    .then((module) => module.AlertsBlock),
)

const InboxExample = late(
  () =>
    import('#features/recommendations/ui/inbox/inbox-example.tsx').then(
      (module) => module.InboxExample,
    ),
  Nothing,
)

/** Both addresses show the connected accounts; the first begins with what waits for a decision. */
export function OverviewScreen() {
  return (
    <AccountsPage
      title="Overview"
      example={
        <Suspense>
          <InboxExample />
        </Suspense>
      }
      top={
        <BlockBoundary>
          <Inbox
            alerts={(count) => (
              <Suspense fallback={<AlertsPlace count={count} />}>
                <AlertsBlock expected={count} />
              </Suspense>
            )}
          />
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
