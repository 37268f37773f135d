import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { classes } from '#kit/class-names.ts'
import { Card } from '#kit/components/card.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Tabs } from '#kit/components/tabs.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { type GoogleAccount, listAccounts } from '../contract.ts'
import { AccountCard, AccountCardSkeleton } from './account-card.tsx'
import { type AccountTree, accountTree, type ManagerBranch } from './account-tree.ts'
import { ConnectActions } from './connect-actions.tsx'
import { ManagerBlock } from './manager-block.tsx'

const ConnectBanners = lazy(() =>
  import('./connect-banners.tsx').then((module) => ({ default: module.ConnectBanners })),
)

const NoAccounts = lazy(() =>
  import('./no-accounts.tsx').then((module) => ({ default: module.NoAccounts })),
)
const NoneOfThisType = lazy(() =>
  import('./no-accounts.tsx').then((module) => ({ default: module.NoneOfThisType })),
)

type StatusOf = (account: GoogleAccount) => ReactNode
type TabId = 'all' | 'standard' | 'mcc'

/** The connected accounts; `statusOf` draws how fresh an account's data is. */
export function AccountsPage(props: {
  title: string
  statusOf: StatusOf
  /** Stands above the list, and before it is there, unless there are no accounts. */
  top?: ReactNode
  /** Stands between both when there are accounts. */
  above?: (accounts: GoogleAccount[]) => ReactNode
}) {
  const { title, statusOf, top, above } = props
  const [search] = useSearchParams()
  const isBackFromGoogle = search.has('connected') || search.has('connect_error')
  const accounts = useQuery(queryOf(listAccounts, {}))
  return (
    <div className={classes('page flex flex-col', top ? 'gap-3' : 'gap-5')}>
      <title>{`${title} · Pujante`}</title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className={top ? 'font-medium text-ink-muted' : 'text-xl font-semibold'}>{title}</h1>
        <ConnectActions />
      </header>
      {isBackFromGoogle && (
        <Suspense>
          <ConnectBanners />
        </Suspense>
      )}
      {accounts.data?.length !== 0 && top}
      {accounts.isPending ? (
        <div className={gridClass} aria-busy="true" aria-label="Cargando las cuentas" role="status">
          {[1, 2, 3].map((place) => (
            <AccountCardSkeleton key={place} />
          ))}
        </div>
      ) : accounts.isError ? (
        <Card>
          <ErrorPanel
            title="Error al obtener cuentas"
            message={errorText(accounts.error)}
            onRetry={() => accounts.refetch()}
          />
        </Card>
      ) : accounts.data.length === 0 ? (
        <Suspense>
          <NoAccounts />
        </Suspense>
      ) : (
        <>
          {above?.(accounts.data)}
          <AccountTabs accounts={accounts.data} statusOf={statusOf} />
        </>
      )}
    </div>
  )
}

function AccountTabs({ accounts, statusOf }: { accounts: GoogleAccount[]; statusOf: StatusOf }) {
  const [search, setSearch] = useSearchParams()
  const tree = accountTree(accounts)
  const selected = toTab(search.get('tab'))
  const select = (tab: TabId) =>
    setSearch(
      (current) => {
        current.set('tab', tab)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  const tabs = [
    { id: 'all', label: 'Todas las Cuentas', count: accounts.length },
    { id: 'standard', label: 'Cuentas Estándar', count: tree.standard.length },
    { id: 'mcc', label: 'Cuentas MCC', count: tree.managers.length },
  ] as const
  return (
    <Tabs label="Tipo de cuenta" tabs={tabs} selected={selected} onSelect={select}>
      <TreeList tree={ofTab(tree, selected)} statusOf={statusOf} />
    </Tabs>
  )
}

function TreeList({ tree, statusOf }: { tree: AccountTree<GoogleAccount>; statusOf: StatusOf }) {
  if (tree.standard.length + tree.managers.length === 0) {
    return (
      <Suspense>
        <NoneOfThisType />
      </Suspense>
    )
  }
  return (
    <div className="flex flex-col gap-4 pt-4">
      {tree.standard.length > 0 && (
        <CardGrid accounts={tree.standard} heading="h2" statusOf={statusOf} />
      )}
      {tree.managers.map((branch) => (
        <Branch key={branch.manager.accountId} branch={branch} statusOf={statusOf} />
      ))}
    </div>
  )
}

function Branch(props: { branch: ManagerBranch<GoogleAccount>; statusOf: StatusOf }) {
  const { branch, statusOf } = props
  return (
    <ManagerBlock branch={branch}>
      <div className="flex flex-col gap-4">
        {branch.accounts.length > 0 && (
          <CardGrid accounts={branch.accounts} heading="h3" statusOf={statusOf} />
        )}
        {branch.managers.map((inner) => (
          <Branch key={inner.manager.accountId} branch={inner} statusOf={statusOf} />
        ))}
      </div>
    </ManagerBlock>
  )
}

function CardGrid(props: { accounts: GoogleAccount[]; heading: 'h2' | 'h3'; statusOf: StatusOf }) {
  const { accounts, heading, statusOf } = props
  return (
    <div className={gridClass}>
      {accounts.map((account) => (
        <AccountCard
          key={account.accountId}
          account={account}
          heading={heading}
          status={statusOf(account)}
        />
      ))}
    </div>
  )
}

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3 md:gap-4'

function toTab(text: string | null): TabId {
  return text === 'standard' || text === 'mcc' ? text : 'all'
}

function ofTab(tree: AccountTree<GoogleAccount>, tab: TabId): AccountTree<GoogleAccount> {
  return {
    standard: tab === 'mcc' ? [] : tree.standard,
    managers: tab === 'standard' ? [] : tree.managers,
  }
}
