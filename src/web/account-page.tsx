import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type GoogleAccount, listAccounts } from '#features/accounts/contract.ts'
import { accountRange, accountToday, rangeInput } from '#features/performance/ui/account-range.ts'
import { CampaignsBlock } from '#features/performance/ui/campaigns-block.tsx'
import { MetricCards } from '#features/performance/ui/metric-cards.tsx'
import { METRICS } from '#features/performance/ui/metric-definitions.ts'
import { TrendBlock } from '#features/performance/ui/trend-block.tsx'
import { RecommendationsBlock } from '#features/recommendations/ui/recommendations-block.tsx'
import { LinkButton } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import type { DayRange } from '#kit/date-choice.ts'
import { errorText } from '#kit/error-text.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { useUrlState } from '#kit/url-state.ts'
import { AccountHeader, AccountHeaderSkeleton } from './account-header.tsx'
import { SubAccounts } from './sub-accounts.tsx'
import { useHashScroll } from './use-hash-scroll.ts'

/** One account: its numbers, recommendations and campaigns, as the address says. */
export function AccountPage() {
  const { accountId } = useParams()
  const accounts = useQuery(queryOf(listAccounts, {}))
  const account = accounts.data?.find((one) => one.accountId === accountId)
  return (
    <div className="page">
      {account ? (
        <Account key={account.accountId} account={account} all={accounts.data ?? []} />
      ) : accounts.isPending ? (
        <AccountHeaderSkeleton />
      ) : accounts.isError ? (
        <Card>
          <ErrorPanel
            title="Error al cargar la cuenta"
            message={errorText(accounts.error)}
            onRetry={() => void accounts.refetch()}
          />
        </Card>
      ) : (
        <NotFound />
      )}
    </div>
  )
}

function Account({ account, all }: { account: GoogleAccount; all: GoogleAccount[] }) {
  useHashScroll()
  const { params } = useUrlState()
  const now = new Date()
  const range = accountRange(account, params, now)
  const isManager = account.accountType === 'MCC'
  const isWaiting = account.dataTo === null && account.lastSyncedAt === null
  return (
    <>
      <title>{`${account.accountName} · Pujante`}</title>
      <AccountHeader account={account} range={range} now={now} />
      {isManager ? (
        <SubAccounts manager={account} all={all} />
      ) : isWaiting && account.source === 'google' ? (
        <Card>
          <EmptyState title="Los datos están en camino">
            Los números de los últimos 30 días aparecen aquí en cuanto llegan de Google Ads.
          </EmptyState>
        </Card>
      ) : (
        <AccountBlocks account={account} range={range} now={now} />
      )}
    </>
  )
}

function AccountBlocks(props: { account: GoogleAccount; range: DayRange; now: Date }) {
  const { account, range, now } = props
  const { params, change } = useUrlState()
  const { accountId: customerId, currencyCode } = account
  const hasDays = account.granularity === 'day'
  const metric = METRICS.find(({ name }) => name === params.get('metric')) ?? METRICS[0]
  const input = rangeInput(account, range)
  const unfinishedDay = range.to === accountToday(account, now) ? range.to : null
  if (!metric) return null
  return (
    <div className="flex flex-col gap-5">
      <MetricCards
        customerId={customerId}
        range={input}
        unfinishedDay={unfinishedDay}
        selected={hasDays ? metric.name : null}
        onSelect={(name) => change({ metric: name }, { replace: true })}
      />
      {hasDays && (
        <TrendBlock
          customerId={customerId}
          range={range}
          unfinishedDay={unfinishedDay}
          metric={metric}
          onMetric={(name) => change({ metric: name }, { replace: true })}
          asTable={params.get('trend') === 'table'}
          onAsTable={(asTable) => change({ trend: asTable ? 'table' : null }, { replace: true })}
        />
      )}
      <RecommendationsBlock customerId={customerId} campaignId={params.get('campaign')} />
      <CampaignsBlock customerId={customerId} currencyCode={currencyCode} range={input} />
    </div>
  )
}

function NotFound() {
  return (
    <Card className="flex flex-col items-center gap-4 px-6 py-14 text-center">
      <h1 className="text-lg font-semibold text-danger">Cuenta no encontrada</h1>
      <LinkButton to={paths.accounts()}>Ver todas las cuentas</LinkButton>
    </Card>
  )
}
