import type { ReactNode } from 'react'
import { Badge } from '#kit/components/badge.tsx'
import type { Column } from '#kit/table-rows.ts'
import { MICROS } from '#shared/metrics.ts'
import { quantity } from '#shared/spanish-numbers.ts'
import type { AudienceRow, KeywordRow, SearchTermRow } from '../contract/entity-lists.ts'
import {
  keywordQualityTone,
  keywordStatusOf,
  matchTypeText,
  segmentTypeOf,
} from './entity-codes.ts'
import {
  conversionsColumn,
  costColumn,
  cpcColumn,
  qualityColumn,
  statusColumn,
  sum,
  trafficColumns,
} from './shared-columns.tsx'

/** The columns of the panels under a selected campaign or ad group. */

export const KEYWORD_COLUMNS: readonly Column<KeywordRow>[] = [
  { id: 'text', title: 'Palabra clave', kind: 'text', value: (row) => row.keywordText },
  {
    id: 'group',
    title: 'Grupo de anuncios',
    kind: 'text',
    value: (row) => row.adGroupName,
    hideBelow: '2xl',
  },
  {
    id: 'match',
    title: 'Concordancia',
    kind: 'text',
    value: (row) => matchTypeText(row.matchType),
  },
  statusColumn((row) => row.status, keywordStatusOf),
  ...trafficColumns<KeywordRow>(2),
  {
    ...cpcColumn<KeywordRow>(
      'CPC medio',
      (row) => row.averageCpcEuros,
      (row) => row.costEuros,
    ),
    hideBelow: '2xl',
  },
  costColumn((row) => row.costMicros),
  conversionsColumn<KeywordRow>(),
  qualityColumn<KeywordRow>(keywordQualityTone),
]

/** The positives of the list; in an ad group only those that belong to one. */
export function shownKeywords(rows: readonly KeywordRow[], inAdGroup: boolean): KeywordRow[] {
  return rows.filter((row) => !row.isNegative && (!inAdGroup || row.adGroupId !== null))
}

/** `actions` draws the buttons of a row. */
export function searchTermColumns(
  actions: (row: SearchTermRow) => ReactNode,
): readonly Column<SearchTermRow>[] {
  return [
    {
      id: 'term',
      title: 'Término de búsqueda',
      kind: 'text',
      value: (row) => row.search_term,
    },
    {
      id: 'keyword',
      title: 'Palabra clave',
      kind: 'text',
      value: (row) => row.keyword_text,
      hideBelow: '2xl',
    },
    {
      id: 'match',
      title: 'Concordancia',
      kind: 'text',
      value: (row) => (row.keyword_text ? matchTypeText(row.match_type) : null),
      hideBelow: '2xl',
    },
    ...trafficColumns<SearchTermRow>(2, 1),
    {
      ...cpcColumn<SearchTermRow>(
        'CPC medio',
        (row) => row.average_cpc,
        (row) => row.cost,
      ),
      hideBelow: 'xl',
    },
    costColumn((row) => row.cost * MICROS),
    conversionsColumn<SearchTermRow>(),
    {
      id: 'group',
      title: 'Grupo de anuncios',
      kind: 'text',
      value: (row) => row.ad_group_name,
      optional: true,
    },
    {
      id: 'actions',
      title: 'Acciones',
      kind: 'text',
      value: () => null,
      isControl: true,
      cell: actions,
    },
  ]
}

export const AUDIENCE_COLUMNS: readonly Column<AudienceRow>[] = [
  { id: 'segment', title: 'Segmento', kind: 'text', value: (row) => row.segment_value },
  {
    id: 'type',
    title: 'Tipo',
    kind: 'text',
    value: (row) => segmentTypeOf(row.segment_type).text,
    cell: (row) => {
      const { text, tone } = segmentTypeOf(row.segment_type)
      return <Badge tone={tone}>{text}</Badge>
    },
  },
  {
    id: 'bid',
    title: 'Ajuste de puja',
    kind: 'percent',
    value: (row) => row.bid_modifier - 1,
    cell: (row) => <BidChange modifier={row.bid_modifier} />,
  },
  ...trafficColumns<AudienceRow>(2),
  costColumn((row) => row.cost * MICROS),
  {
    id: 'value',
    title: 'Valor conv.',
    kind: 'money',
    value: (row) => row.conversions_value * MICROS,
    total: (rows) => sum(rows, (row) => row.conversions_value * MICROS),
    hideBelow: '2xl',
  },
  conversionsColumn<AudienceRow>(),
]

/** A bid modifier as the change it makes: '+20%', '-10%', '0%'. */
export function bidChangeText(modifier: number): string {
  const change = (modifier - 1) * 100
  const text = `${quantity(change)}%`
  return change > 0 && text !== '0%' ? `+${text}` : text
}

function BidChange({ modifier }: { modifier: number }) {
  const text = bidChangeText(modifier)
  const tone = text === '0%' ? 'text-ink-muted' : modifier > 1 ? 'text-success' : 'text-danger'
  return <span className={`font-medium ${tone}`}>{text}</span>
}
