import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { Sparkline } from '#kit/components/sparkline.tsx'
import { queryOf } from '#kit/query.ts'
import type { Column } from '#kit/table-rows.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import { integer } from '#shared/spanish-numbers.ts'
import { getAccountTrend } from '../contract/metrics.ts'
import { trendDays, trendSummary } from './trend-days.ts'

type RowTrendProps = {
  customerId: string
  level: 'campaign' | 'ad_group'
  id: string
  range: Partial<DayRange>
  /** Has only begun, so the line ends before it. */
  unfinishedDay: Day | null
}

/** The clicks of each row day by day; read only while the user has chosen to see it. */
export function trendColumn<Row>(
  props: Omit<RowTrendProps, 'id'>,
  idOf: (row: Row) => string,
): Column<Row> {
  return {
    id: 'trend',
    title: 'Clics por día',
    kind: 'text',
    value: () => null,
    cell: (row) => <RowTrend {...props} id={idOf(row)} />,
    sortable: false,
    optional: true,
    isDrawing: true,
  }
}

function RowTrend({ customerId, level, id, range, unfinishedDay }: RowTrendProps) {
  const query = useQuery(
    queryOf(getAccountTrend, { customerId, compare: 'previous', level, id, ...range }),
  )
  if (query.isPending) return <Skeleton className="h-7 w-28" />
  if (!query.data) return '—'
  const days = trendDays(query.data, 'clicks').filter(({ day }) => day !== unfinishedDay)
  return (
    <span className="block w-28 text-ink-faint">
      <Sparkline values={days.map(({ current }) => current ?? 0)} className="h-7" />
      <span className="sr-only">{trendSummary('Clics', days, integer)}</span>
    </span>
  )
}
