import { type ReactNode, Suspense } from 'react'
import { type GoogleAccount, OAUTH_START_PATH } from '#features/accounts/contract.ts'
import { AccountBadges } from '#features/accounts/ui/account-badges.tsx'
import { accountIdText } from '#features/accounts/ui/account-tree.ts'
import { accountToday, choosing } from '#features/performance/ui/account-range.ts'
import { COMPARISONS, type Compare } from '#features/performance/ui/comparison.ts'
import { DateRangeControl, rangeText } from '#features/performance/ui/date-range-control.tsx'
import { startOfTables, useSelection } from '#features/performance/ui/selection.ts'
import { SyncButton } from '#features/sync/ui/sync-button.tsx'
import { SyncStatus } from '#features/sync/ui/sync-status.tsx'
import { Badge } from '#kit/components/badge.tsx'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { Button, buttonClass } from '#kit/components/button.tsx'
import { Select } from '#kit/components/select.tsx'
import { late } from '#kit/late.tsx'
import { useUrlState } from '#kit/url-state.ts'
import type { DayRange } from '#shared/dates.ts'
import { timeAgo } from '#shared/spanish-numbers.ts'

const AssistantDialog = late(() =>
  import('#features/assistant/ui/assistant-dialog.tsx').then((module) => module.AssistantDialog),
)

type AccountHeaderProps = {
  account: GoogleAccount
  range: DayRange
  compare: Compare
  now: Date
}

/** Who the account is, how fresh its data is, and which days the page shows; managers have no data. */
export function AccountHeader({ account, range, compare, now }: AccountHeaderProps) {
  const isManager = account.accountType === 'MCC'
  const isLive = account.source === 'google' && account.connected && !isManager
  return (
    <header
      className={`${isManager ? 'mb-3' : 'mb-3 min-[85rem]:mb-1'} flex flex-wrap items-center justify-between gap-x-6 gap-y-2`}
    >
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1
            title={account.accountName}
            className="line-clamp-2 text-xl leading-7 font-semibold tracking-tight wrap-anywhere"
          >
            {account.accountName}
          </h1>
          <p className="tabular text-sm text-ink-faint">
            {accountIdText(account)} · {account.currencyCode}
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-x-2">
          <span className="flex shrink-0 flex-wrap gap-2">
            {account.accountType === 'STANDARD' && <Badge>Estándar</Badge>}
            <AccountBadges account={account} />
          </span>
          {(!isManager || !account.connected) && (
            <div className="min-w-0 max-w-96 flex-auto max-sm:basis-full">
              <Freshness account={account} now={now} />
            </div>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-[22rem]:grid-cols-1">
        {!isManager && <Assistant customerId={account.accountId} />}
        {isLive && <SyncButton customerId={account.accountId} />}
        {!isManager && account.granularity === 'day' && <CompareSelect compare={compare} />}
        {!isManager && <Range account={account} range={range} now={now} />}
      </div>
    </header>
  )
}

function Freshness({ account, now }: { account: GoogleAccount; now: Date }) {
  if (account.source === 'imported') {
    return (
      <Muted>
        Creada con informes descargados
        {isWatched(account, now)
          ? ''
          : '. Sin avisos de cifras fuera de lo normal: harían falta datos por días hasta anteayer'}
      </Muted>
    )
  }
  if (account.connected) {
    return (
      <SyncStatus
        customerId={account.accountId}
        lastSyncedAt={account.lastSyncedAt}
        isLater={account.lastSyncedAt !== null}
      />
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Muted>
        {account.lastSyncedAt
          ? `Actualizado ${timeAgo(new Date(account.lastSyncedAt), now)}`
          : 'Todavía sin datos'}
      </Muted>
      <a href={OAUTH_START_PATH} className={buttonClass('secondary', 'sm')}>
        Volver a conectar
      </a>
    </div>
  )
}

/** Files that end days ago, or have no days, say nothing of now. */
function isWatched({ granularity, dataTo }: GoogleAccount, now: Date): boolean {
  const day = new Date(now.getTime() - STALE_AFTER_MS).toISOString().slice(0, 10)
  return granularity === 'day' && dataTo !== null && dataTo >= day
}

const STALE_AFTER_MS = 3 * 86_400_000

/** Which of its tabs is open lives in the address, so that it can be shared. */
function Assistant({ customerId }: { customerId: string }) {
  const { params, change } = useUrlState()
  const { adGroupId } = useSelection()
  const tab = params.get('ask')
  const show = (ask: string | null) => change({ ask }, { replace: tab !== null })
  return (
    <>
      <Button onClick={() => show('question')}>Pregunta a tus datos</Button>
      {tab && (
        <BlockBoundary>
          <Suspense>
            <AssistantDialog
              customerId={customerId}
              adGroupId={adGroupId}
              tab={tab}
              onTab={show}
              onClose={() => show(null)}
            />
          </Suspense>
        </BlockBoundary>
      )}
    </>
  )
}

function CompareSelect({ compare }: { compare: Compare }) {
  const { change } = useUrlState()
  return (
    <Select
      label="Comparar con"
      hideLabel
      className="max-w-full"
      value={compare}
      onChange={({ target }) =>
        change({ compare: target.value === 'previous' ? null : target.value }, { replace: true })
      }
    >
      {Object.entries(COMPARISONS).map(([name, { choice }]) => (
        <option key={name} value={name}>
          Comparar: {choice.toLowerCase()}
        </option>
      ))}
    </Select>
  )
}

function Range({ account, range, now }: { account: GoogleAccount; range: DayRange; now: Date }) {
  const { change } = useUrlState()
  if (account.granularity === 'period') {
    const { dataFrom, dataTo } = account
    if (!dataFrom || !dataTo) return null
    return (
      <p className="text-sm text-ink-muted">
        Periodo del informe:{' '}
        <span className="tabular font-medium text-ink">
          {rangeText({ from: dataFrom, to: dataTo })}
        </span>
      </p>
    )
  }
  return (
    <DateRangeControl
      customerId={account.accountId}
      value={range}
      today={accountToday(account, now)}
      onChoose={(choice) => change({ ...choosing(choice), ...startOfTables() })}
    />
  )
}

function Muted({ children }: { children: ReactNode }) {
  return <p className="text-sm text-ink-muted">{children}</p>
}
