import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef } from 'react'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { Button } from '#kit/components/button.tsx'
import { Section } from '#kit/components/section.tsx'
import { ToolsBesideTitle } from '#kit/components/tools-place.tsx'
import { queryOf } from '#kit/query.ts'
import { ParamsAhead, useUrlState } from '#kit/url-state.ts'
import { integer } from '#shared/spanish-numbers.ts'
import { listAds } from '../contract/entity-lists.ts'
import { AssetGroups } from './asset-groups.tsx'
import { AdGroups, Ads, Campaigns, type LevelProps } from './level-tables.tsx'
import { useIsPerformanceMax } from './performance-max.ts'
import { type Selection, selecting, useSelection } from './selection.ts'
import { type OpenLevel, useLevelAhead } from './use-level-ahead.ts'

const BLOCK_ID = 'campaigns'

/** Campaigns, their ad groups, their ads: a click goes one level deeper; the level is in the address. */
export function CampaignsBlock(props: LevelProps) {
  const { ahead, open } = useLevelAhead()
  return (
    <ParamsAhead value={ahead}>
      <Levels {...props} open={open} />
    </ParamsAhead>
  )
}

function Levels(props: LevelProps & { open: OpenLevel }) {
  const { change } = useUrlState()
  const selection = useSelection()
  const { campaignId, adGroupId } = selection
  const hasAssetGroups = useIsPerformanceMax({ ...props, campaignId })
  useFocusAfterChange(`${campaignId} ${adGroupId}`)
  return (
    <ToolsBesideTitle>
      {(tools) => (
        <Section
          isDense
          id={BLOCK_ID}
          title={
            adGroupId ? (
              <AdsTitle {...props} adGroupId={adGroupId} />
            ) : hasAssetGroups ? (
              'Grupos de recursos'
            ) : campaignId ? (
              'Grupos de anuncios'
            ) : (
              'Campañas'
            )
          }
          actions={
            <>
              {tools}
              {campaignId && (
                <Button
                  size="sm"
                  icon={<ArrowLeft />}
                  onClick={() => change(selecting(levelAbove(selection)))}
                >
                  Volver
                </Button>
              )}
            </>
          }
        >
          <BlockBoundary key={`${campaignId} ${adGroupId}`}>
            {adGroupId ? (
              <Ads {...props} adGroupId={adGroupId} />
            ) : campaignId && hasAssetGroups ? (
              <AssetGroups {...props} campaignId={campaignId} />
            ) : campaignId ? (
              <AdGroups {...props} campaignId={campaignId} />
            ) : (
              <Campaigns {...props} />
            )}
          </BlockBoundary>
        </Section>
      )}
    </ToolsBesideTitle>
  )
}

function AdsTitle({ adGroupId, range }: LevelProps & { adGroupId: string }) {
  const ads = useQuery(queryOf(listAds, { adGroupId, ...range }))
  return ads.data ? `Anuncios (${integer(ads.data.length)})` : 'Anuncios'
}

function levelAbove({ campaignId, adGroupId }: Selection): Selection {
  return { campaignId: adGroupId && campaignId, adGroupId: null }
}

// The clicked row is gone after a change of level; the focus stays in the block.
function useFocusAfterChange(level: string) {
  const levelBefore = useRef(level)
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body
    if (levelBefore.current !== level && isFocusLost) {
      document.getElementById(BLOCK_ID)?.focus({ preventScroll: true })
    }
    levelBefore.current = level
  }, [level])
}
