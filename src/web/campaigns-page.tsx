import { useQueries, useQuery } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { type GoogleAccount, listAccounts } from '#features/accounts/contract.ts'
import { ConnectActions } from '#features/accounts/ui/connect-actions.tsx'
import { getFullData } from '#features/performance/contract/account-views.ts'
import { Button } from '#kit/components/button.tsx'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Select } from '#kit/components/select.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { useUrlState } from '#kit/url-state.ts'
import type { RecentCampaign } from './campaigns/recent-campaign.ts'
import { RecentCampaigns } from './campaigns/recent-campaigns.tsx'
import { useRefresh } from './campaigns/use-refresh.ts'

const LOAD_FAILED = 'Error cargando campañas'

/** The campaigns of all accounts, or of one, over the last 30 days; this page speaks English. */
export function CampaignsPage() {
  const { params, change } = useUrlState()
  const accounts = useQuery(queryOf(listAccounts, {}))
  const measured = (accounts.data ?? []).filter(({ accountType }) => accountType === 'STANDARD')
  const chosen = measured.find(({ accountId }) => accountId === params.get('account'))
  const shown = chosen ? [chosen] : measured
  const live = shown.filter(({ source, connected }) => source === 'google' && connected)
  const refresh = useRefresh(live.map(({ accountId }) => accountId))
  return (
    <div lang="en" className="page flex flex-col gap-5">
      <title>Campaigns · Pujante</title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold">Campaigns</h1>
        <div className="flex w-full flex-wrap gap-2 sm:w-auto">
          <Select
            label="Account"
            hideLabel
            className="min-w-0 flex-1 sm:w-64"
            value={chosen?.accountId ?? ''}
            onChange={(event) => change({ account: event.target.value })}
          >
            <option value="">All Accounts</option>
            {measured.map(({ accountId, accountName }) => (
              <option key={accountId} value={accountId}>
                {accountName}
              </option>
            ))}
          </Select>
          <Button
            icon={<RefreshCw />}
            busy={refresh.isPending}
            busyLabel="Refreshing..."
            disabled={live.length === 0}
            onClick={() => refresh.mutate()}
          >
            Refresh Data
          </Button>
        </div>
      </header>
      <Section title="Recent Campaigns">
        {accounts.isError && accounts.data && (
          <div lang="es">
            <CacheNote message={`${LOAD_FAILED}.`} onRetry={() => void accounts.refetch()} />
          </div>
        )}
        {accounts.isPending ? (
          <RowsSkeleton />
        ) : !accounts.data ? (
          <ErrorPanel
            title={LOAD_FAILED}
            message={errorText(accounts.error, 'Error desconocido')}
            onRetry={() => void accounts.refetch()}
          />
        ) : shown.length === 0 ? (
          <div lang="es">
            <EmptyState
              title="No hay campañas para mostrar"
              actions={accounts.data.length === 0 && <ConnectActions isFirst />}
            />
          </div>
        ) : (
          <CampaignsOf accounts={shown} />
        )}
      </Section>
    </div>
  )
}

function CampaignsOf({ accounts }: { accounts: readonly GoogleAccount[] }) {
  const queries = useQueries({
    queries: accounts.map(({ accountId }) => queryOf(getFullData, { customerId: accountId })),
  })
  const failed = queries.filter((query) => query.isError && !query.data)
  const retry = () => {
    for (const query of failed) void query.refetch()
  }
  if (queries.some((query) => query.isPending)) return <RowsSkeleton />
  const campaigns = accounts
    .flatMap((account, at) => campaignsOf(account, queries[at]?.data))
    .toSorted((a, b) => b.metrics.impressions - a.metrics.impressions)
  return (
    <>
      {failed.length > 0 && (
        <ErrorPanel
          title={LOAD_FAILED}
          message={errorText(failed[0]?.error, 'Error desconocido')}
          onRetry={retry}
        />
      )}
      {campaigns.length > 0 ? (
        <RecentCampaigns
          key={accounts.map(({ accountId }) => accountId).join()}
          campaigns={campaigns}
        />
      ) : (
        failed.length === 0 && <EmptyState title="No campaigns found" />
      )}
    </>
  )
}

function campaignsOf(
  { accountId, accountName, source, fileFacts }: GoogleAccount,
  data: { currencyCode: string; campaigns: Omit<RecentCampaign, keyof OfAccount>[] } | undefined,
): RecentCampaign[] {
  return (data?.campaigns ?? []).map((campaign) => ({
    ...campaign,
    customerId: accountId,
    accountName,
    currencyCode: data?.currencyCode ?? '',
    isInGoogle: source === 'google',
    known: fileFacts ? (fileFacts.campaign?.columns ?? []) : null,
  }))
}

type OfAccount = Pick<
  RecentCampaign,
  'customerId' | 'accountName' | 'currencyCode' | 'isInGoogle' | 'known'
>

function RowsSkeleton() {
  return (
    <div role="status" aria-label="Loading campaigns" className="flex flex-col gap-4 p-5">
      {Array.from({ length: 10 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <Skeleton key={row} className="h-9 w-full" />
      ))}
    </div>
  )
}
