import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { classes } from '#kit/class-names.ts'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { Card } from '#kit/components/card.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { WhenSettled } from '#kit/components/when-settled.tsx'
import { errorText } from '#kit/error-text.ts'
import { late, Nothing } from '#kit/late.tsx'
import { queryOf } from '#kit/query.ts'
import { useSearchParams } from '#kit/router/router.tsx'
import { type GoogleAccount, listAccounts } from '../contract.ts'
import { CardsSkeleton } from './cards-skeleton.tsx'
import { ConnectActions } from './connect-actions.tsx'

const ConnectBanners = late(
  () => import('./connect-banners.tsx').then((module) => module.ConnectBanners),
  Nothing,
)

const NoAccounts = late(() => import('./no-accounts.tsx').then((module) => module.NoAccounts))

const LOAD_FAILED = 'Error al obtener cuentas'

/** The connected accounts, below what waits for a decision where the page begins with it. */
export function AccountsPage(props: {
  title: string
  /** Stands above the list, and before it is there, unless there are no accounts. */
  top?: ReactNode
  listOf: (accounts: GoogleAccount[]) => ReactNode
  /** What will stand here, while there is no account. */
  example?: ReactNode
}) {
  const { title, top, listOf, example } = props
  const [search] = useSearchParams()
  const isBackFromGoogle = search.has('connected') || search.has('connect_error')
  const accounts = useQuery(queryOf(listAccounts, {}))
  return (
    <div className={classes('page relative flex flex-col', top ? 'gap-2' : 'gap-4')}>
      <title>{`${title} · Pujante`}</title>
      {/* Beside the title of what waits for a decision, the actions take no height of their own; a phone has them in its menu. */}
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className={top ? 'text-xs text-ink-muted' : 'text-xl font-semibold'}>{title}</h1>
        {accounts.data?.length !== 0 && (
          <div
            className={classes(
              Boolean(top) && 'hidden sm:block',
              Boolean(top) && !isBackFromGoogle && 'lg:absolute lg:top-4 lg:right-8',
            )}
          >
            <ConnectActions />
          </div>
        )}
      </header>
      {isBackFromGoogle && (
        <Suspense>
          <ConnectBanners />
        </Suspense>
      )}
      {accounts.data?.length !== 0 && top}
      {accounts.isError && accounts.data && (
        <CacheNote message={`${LOAD_FAILED}.`} onRetry={() => void accounts.refetch()} />
      )}
      {accounts.isPending ? (
        !top && <CardsSkeleton />
      ) : !accounts.data ? (
        <Card>
          <ErrorPanel
            title={LOAD_FAILED}
            message={errorText(accounts.error)}
            onRetry={() => accounts.refetch()}
          />
        </Card>
      ) : accounts.data.length === 0 ? (
        <Suspense>
          <NoAccounts example={example} />
        </Suspense>
      ) : top ? (
        <WhenSettled>
          <Suspense>{listOf(accounts.data)}</Suspense>
        </WhenSettled>
      ) : (
        <Suspense fallback={<CardsSkeleton />}>{listOf(accounts.data)}</Suspense>
      )}
    </div>
  )
}
