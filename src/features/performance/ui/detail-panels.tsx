import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { AudiencesPanel } from './audiences-panel.tsx'
import { KeywordsPanel } from './keywords-panel.tsx'
import type { LevelProps } from './level-tables.tsx'
import { SearchTermsPanel } from './search-terms-panel.tsx'

export type PanelProps = LevelProps & { campaignId: string; adGroupId: string | null }

/** What lies under a selected campaign or ad group. A panel that fails leaves the others. */
export function DetailPanels(props: PanelProps) {
  return (
    <>
      <BlockBoundary>
        <KeywordsPanel {...props} />
      </BlockBoundary>
      <BlockBoundary>
        <SearchTermsPanel {...props} />
      </BlockBoundary>
      <BlockBoundary>
        <AudiencesPanel {...props} />
      </BlockBoundary>
    </>
  )
}
