import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { Button } from '#kit/components/button.tsx'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { DataTable } from '#kit/components/data-table.tsx'
import { DataTableSkeleton } from '#kit/components/data-table-skeleton.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { Section } from '#kit/components/section.tsx'
import { ToolsBesideTitle } from '#kit/components/tools-place.tsx'
import { errorText } from '#kit/error-text.ts'
import { late } from '#kit/late.tsx'
import { queryOf } from '#kit/query.ts'
import type { Sort } from '#kit/table-rows.ts'
import { useTableView } from '#kit/table-view.ts'
import { integer, percent } from '#shared/spanish-numbers.ts'
import {
  getSearchTermCoverage,
  listSearchTerms,
  type SearchTermRow,
} from '../contract/entity-lists.ts'
import { AddedButton } from './added-button.tsx'
import type { PanelProps } from './detail-panels.tsx'
import { exportName } from './export-name.ts'
import { searchTermColumns } from './panel-columns.tsx'
import { PANELS } from './selection.ts'
import { TermActions, type TermWish } from './term-actions.tsx'
import { isOfList } from './term-search.ts'
import { knownColumns } from './unknown-figures.ts'

const AddTermDialog = late(() =>
  import('./add-term-dialog.tsx').then((module) => module.AddTermDialog),
)

const NONE = 'No hay datos disponibles para el período seleccionado.'

/** What people typed. The list is cut where it is long; then the search asks the server for the rest. */
export function SearchTermsPanel(props: PanelProps) {
  const { campaignId, adGroupId, currencyCode, range, facts } = props
  const view = useTableView(PANELS.searchTerms)
  const [wish, setWish] = useState<TermWish | null>(null)
  const asked = { campaignId, ...(adGroupId && { ad_group_id: adGroupId }), ...range }
  const coverage = useQuery(queryOf(getSearchTermCoverage, asked))
  const isCut = coverage.data !== undefined && coverage.data.total > coverage.data.listed
  const q = isCut && view.search.trim() ? view.search.trim().slice(0, 200) : undefined
  const terms = useQuery({
    ...queryOf(listSearchTerms, { ...asked, q }),
    // Between two searches the table, and the box being typed in, stay. Another selection is another list.
    placeholderData: (seen, query) =>
      q !== undefined && isOfList(query?.queryKey, asked) ? seen : undefined,
  })
  const columns = useMemo(
    () =>
      knownColumns(
        searchTermColumns((row) => <TermActions row={row} onWish={setWish} />),
        facts,
        'search_term',
      ),
    [facts],
  )
  const retry = () => void terms.refetch()
  return (
    <ToolsBesideTitle>
      {(tools) => (
        <Section
          isDense
          id="search-terms"
          title="Términos de búsqueda"
          description={coverage.data && coverageText(coverage.data)}
          actions={
            <>
              <AddedButton customerId={props.customerId} />
              {tools}
            </>
          }
        >
          {terms.isPending ? (
            <DataTableSkeleton label="Cargando términos de búsqueda" />
          ) : !Array.isArray(terms.data) ? (
            <Failed message={errorText(terms.error)} onRetry={retry} />
          ) : (
            <>
              {terms.isError && (
                <div className="px-4 pt-3 md:px-5">
                  <CacheNote message={errorText(terms.error)} onRetry={retry} />
                </div>
              )}
              <DataTable
                title="Términos de búsqueda"
                singular="término de búsqueda"
                columns={columns}
                rows={terms.data}
                rowKey={termKey}
                currencyCode={currencyCode}
                view={view}
                defaultSort={MOST_IMPRESSIONS}
                searchText={TERM_TEXT}
                searchLabel="Buscar términos..."
                empty={q ? NO_MATCH : NONE}
                emptySearch={NO_MATCH}
                fileName={exportName('terminos-de-busqueda', adGroupId ?? campaignId, range)}
              />
            </>
          )}
          {wish && (
            <BlockBoundary key={`${wish.kind} ${termKey(wish.row)}`}>
              <Suspense>
                <AddTermDialog {...props} wish={wish} onClose={() => setWish(null)} />
              </Suspense>
            </BlockBoundary>
          )}
        </Section>
      )}
    </ToolsBesideTitle>
  )
}

const NO_MATCH = 'No se encontraron términos que coincidan con tu búsqueda.'

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <EmptyState
      title={NONE}
      actions={
        <Button size="sm" onClick={onRetry}>
          Reintentar
        </Button>
      }
    >
      {message}
    </EmptyState>
  )
}

/** '5.000 de 48.211 términos · Google oculta el 23,4 % del gasto'. */
function coverageText(coverage: {
  total: number
  listed: number
  hiddenCost: number | null
}): string {
  const { total, listed, hiddenCost } = coverage
  const parts = [
    total > listed && `${integer(listed)} de ${integer(total)} términos; la búsqueda llega a todos`,
    total > 0 &&
      hiddenCost !== null &&
      hiddenCost > 0 &&
      `Google oculta los términos del ${percent(hiddenCost, 1)} del gasto`,
  ]
  return parts.filter(Boolean).join(' · ')
}

const MOST_IMPRESSIONS: Sort = [{ column: 'impressions', direction: 'desc' }]
const TERM_TEXT = (row: SearchTermRow) => `${row.search_term}\n${row.keyword_text}`

function termKey(row: SearchTermRow): string {
  return `${row.ad_group_id} ${row.search_term} ${row.keyword_text} ${row.match_type}`
}
