import { useQuery } from '@tanstack/react-query'
import { Badge } from '#kit/components/badge.tsx'
import { DataTable } from '#kit/components/data-table.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { queryOf } from '#kit/query.ts'
import { Link } from '#kit/router/link.tsx'
import { useLocation } from '#kit/router/router.tsx'
import type { Column, Sort } from '#kit/table-rows.ts'
import { useTableView } from '#kit/table-view.ts'
import { type AssetGroupRow, listAssetGroups } from '../contract/entity-lists.ts'
import { strengthText, strengthTone } from './ad-texts.ts'
import { LevelQuery } from './level-query.tsx'
import type { LevelProps } from './level-tables.tsx'
import { statusColumn } from './shared-columns.tsx'

/** What a Performance Max campaign has in place of ad groups. */
export function AssetGroups(props: LevelProps & { campaignId: string }) {
  const { campaignId, currencyCode, facts } = props
  const { search } = useLocation()
  const view = useTableView()
  const query = useQuery(queryOf(listAssetGroups, { campaignId }))
  return (
    <>
      <LevelQuery
        query={query}
        action="la carga de grupos de recursos"
        unread={
          <EmptyState
            title={
              facts
                ? 'Los informes descargados no traen los grupos de recursos'
                : 'Aún no se han leído los grupos de recursos de esta cuenta'
            }
          />
        }
      >
        {(rows) => (
          <DataTable
            title="Grupos de recursos"
            singular="grupo de recursos"
            columns={COLUMNS}
            rows={rows}
            rowKey={(row) => row.asset_group_id}
            currencyCode={currencyCode}
            view={view}
            defaultSort={BY_NAME}
            searchText={NAME}
            searchLabel="Buscar grupos de recursos..."
            empty="No se encontraron grupos de recursos para esta campaña"
            fileName={`grupos-de-recursos-${campaignId}`}
          />
        )}
      </LevelQuery>
      <p className="border-t border-line px-4 py-3 text-ink-muted text-pretty md:px-5">
        Las campañas de Máximo rendimiento no tienen grupos de anuncios ni palabras clave: Google
        elige a quién y dónde se muestran.{' '}
        <Link
          to={{ search, hash: 'search-terms' }}
          className="font-medium text-accent underline-offset-3 hover:underline"
        >
          Ver sus términos de búsqueda
        </Link>
      </p>
    </>
  )
}

const NAME = (row: AssetGroupRow) => row.asset_group_name
const BY_NAME: Sort = [{ column: 'name', direction: 'asc' }]

const COLUMNS: readonly Column<AssetGroupRow>[] = [
  { id: 'name', title: 'Grupo de recursos', kind: 'text', value: NAME },
  statusColumn((row) => row.status),
  {
    id: 'strength',
    title: 'Eficacia',
    kind: 'text',
    isLead: true,
    value: ({ ad_strength: strength }) => strength && strengthText(strength),
    cell: ({ ad_strength: strength }) =>
      strength && <Badge tone={strengthTone(strength)}>{strengthText(strength)}</Badge>,
  },
]
