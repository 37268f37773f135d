import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { DataTable } from '#kit/components/data-table.tsx'
import { DataTableSkeleton } from '#kit/components/data-table-skeleton.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { ToolsBesideTitle } from '#kit/components/tools-place.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import type { Sort } from '#kit/table-rows.ts'
import { useTableView } from '#kit/table-view.ts'
import {
  type KeywordRow,
  listAdGroupKeywords,
  listCampaignKeywords,
} from '../contract/entity-lists.ts'
import type { PanelProps } from './detail-panels.tsx'
import { exportName } from './export-name.ts'
import { KEYWORD_COLUMNS, shownKeywords } from './panel-columns.tsx'
import { PANELS } from './selection.ts'
import { knownColumns } from './unknown-figures.ts'

const LOAD_FAILED = 'Error al cargar las keywords'

export function KeywordsPanel(props: PanelProps) {
  return (
    <ToolsBesideTitle>
      {(tools) => (
        <Section isDense id="keywords" title="Palabras clave" actions={tools}>
          <Keywords {...props} />
        </Section>
      )}
    </ToolsBesideTitle>
  )
}

function Keywords({ campaignId, adGroupId, currencyCode, range, facts }: PanelProps) {
  const columns = useMemo(() => knownColumns(KEYWORD_COLUMNS, facts, 'keyword'), [facts])
  const view = useTableView(PANELS.keywords)
  const ofCampaign = useQuery({
    ...queryOf(listCampaignKeywords, { campaignId, ...range }),
    enabled: adGroupId === null,
  })
  const ofAdGroup = useQuery({
    ...queryOf(listAdGroupKeywords, { adGroupId: adGroupId ?? '', ...range }),
    enabled: adGroupId !== null,
  })
  const { data, error, isError } = adGroupId === null ? ofCampaign : ofAdGroup
  const rows = useMemo(() => data && shownKeywords(data, adGroupId !== null), [data, adGroupId])
  const reload = () => window.location.reload()
  if (!rows) {
    if (!isError) return <DataTableSkeleton label="Cargando palabras clave" />
    return (
      <ErrorPanel title={LOAD_FAILED} message={errorText(error, LOAD_FAILED)} onRetry={reload} />
    )
  }
  return (
    <>
      {isError && (
        <div className="px-4 pt-3 md:px-5">
          <CacheNote message={errorText(error, LOAD_FAILED)} onRetry={reload} />
        </div>
      )}
      <DataTable
        title="Palabras clave"
        singular="palabra clave"
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.adGroupId} ${row.keywordId}`}
        currencyCode={currencyCode}
        view={view}
        defaultSort={BY_TEXT}
        searchText={KEYWORD_TEXT}
        searchLabel="Buscar palabras clave..."
        empty={`No se encontraron keywords ${adGroupId ? 'en este grupo de anuncios' : 'en esta campaña'}`}
        emptySearch="No se encontraron keywords"
        fileName={exportName('palabras-clave', adGroupId ?? campaignId, range)}
      />
    </>
  )
}

const BY_TEXT: Sort = [{ column: 'text', direction: 'asc' }]
const KEYWORD_TEXT = (row: KeywordRow) => row.keywordText
