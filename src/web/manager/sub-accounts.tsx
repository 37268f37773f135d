import { useQuery } from '@tanstack/react-query'
import type { GoogleAccount } from '#features/accounts/contract.ts'
import { accountsBelowManager } from '#features/accounts/ui/account-tree.ts'
import { listPortfolio } from '#features/performance/contract/portfolio.ts'
import { listAlerts } from '#features/watch/contract/alerts.ts'
import { listPaces } from '#features/watch/contract/pace.ts'
import { Card } from '#kit/components/card.tsx'
import { DataTable } from '#kit/components/data-table.tsx'
import { DataTableSkeleton } from '#kit/components/data-table-skeleton.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { ToolsBesideTitle } from '#kit/components/tools-place.tsx'
import { loadErrorText } from '#kit/error-text.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { useTableView } from '#kit/table-view.ts'
import { integer, money, plural, quantity } from '#shared/spanish-numbers.ts'
import { type SubAccount, subAccountsOf, totalsByCurrency } from './sub-account.ts'
import { SUB_ACCOUNT_COLUMNS } from './sub-account-columns.tsx'

/** A manager account's page: Google gives managers no metrics, so it adds up the accounts on every level below it. */
export function SubAccounts(props: { manager: GoogleAccount; all: readonly GoogleAccount[] }) {
  const { manager, all } = props
  const accounts = accountsBelowManager(all, manager.accountId)
  if (accounts.length === 0) {
    return (
      <Card>
        <EmptyState title="Esta cuenta MCC no tiene subcuentas conectadas">
          Una cuenta de administrador no tiene métricas propias.
        </EmptyState>
      </Card>
    )
  }
  return <Figures accounts={accounts} />
}

function Figures({ accounts }: { accounts: readonly GoogleAccount[] }) {
  const portfolio = useQuery(queryOf(listPortfolio, {}))
  // What is odd, and how the month runs, add to the table and do not hold it up.
  const alerts = useQuery(queryOf(listAlerts, {}))
  const paces = useQuery(queryOf(listPaces, {}))
  if (portfolio.isPending)
    return (
      <Card>
        <DataTableSkeleton label="Cargando subcuentas" />
      </Card>
    )
  if (!portfolio.data)
    return (
      <Card>
        <ErrorPanel
          message={loadErrorText(portfolio.error, 'la carga de las subcuentas')}
          onRetry={() => void portfolio.refetch()}
        />
      </Card>
    )
  const odd = alerts.data ? [...alerts.data.alerts, ...alerts.data.pace] : []
  const rows = subAccountsOf(accounts, portfolio.data, odd, paces.data)
  return (
    <div className="flex flex-col gap-3">
      <Totals rows={rows} />
      <Table rows={rows} />
    </div>
  )
}

/** 'EUR 13.748,82 € · 695 conv. · 19,78 €', a line for each currency. */
function Totals({ rows }: { rows: readonly SubAccount[] }) {
  return (
    <Card className="grid gap-px overflow-hidden bg-line sm:grid-cols-[repeat(auto-fit,minmax(24rem,1fr))]">
      {totalsByCurrency(rows).map(({ currencyCode, accounts, unread, spend, conversions }) => (
        <dl key={currencyCode} className="tabular flex flex-col bg-surface px-4 py-2.5 md:px-5">
          <dt className="text-xs text-ink-muted">
            {currencyCode} · {plural(accounts, 'subcuenta', 'subcuentas')} · 30 días
            {unread > 0 && ` · ${integer(unread)} aún sin leer`}
          </dt>
          <dd className="text-lg leading-6 font-semibold">
            {unread === accounts ? '—' : money(spend, currencyCode)}
            {unread < accounts && (
              <span className="text-sm font-normal text-ink-muted">
                {' '}
                · {quantity(conversions)} conv.
                {conversions > 0 && ` · ${money(spend / conversions, currencyCode)} cada una`}
              </span>
            )}
          </dd>
        </dl>
      ))}
    </Card>
  )
}

function Table({ rows }: { rows: readonly SubAccount[] }) {
  const view = useTableView()
  return (
    <ToolsBesideTitle>
      {(tools) => (
        <Section
          isDense
          actions={tools}
          title="Subcuentas"
          description="Últimos 30 días, cada una en su moneda; lo que más atención pide primero"
        >
          <DataTable
            title="Subcuentas"
            singular="subcuenta"
            columns={SUB_ACCOUNT_COLUMNS}
            rows={rows}
            rowKey={({ account }) => account.accountId}
            rowHref={({ account }) => paths.account(account.accountId)}
            currencyCode={rows[0]?.account.currencyCode ?? 'EUR'}
            view={view}
            defaultOrder={BY_NEED}
            searchText={NAME_AND_ID}
            searchLabel="Buscar subcuentas..."
            empty="No hay subcuentas para mostrar"
          />
        </Section>
      )}
    </ToolsBesideTitle>
  )
}

const BY_NEED = (a: SubAccount, b: SubAccount) => a.rank - b.rank
const NAME_AND_ID = ({ account }: SubAccount) => `${account.accountName} ${account.accountId}`
