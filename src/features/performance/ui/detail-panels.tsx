import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { Tabs } from '#kit/components/tabs.tsx'
import { queryOf } from '#kit/query.ts'
import { useLocation, useNavigate } from '#kit/router/router.tsx'
import { useUrlState } from '#kit/url-state.ts'
import {
  getSearchTermCoverage,
  listAdGroupAudiences,
  listAdGroupKeywords,
  listCampaignAudiences,
  listCampaignKeywords,
} from '../contract/entity-lists.ts'
import { AudiencesPanel } from './audiences-panel.tsx'
import { KeywordsPanel } from './keywords-panel.tsx'
import type { LevelProps } from './level-tables.tsx'
import { shownKeywords } from './panel-columns.tsx'
import { useIsPerformanceMax } from './performance-max.ts'
import { SearchTermsPanel } from './search-terms-panel.tsx'
import { type PanelId, panelAsked } from './selection.ts'

export type PanelProps = LevelProps & { campaignId: string; adGroupId: string | null }

/** What lies under a selected campaign or ad group, one at a time: the anchor of the address says which. */
export function DetailPanels(props: PanelProps) {
  const { hash } = useLocation()
  const { params } = useUrlState()
  const navigate = useNavigate()
  const counts = useCounts(props)
  const last = useRef<Parameters<typeof panelAsked>[2]>(null)
  const isPerformanceMax = useIsPerformanceMax(props)
  const first = isPerformanceMax ? 'search-terms' : 'keywords'
  const selected = panelAsked(hash, params, last.current, first)
  if (isPerformanceMax !== undefined) last.current = { panel: selected, params }
  const tab = (id: PanelId, label: string) => {
    const count = counts[id]
    return count === undefined ? { id, label } : { id, label, count }
  }
  return (
    <Tabs
      label="Análisis detallado"
      tabs={[
        tab('keywords', 'Palabras clave'),
        tab('search-terms', 'Términos de búsqueda'),
        tab('audiences', 'Segmentos de audiencia'),
      ]}
      selected={selected}
      // The address may be ahead of what is drawn.
      onSelect={(id) => navigate({ search: window.location.search, hash: id }, { replace: true })}
    >
      <div className="pt-1">
        <BlockBoundary key={selected}>
          {selected === 'keywords' && <KeywordsPanel {...props} />}
          {selected === 'search-terms' && <SearchTermsPanel {...props} />}
          {selected === 'audiences' && <AudiencesPanel {...props} />}
        </BlockBoundary>
      </div>
    </Tabs>
  )
}

/** How much each holds, as far as it has been read. */
function useCounts({ campaignId, adGroupId, range }: PanelProps): Partial<Record<PanelId, number>> {
  const ofGroup = adGroupId !== null
  const inCampaign = { campaignId, ...range }
  const inGroup = { adGroupId: adGroupId ?? '', ...range }
  const keywords = useQuery({ ...queryOf(listCampaignKeywords, inCampaign), enabled: !ofGroup })
  const ownKeywords = useQuery({ ...queryOf(listAdGroupKeywords, inGroup), enabled: ofGroup })
  const audiences = useQuery({ ...queryOf(listCampaignAudiences, inCampaign), enabled: !ofGroup })
  const ownAudiences = useQuery({ ...queryOf(listAdGroupAudiences, inGroup), enabled: ofGroup })
  const terms = useQuery(
    queryOf(getSearchTermCoverage, {
      campaignId,
      ...(adGroupId && { ad_group_id: adGroupId }),
      ...range,
    }),
  )
  const listed = (ofGroup ? ownKeywords : keywords).data
  const seen = (ofGroup ? ownAudiences : audiences).data?.length
  return {
    ...(listed && { keywords: shownKeywords(listed, ofGroup).length }),
    ...(terms.data && { 'search-terms': terms.data.total }),
    ...(seen !== undefined && { audiences: seen }),
  }
}
