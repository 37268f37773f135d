import { AccountBadges } from '#features/accounts/ui/account-badges.tsx'
import { accountIdText } from '#features/accounts/ui/account-tree.ts'
import { SyncStatus } from '#features/sync/ui/sync-status.tsx'
import { Sparkline } from '#kit/components/sparkline.tsx'
import type { Column } from '#kit/table-rows.ts'
import { money, quantity } from '#shared/spanish-numbers.ts'
import { PaceMark, paceText } from './pace-mark.tsx'
import { amountInCurrency, type SubAccount } from './sub-account.ts'

/** Amounts are each in the currency of their account, and sorted within it. */
export const SUB_ACCOUNT_COLUMNS: readonly Column<SubAccount>[] = [
  {
    id: 'name',
    title: 'Cuenta',
    kind: 'text',
    value: ({ account }) => account.accountName,
    cell: ({ account, attention, pace }) => (
      <span className="block lg:min-w-44 lg:py-2">
        <span
          className="line-clamp-2 font-medium wrap-anywhere"
          title={`${account.accountName} · ${accountIdText(account)}`}
        >
          {account.accountName}
        </span>
        {account.hasSyncNews && account.connected ? (
          // In the place of the number, which then is at hand by pointing: a row has room for two lines.
          <SyncStatus customerId={account.accountId} lastSyncedAt={account.lastSyncedAt} />
        ) : (
          <span className="tabular flex flex-wrap items-center gap-x-2 text-xs text-ink-faint">
            {accountIdText(account)} · {account.currencyCode}
            {!account.connected && <AccountBadges account={account} />}
          </span>
        )}
        {/* A card has no room for them among the figures. */}
        <span className="line-clamp-4 text-sm font-normal text-ink wrap-anywhere lg:hidden">
          {attention}
        </span>
        {pace && (
          <span className="tabular block text-xs font-normal text-ink-muted xl:hidden">
            Este mes {paceText(pace, account.currencyCode)}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'attention',
    title: 'Qué pide atención',
    kind: 'text',
    value: ({ attention }) => attention,
    sortValue: ({ rank }) => rank,
    cell: ({ attention, pending }) =>
      attention ? (
        <span
          className="line-clamp-3 max-w-80 whitespace-normal lg:line-clamp-2 lg:min-w-56"
          title={attention}
        >
          {attention}
        </span>
      ) : (
        <span className="text-ink-faint">{pending === null ? '—' : 'Nada'}</span>
      ),
  },
  {
    id: 'spend',
    title: 'Gasto',
    kind: 'money',
    isLead: true,
    value: ({ spend }) => spend,
    sortValue: (row) => amountInCurrency(row.spend, row),
    cell: ({ spend, account, spendChange }) => (
      <span className="lg:whitespace-nowrap">
        {spend === null ? '—' : money(spend, account.currencyCode)}
        <span className="block text-xs text-ink-faint">{spendChange}</span>
      </span>
    ),
  },
  {
    id: 'conversions',
    title: 'Conversiones',
    kind: 'quantity',
    isLead: true,
    value: ({ conversions }) => conversions,
    cell: ({ conversions }) => (conversions === null ? '—' : quantity(conversions)),
  },
  {
    id: 'cpa',
    title: 'Coste/conv.',
    kind: 'money',
    value: ({ costPerConversion }) => costPerConversion,
    sortValue: (row) => amountInCurrency(row.costPerConversion, row),
    cell: ({ costPerConversion, account }) =>
      costPerConversion === null ? '—' : money(costPerConversion, account.currencyCode),
  },
  {
    id: 'trend',
    title: 'Gasto por día',
    kind: 'text',
    value: () => null,
    cell: ({ days }) => (
      <span className="block w-24">
        <Sparkline values={days} className="h-6 text-ink-faint" />
      </span>
    ),
    sortable: false,
    isDrawing: true,
    hideBelow: '2xl',
  },
  {
    id: 'pace',
    title: 'Ritmo del mes',
    kind: 'text',
    value: ({ pace, account }) => (pace ? paceText(pace, account.currencyCode) : null),
    cell: ({ pace, account }) =>
      pace ? <PaceMark pace={pace} currencyCode={account.currencyCode} /> : '—',
    sortable: false,
    hideBelow: 'xl',
  },
  {
    id: 'pending',
    title: 'Pendientes',
    kind: 'count',
    isLead: true,
    value: ({ pending }) => pending,
  },
]
