import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { Button } from '#kit/components/button.tsx'
import { Section } from '#kit/components/card.tsx'
import { DataTable } from '#kit/components/data-table.tsx'
import type { DayRange } from '#kit/date-choice.ts'
import { queryOf } from '#kit/query.ts'
import { searchWith, useTableView, useUrlState } from '#kit/url-state.ts'
import { listAdGroups, listCampaignMetrics } from '../contract.ts'
import { AD_GROUP_COLUMNS, CAMPAIGN_COLUMNS, usualOrder } from './level-columns.tsx'
import { LevelQuery } from './level-query.tsx'

type CampaignsBlockProps = {
  customerId: string
  currencyCode: string
  /** Empty for a report without days. */
  range: Partial<DayRange>
}

const BLOCK_ID = 'campaigns'

/** Campaigns and, after a click on one, its ad groups; the level lives in the address. */
export function CampaignsBlock(props: CampaignsBlockProps) {
  const { params, change } = useUrlState()
  const campaignId = params.get('campaign')
  useFocusAfterChange(campaignId)
  const campaigns = useQuery(
    queryOf(listCampaignMetrics, { customerId: props.customerId, ...props.range }),
  )
  const campaign = campaigns.data?.find((row) => row.campaign_id === campaignId)
  return (
    <Section
      id={BLOCK_ID}
      title={campaignId ? 'Grupos de anuncios' : 'Campañas'}
      actions={
        campaignId && (
          <Button size="sm" icon={<ArrowLeft />} onClick={() => change(TO_CAMPAIGNS)}>
            Volver
          </Button>
        )
      }
    >
      {campaignId && (
        <Breadcrumb
          campaignsHref={searchWith(params, TO_CAMPAIGNS)}
          campaignName={campaign?.campaign_name ?? `Campaña ${campaignId}`}
        />
      )}
      <BlockBoundary key={campaignId}>
        {campaignId ? <AdGroups {...props} campaignId={campaignId} /> : <Campaigns {...props} />}
      </BlockBoundary>
    </Section>
  )
}

function Campaigns({ customerId, currencyCode, range }: CampaignsBlockProps) {
  const view = useTableView()
  const query = useQuery(queryOf(listCampaignMetrics, { customerId, ...range }))
  return (
    <LevelQuery query={query} action="la carga de campañas">
      {(rows) => (
        <DataTable
          title="Campañas"
          singular="campaña"
          columns={CAMPAIGN_COLUMNS}
          rows={rows}
          rowKey={(row) => row.campaign_id}
          rowHref={(row, params) =>
            searchWith(params, { ...LEVEL_RESET, campaign: row.campaign_id })
          }
          currencyCode={currencyCode}
          view={view}
          defaultOrder={CAMPAIGN_ORDER}
          searchText={CAMPAIGN_NAME}
          searchLabel="Buscar campañas..."
          empty="No hay campañas para mostrar"
        />
      )}
    </LevelQuery>
  )
}

function AdGroups(props: CampaignsBlockProps & { campaignId: string }) {
  const { campaignId, currencyCode, range } = props
  const view = useTableView()
  const query = useQuery(queryOf(listAdGroups, { campaignId, ...range }))
  return (
    <LevelQuery query={query} action="la carga de grupos de anuncios">
      {(rows) => (
        <DataTable
          title="Grupos de anuncios"
          singular="grupo de anuncios"
          columns={AD_GROUP_COLUMNS}
          rows={rows}
          rowKey={(row) => row.ad_group_id}
          currencyCode={currencyCode}
          view={view}
          defaultOrder={AD_GROUP_ORDER}
          searchText={AD_GROUP_NAME}
          searchLabel="Buscar grupos de anuncios..."
          empty="No se encontraron grupos de anuncios para esta campaña"
        />
      )}
    </LevelQuery>
  )
}

// Module level: a new function at every render would sort the rows again.
const CAMPAIGN_ORDER = usualOrder(
  (row: { campaign_status: number } & Traffic) => row.campaign_status,
)
const AD_GROUP_ORDER = usualOrder((row: { status: number } & Traffic) => row.status)
const CAMPAIGN_NAME = (row: { campaign_name: string }) => row.campaign_name
const AD_GROUP_NAME = (row: { ad_group_name: string }) => row.ad_group_name
type Traffic = { impressions: number; clicks: number; ctr: number }

/** Another level starts on page 1 without the search and sort of the one before. */
const LEVEL_RESET = { q: null, sort: null, page: null }
const TO_CAMPAIGNS = { ...LEVEL_RESET, campaign: null }

function Breadcrumb(props: { campaignsHref: string; campaignName: string }) {
  return (
    <nav aria-label="Nivel" className="border-b border-line px-4 py-2 text-sm md:px-5">
      <ol className="flex flex-wrap items-center gap-1 text-ink-faint">
        <li className="inline-flex items-center gap-1">
          <Link to={props.campaignsHref} className="text-accent hover:underline">
            Campañas
          </Link>
          <ChevronRight aria-hidden="true" className="size-3.5" />
        </li>
        <li aria-current="true" className="min-w-0 font-medium text-ink">
          {props.campaignName}
        </li>
      </ol>
    </nav>
  )
}

// The clicked row is gone after a change of level; the focus stays in the block.
function useFocusAfterChange(level: string | null) {
  const levelBefore = useRef(level)
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body
    if (levelBefore.current !== level && isFocusLost) {
      document.getElementById(BLOCK_ID)?.focus({ preventScroll: true })
    }
    levelBefore.current = level
  }, [level])
}
