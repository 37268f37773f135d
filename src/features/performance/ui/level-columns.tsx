import { SafeLink } from '#kit/components/safe-link.tsx'
import type { Column } from '#kit/table-rows.ts'
import { MICROS } from '#shared/metrics.ts'
import type { AdRow } from '../contract/entity-lists.ts'
import type { AdGroupRow, CampaignRow } from '../contract/metrics.ts'
import { adTitle, adTypeText, strengthText } from './ad-texts.ts'
import { campaignTypeText, qualityTone } from './entity-codes.ts'
import {
  conversionsColumn,
  costColumn,
  cpcColumn,
  qualityColumn,
  statusColumn,
  sum,
  trafficColumns,
} from './shared-columns.tsx'

/** The columns of each level; search, sort, cards, totals and export all read them. */

const COST = (row: { cost: number }) => row.cost

export const CAMPAIGN_COLUMNS: readonly Column<CampaignRow>[] = [
  { id: 'name', title: 'Campaña', kind: 'text', value: (row) => row.campaign_name },
  statusColumn((row) => row.campaign_status),
  {
    id: 'type',
    title: 'Tipo',
    kind: 'text',
    value: (row) => campaignTypeText(row.campaign_type, row.campaign_type_name),
    hideBelow: '2xl',
  },
  {
    id: 'budget',
    title: 'Presupuesto',
    kind: 'money',
    suffix: '/día',
    value: (row) => row.budget_micros,
    hideBelow: 'xl',
  },
  ...trafficColumns<CampaignRow>(2, 100, []),
  costColumn((row) => row.cost_micros),
  conversionsColumn<CampaignRow>(),
  {
    id: 'cpa',
    title: 'Coste/conv.',
    kind: 'money',
    isLead: true,
    value: (row) => (row.conversions > 0 ? row.cost_per_conversion_micros : null),
    total: (rows) => {
      const conversions = sum(rows, (row) => row.conversions)
      return conversions > 0 ? sum(rows, (row) => row.cost_micros) / conversions : null
    },
  },
]

export const AD_GROUP_COLUMNS: readonly Column<AdGroupRow>[] = [
  { id: 'name', title: 'Grupo de anuncios', kind: 'text', value: (row) => row.ad_group_name },
  statusColumn((row) => row.status),
  {
    id: 'bid',
    title: 'Puja',
    kind: 'money',
    value: (row) => row.bid && row.bid * MICROS,
    hideBelow: '2xl',
  },
  ...trafficColumns<AdGroupRow>(1),
  { ...cpcColumn<AdGroupRow>('CPC medio', (row) => row.average_cpc, COST), hideBelow: 'lg' },
  costColumn((row) => row.cost * MICROS),
  conversionsColumn<AdGroupRow>(),
  qualityColumn<AdGroupRow>(qualityTone),
]

export const AD_COLUMNS: readonly Column<AdRow>[] = [
  { id: 'name', title: 'Anuncio', kind: 'text', value: adTitle, sortable: false },
  statusColumn((row) => row.status),
  ...trafficColumns<AdRow>(1, 1, ['clicks', 'ctr']),
  cpcColumn<AdRow>('CPC', (row) => row.cpc, COST),
  conversionsColumn<AdRow>(),
  {
    id: 'url',
    title: 'URL Final',
    kind: 'text',
    value: (row) => row.finalUrl,
    sortable: false,
    cell: (row) => <SafeLink url={row.finalUrl} className="block max-w-60 truncate" />,
  },
  { ...costColumn<AdRow>((row) => row.cost * MICROS), optional: true },
  {
    id: 'strength',
    title: 'Eficacia',
    kind: 'text',
    value: (row) => row.ad_strength && strengthText(row.ad_strength),
    optional: true,
  },
  {
    id: 'type',
    title: 'Tipo',
    kind: 'text',
    value: (row) => adTypeText(row.ad_type),
    optional: true,
  },
]
