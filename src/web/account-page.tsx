import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type GoogleAccount, listAccounts } from '#features/accounts/contract.ts'
import { useSession } from '#features/auth/ui/session.ts'
import { accountRange, accountToday, rangeInput } from '#features/performance/ui/account-range.ts'
import type { Compare } from '#features/performance/ui/comparison.ts'
import { DetailHint } from '#features/performance/ui/detail-hint.tsx'
import { MetricCards } from '#features/performance/ui/metric-cards.tsx'
import { useSelectedEntity, useSelection } from '#features/performance/ui/selection.ts'
import { TrendBlock } from '#features/performance/ui/trend-block.tsx'
import { useTrendChoice } from '#features/performance/ui/trend-choice.ts'
import { RecommendationsBlock } from '#features/recommendations/ui/recommendations-block.tsx'
import { listAlerts } from '#features/watch/contract/alerts.ts'
import { AfterPaint } from '#kit/components/after-paint.tsx'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { LinkButton } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { DataTableSkeleton } from '#kit/components/data-table-skeleton.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { FoldedBlock } from '#kit/components/folded-block.tsx'
import { Section } from '#kit/components/section.tsx'
import { ToolsBesideTitle } from '#kit/components/tools-place.tsx'
import { WhenSettled } from '#kit/components/when-settled.tsx'
import { errorText } from '#kit/error-text.ts'
import { late, Nothing } from '#kit/late.tsx'
import { useMayEdit } from '#kit/may-edit.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { useLocation, useParams } from '#kit/router/router.tsx'
import { oneOf, useUrlState } from '#kit/url-state.ts'
import { useMediaQuery, WIDE } from '#kit/use-media-query.ts'
import type { DayRange } from '#shared/dates.ts'
import { AccountAlerts } from './account-alerts.tsx'
import { AccountHeader } from './account-header.tsx'
import { AccountPlace } from './account-place.tsx'
import { chartedAlert } from './charted-alert.ts'
import { HashScroll } from './use-hash-scroll.ts'

const CampaignsBlock = late(() =>
  import('#features/performance/ui/campaigns-block.tsx').then((module) => module.CampaignsBlock),
)
const LevelBar = late(() =>
  import('#features/performance/ui/level-bar.tsx').then((module) => module.LevelBar),
)
const DetailPanels = late(() =>
  import('#features/performance/ui/detail-panels.tsx').then((module) => module.DetailPanels),
)
const SplitsBlock = late(() =>
  import('#features/performance/ui/splits-block.tsx').then((module) => module.SplitsBlock),
)
const PaceBlock = late(() => import('./account-pace.tsx').then((module) => module.AccountPace))

const SecondOpinionBlock = late(() =>
  import('#features/second-opinion/ui/second-opinion-block.tsx').then(
    (module) => module.SecondOpinionBlock,
  ),
)
const AutomaticNotice = late(
  () =>
    import('#features/second-opinion/ui/automatic-notice.tsx').then(
      (module) => module.AutomaticNotice,
    ),
  Nothing,
)

const InboxExample = late(
  () =>
    import('#features/recommendations/ui/inbox/inbox-example.tsx').then(
      (module) => module.InboxExample,
    ),
  Nothing,
)

const SubAccounts = late(() =>
  import('./manager/sub-accounts.tsx').then((module) => module.SubAccounts),
)

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
        <AccountPlace />
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
  const { params } = useUrlState()
  const now = new Date()
  const range = accountRange(account, params, now)
  const compare = oneOf(['previous', 'year'], params.get('compare')) ?? 'previous'
  const isManager = account.accountType === 'MCC'
  const isWaiting = account.dataTo === null && account.lastSyncedAt === null
  return (
    <>
      <title>{`${account.accountName} · Pujante`}</title>
      <AccountHeader account={account} range={range} compare={compare} now={now} />
      {isManager ? (
        <Suspense>
          <SubAccounts manager={account} all={all} />
        </Suspense>
      ) : isWaiting && account.source === 'google' ? (
        <NoDataYet connected={account.connected} />
      ) : (
        <AccountBlocks account={account} range={range} compare={compare} now={now} />
      )}
      <HashScroll />
    </>
  )
}

function NoDataYet({ connected }: Pick<GoogleAccount, 'connected'>) {
  return (
    <Card>
      <EmptyState
        title={
          connected
            ? 'Los datos están en camino'
            : 'La cuenta se desconectó antes de que se leyeran sus datos'
        }
        example={
          <Suspense>
            <InboxExample />
          </Suspense>
        }
      >
        {connected
          ? 'Los números de los últimos 30 días aparecen aquí en cuanto llegan de Google Ads.'
          : 'Vuelve a conectarla para ver aquí los números de los últimos 30 días.'}
      </EmptyState>
    </Card>
  )
}

function AccountBlocks(props: {
  account: GoogleAccount
  range: DayRange
  compare: Compare
  now: Date
}) {
  const { account, range, compare, now } = props
  const { params } = useUrlState()
  const mayNote = useMayNote()
  // On a phone a screen and a half of figures stood before the first decision.
  const isWide = useMediaQuery(WIDE)
  const { hash } = useLocation()
  const { accountId: customerId, currencyCode, fileFacts: facts } = account
  const isLive = account.source === 'google'
  const hasDays = account.granularity !== 'period'
  const input = rangeInput(account, range)
  const unfinishedDay = range.to === accountToday(account, now) ? range.to : null
  const selection = useSelection()
  const level = { customerId, currencyCode, range: input, unfinishedDay, facts }
  const entity = useSelectedEntity({ ...level, ...selection })
  const step = account.granularity
  const choice = useTrendChoice({ customerId, entity, range, compare, step, facts })
  const alerts = useQuery(queryOf(listAlerts, { customerId })).data?.alerts ?? []
  const figures = (
    <>
      <MetricCards
        customerId={customerId}
        entity={entity}
        range={input}
        compare={compare}
        facts={facts}
        unfinishedDay={unfinishedDay}
        selected={(hasDays && choice?.metric.name) || null}
        onSelect={(name) => choice?.choose({ metric: name })}
      />
      {hasDays && choice && (
        <TrendBlock
          customerId={customerId}
          range={range}
          compare={compare}
          step={step}
          entity={entity}
          unfinishedDay={unfinishedDay}
          choice={choice}
          alert={chartedAlert(alerts, { metric: choice.metric.name, range, ...selection })}
          mayNote={mayNote}
        />
      )}
    </>
  )
  const decisions = (
    <AccountAlerts customerId={customerId}>
      {(hasAlerts) => (
        <RecommendationsBlock customerId={customerId} {...selection} isBelowAlerts={hasAlerts} />
      )}
    </AccountAlerts>
  )
  return (
    <div className="flex flex-col gap-2 sm:gap-3">
      {selection.campaignId && (
        <Suspense fallback={<div className="min-h-8" />}>
          <LevelBar {...level} {...selection} />
        </Suspense>
      )}
      {/* The decisions stay where they are: a dialog that is open in them would be closed if its place were moved. */}
      {isWide && figures}
      {decisions}
      {!isWide && figures}
      {/* Below the first view, which must not move when it arrives. */}
      {isLive && !selection.campaignId && (
        <BlockBoundary>
          <WhenSettled isAsked={hash !== ''}>
            <Suspense>
              <AutomaticNotice customerId={customerId} anchor={SECOND_OPINION} />
            </Suspense>
          </WhenSettled>
        </BlockBoundary>
      )}
      <div className="grid *:col-start-1 *:row-start-1">
        {/* Beside the lists, since a browser keeps what is on the screen in its place only while no box around it is changed. */}
        {selection.campaignId && <RoomToScroll />}
        <div className="lists-in-turn flex min-w-0 flex-col gap-2 sm:gap-3">
          <BlockBoundary>
            <WhenSettled
              isAsked={hash !== '' || selection.campaignId !== null}
              placeholder={<CampaignsPlace />}
            >
              <Suspense fallback={<CampaignsPlace />}>
                <CampaignsBlock {...level} />
              </Suspense>
            </WhenSettled>
          </BlockBoundary>
          {selection.campaignId ? (
            <BlockBoundary>
              <AfterPaint placeholder={<PanelsSkeleton />}>
                <Suspense fallback={<PanelsSkeleton />}>
                  <DetailPanels
                    {...level}
                    campaignId={selection.campaignId}
                    adGroupId={selection.adGroupId}
                  />
                </Suspense>
              </AfterPaint>
            </BlockBoundary>
          ) : (
            <DetailHint />
          )}
          <div className="folded-blocks">
            {account.granularity === 'day' && (
              <FoldedBlock
                id="splits"
                title="Reparto"
                description="Por hora, dispositivo y lugar"
                isAsked={params.has('split')}
              >
                <SplitsBlock {...level} campaignId={selection.campaignId} />
              </FoldedBlock>
            )}
            {account.granularity === 'day' && (
              <FoldedBlock
                id="ritmo"
                title="Ritmo del mes"
                description="Cómo acaba y cuándo se agota"
              >
                <PaceBlock customerId={customerId} campaignId={selection.campaignId} />
              </FoldedBlock>
            )}
            {isLive && (
              <FoldedBlock
                id={SECOND_OPINION}
                title="Segunda opinión"
                description="Lo que recomienda Google"
                isAsked={params.has('so')}
              >
                <SecondOpinionBlock customerId={customerId} campaignId={selection.campaignId} />
              </FoldedBlock>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Lists shorter than those of the level above leave the page where it is scrolled to. */
const RoomToScroll = () => <div aria-hidden="true" className="h-[calc(100dvh-5rem)]" />

/** Nor does a visitor of the demonstration write notes. */
function useMayNote(): boolean {
  const session = useSession()
  return useMayEdit() && session.state === 'in' && !session.user.readOnly
}

const SECOND_OPINION = 'second-opinion'

/** The anchor stands there before the table does. */
const CampaignsPlace = () => (
  <ToolsBesideTitle>
    {(tools) => (
      <Section isDense id="campaigns" title="Campañas" actions={tools}>
        <DataTableSkeleton label="Cargando campañas" />
      </Section>
    )}
  </ToolsBesideTitle>
)

const PanelsSkeleton = () => (
  <Card>
    <DataTableSkeleton label="Cargando..." />
  </Card>
)

function NotFound() {
  return (
    <Card className="flex flex-col items-center gap-4 px-6 py-14 text-center">
      <h1 className="text-lg font-semibold text-danger">Cuenta no encontrada</h1>
      <LinkButton to={paths.accounts()}>Ver todas las cuentas</LinkButton>
    </Card>
  )
}
