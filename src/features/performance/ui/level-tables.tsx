import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { DataTable } from '#kit/components/data-table.tsx'
import { late } from '#kit/late.tsx'
import { queryOf } from '#kit/query.ts'
import type { Column } from '#kit/table-rows.ts'
import { useTableView } from '#kit/table-view.ts'
import { searchWith, useUrlState } from '#kit/url-state.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import type { FileFacts } from '#shared/file-facts.ts'
import { type AdRow, listAds, listAssetGroups } from '../contract/entity-lists.ts'
import {
  type AdGroupRow,
  type CampaignRow,
  listAdGroups,
  listCampaignMetrics,
} from '../contract/metrics.ts'
import { exportName } from './export-name.ts'
import { AD_COLUMNS, AD_GROUP_COLUMNS, CAMPAIGN_COLUMNS } from './level-columns.tsx'
import { LevelQuery } from './level-query.tsx'
import { isPerformanceMax } from './performance-max.ts'
import { trendColumn } from './row-trend.tsx'
import { selecting } from './selection.ts'
import { usualOrder } from './shared-columns.tsx'
import { knownColumns } from './unknown-figures.ts'
import type { OpenLevel } from './use-level-ahead.ts'

const AdDialog = late(() => import('./ad-dialog.tsx').then((module) => module.AdDialog))

export type LevelProps = {
  customerId: string
  currencyCode: string
  /** Empty for a report without days. */
  range: Partial<DayRange>
  /** The account's today when the range reaches it: row trends leave it out. */
  unfinishedDay: Day | null
  /** What the files of an imported account tell. */
  facts: FileFacts | null
}

export function Campaigns(props: LevelProps & { open: OpenLevel }) {
  const { customerId, currencyCode, range, open } = props
  const view = useTableView()
  const columns = useWithTrend(CAMPAIGN_COLUMNS, props, 'campaign', CAMPAIGN_ID)
  const client = useQueryClient()
  const load = (row: CampaignRow) => {
    const campaignId = row.campaign_id
    return isPerformanceMax(row)
      ? client.prefetchQuery(queryOf(listAssetGroups, { campaignId }))
      : client.prefetchQuery(queryOf(listAdGroups, { campaignId, ...range }))
  }
  const query = useQuery(queryOf(listCampaignMetrics, { customerId, ...range }))
  return (
    <LevelQuery query={query} action="la carga de campañas">
      {(rows) => (
        <DataTable
          title="Campañas"
          singular="campaña"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.campaign_id}
          rowHref={({ campaign_id }, params) =>
            searchWith(params, selecting({ campaignId: campaign_id, adGroupId: null }))
          }
          prepare={(row) => void load(row).then(loadPanels)}
          onOpen={(row, href) => open(href, load(row))}
          currencyCode={currencyCode}
          view={view}
          defaultOrder={CAMPAIGN_ORDER}
          searchText={CAMPAIGN_NAME}
          searchLabel="Buscar campañas..."
          empty="No hay campañas para mostrar"
          fileName={exportName('campanas', customerId, range)}
        />
      )}
    </LevelQuery>
  )
}

export function AdGroups(props: LevelProps & { campaignId: string; open: OpenLevel }) {
  const { campaignId, currencyCode, range, open } = props
  const view = useTableView()
  const columns = useWithTrend(AD_GROUP_COLUMNS, props, 'ad_group', AD_GROUP_ID)
  const client = useQueryClient()
  const load = ({ ad_group_id: adGroupId }: AdGroupRow) =>
    client.prefetchQuery(queryOf(listAds, { adGroupId, ...range }))
  const query = useQuery(queryOf(listAdGroups, { campaignId, ...range }))
  return (
    <LevelQuery query={query} action="la carga de grupos de anuncios">
      {(rows) => (
        <DataTable
          title="Grupos de anuncios"
          singular="grupo de anuncios"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.ad_group_id}
          rowHref={({ ad_group_id }, params) =>
            searchWith(params, selecting({ campaignId, adGroupId: ad_group_id }))
          }
          prepare={(row) => void load(row)}
          onOpen={(row, href) => open(href, load(row))}
          currencyCode={currencyCode}
          view={view}
          defaultOrder={AD_GROUP_ORDER}
          searchText={AD_GROUP_NAME}
          searchLabel="Buscar grupos de anuncios..."
          empty="No se encontraron grupos de anuncios para esta campaña"
          fileName={exportName('grupos-de-anuncios', campaignId, range)}
        />
      )}
    </LevelQuery>
  )
}

/** The ads of an ad group; the one that the address names is open in a dialog. */
export function Ads(props: LevelProps & { adGroupId: string }) {
  const { adGroupId, currencyCode, range } = props
  const view = useTableView()
  const query = useQuery(queryOf(listAds, { adGroupId, ...range }))
  return (
    <>
      <LevelQuery query={query} action="la carga de anuncios">
        {(rows) => (
          <DataTable
            title="Anuncios"
            singular="anuncio"
            columns={AD_COLUMNS}
            rows={rows}
            rowKey={(row) => row.ad_id}
            rowHref={(row, params) => searchWith(params, { ad: row.ad_id })}
            currencyCode={currencyCode}
            view={view}
            defaultOrder={AD_ORDER}
            searchText={AD_TEXTS}
            searchLabel="Buscar anuncios..."
            empty="No se encontraron anuncios en este grupo"
            fileName={exportName('anuncios', adGroupId, range)}
          />
        )}
      </LevelQuery>
      <OpenAd ads={query.data ?? []} currencyCode={currencyCode} />
    </>
  )
}

/** The columns and, where the account has days, the trend of each row for who wants it. */
function useWithTrend<Row>(
  columns: readonly Column<Row>[],
  { customerId, range: { from, to }, unfinishedDay, facts }: LevelProps,
  level: 'campaign' | 'ad_group',
  idOf: (row: Row) => string,
): readonly Column<Row>[] {
  return useMemo(() => {
    const known = knownColumns(columns, facts, level)
    return from && to
      ? [...known, trendColumn({ customerId, level, range: { from, to }, unfinishedDay }, idOf)]
      : known
  }, [columns, customerId, level, from, to, unfinishedDay, facts, idOf])
}

/** The code of what appears below a selected campaign; what cannot be fetched now is asked for again then. */
function loadPanels(): void {
  import('./detail-panels.tsx').catch(() => undefined)
}

function OpenAd({ ads, currencyCode }: { ads: readonly AdRow[]; currencyCode: string }) {
  const { params, change } = useUrlState()
  const ad = ads.find((one) => one.ad_id === params.get('ad'))
  if (!ad) return null
  return (
    <BlockBoundary>
      <Suspense>
        <AdDialog ad={ad} currencyCode={currencyCode} onClose={() => change({ ad: null })} />
      </Suspense>
    </BlockBoundary>
  )
}

// Module level: a new function at every render would sort the rows again.
const CAMPAIGN_ORDER = usualOrder<CampaignRow>((row) => row.campaign_status)
const AD_GROUP_ORDER = usualOrder<AdGroupRow>((row) => row.status)
const AD_ORDER = usualOrder<AdRow>((row) => row.status)
const CAMPAIGN_ID = (row: CampaignRow) => row.campaign_id
const AD_GROUP_ID = (row: AdGroupRow) => row.ad_group_id
const CAMPAIGN_NAME = (row: CampaignRow) => row.campaign_name
const AD_GROUP_NAME = (row: AdGroupRow) => row.ad_group_name
const AD_TEXTS = (row: AdRow) => `${row.headline1}\n${row.headline2}\n${row.name ?? ''}`
