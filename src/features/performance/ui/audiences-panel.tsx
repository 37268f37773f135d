import { useQuery } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { ApiError } from '#kit/api-error.ts'
import { Button } from '#kit/components/button.tsx'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { DataTable } from '#kit/components/data-table.tsx'
import { DataTableSkeleton } from '#kit/components/data-table-skeleton.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { ToolsBesideTitle } from '#kit/components/tools-place.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import type { Sort } from '#kit/table-rows.ts'
import { useTableView } from '#kit/table-view.ts'
import {
  type AudienceRow,
  listAdGroupAudiences,
  listCampaignAudiences,
} from '../contract/entity-lists.ts'
import type { PanelProps } from './detail-panels.tsx'
import { segmentTypeOf } from './entity-codes.ts'
import { exportName } from './export-name.ts'
import { AUDIENCE_COLUMNS } from './panel-columns.tsx'
import { PANELS } from './selection.ts'

const LOAD_FAILED = 'Error al cargar datos'
const NONE = 'No se encontraron segmentos de audiencia para el período seleccionado'

export function AudiencesPanel(props: PanelProps) {
  const { campaignId, adGroupId, currencyCode, range } = props
  const view = useTableView(PANELS.audiences)
  const ofCampaign = useQuery({
    ...queryOf(listCampaignAudiences, { campaignId, ...range }),
    enabled: adGroupId === null,
  })
  const ofAdGroup = useQuery({
    ...queryOf(listAdGroupAudiences, { adGroupId: adGroupId ?? '', ...range }),
    enabled: adGroupId !== null,
  })
  const query = adGroupId === null ? ofCampaign : ofAdGroup
  const refresh = () => void query.refetch()
  const rows: unknown = query.data
  return (
    <ToolsBesideTitle>
      {(tools) => (
        <Section
          isDense
          id="audiences"
          title="Segmentos de audiencia"
          actions={
            <>
              {tools}
              <Refresh busy={query.isFetching} onClick={refresh} />
            </>
          }
        >
          {query.isPending ? (
            <DataTableSkeleton label="Cargando segmentos de audiencia" />
          ) : !Array.isArray(rows) ? (
            <ErrorPanel title={LOAD_FAILED} message={failureText(query.error)} onRetry={refresh} />
          ) : (
            <>
              {query.isError && (
                <div className="px-4 pt-3 md:px-5">
                  <CacheNote
                    message={`${LOAD_FAILED}. ${failureText(query.error)}`}
                    onRetry={refresh}
                  />
                </div>
              )}
              {rows.length === 0 ? (
                <EmptyState
                  title={NONE}
                  actions={<Refresh busy={query.isFetching} onClick={refresh} />}
                />
              ) : (
                <DataTable
                  title="Segmentos de audiencia"
                  singular="segmento de audiencia"
                  columns={AUDIENCE_COLUMNS}
                  rows={query.data ?? []}
                  rowKey={(row) => `${row.ad_group_id} ${row.id}`}
                  currencyCode={currencyCode}
                  view={view}
                  defaultSort={MOST_IMPRESSIONS}
                  searchText={SEGMENT_TEXT}
                  searchLabel="Buscar segmentos..."
                  empty={NONE}
                  fileName={exportName('audiencias', adGroupId ?? campaignId, range)}
                />
              )}
            </>
          )}
        </Section>
      )}
    </ToolsBesideTitle>
  )
}

function Refresh({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <Button size="sm" icon={<RefreshCw />} busy={busy} onClick={onClick}>
      Actualizar
    </Button>
  )
}

/** No error here means an answer that is no list. */
function failureText(error: unknown): string {
  if (!error) return 'Formato de respuesta inesperado'
  if (!(error instanceof ApiError)) return 'Error desconocido'
  return error.status >= 400 ? `Error ${error.status}: ${errorText(error)}` : errorText(error)
}

const MOST_IMPRESSIONS: Sort = [{ column: 'impressions', direction: 'desc' }]
const SEGMENT_TEXT = (row: AudienceRow) =>
  `${row.segment_value}\n${row.segment_type}\n${segmentTypeOf(row.segment_type).text}`
