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
  useFocusAfterChange(selection)
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

/** The clicked row is gone after a change of level: the focus stays in the block, and on the way back it is on that row again. */
function useFocusAfterChange({ campaignId, adGroupId }: Selection) {
  const before = useRef<Selection>({ campaignId, adGroupId })
  useEffect(() => {
    const left = before.current
    before.current = { campaignId, adGroupId }
    const block = document.getElementById(BLOCK_ID)
    if (!block || (left.campaignId === campaignId && left.adGroupId === adGroupId)) return
    if (document.activeElement === document.body) block.focus({ preventScroll: true })
    const held = document.activeElement
    const opened = openedRow(left, { campaignId, adGroupId })
    if (!opened || !block.contains(held) || focusRow(block, opened)) return
    // Its list is on its way; a focus that has gone elsewhere meanwhile is left there.
    const rows = new MutationObserver(() => {
      const isHeld = [held, document.body].includes(document.activeElement)
      if (!isHeld || focusRow(block, opened)) rows.disconnect()
    })
    rows.observe(block, { childList: true, subtree: true })
    return () => rows.disconnect()
  }, [campaignId, adGroupId])
}

/** What the row's link says in the address, after a change to a level above it. */
function openedRow(left: Selection, now: Selection): { name: string; id: string } | null {
  if (left.campaignId && !now.campaignId) return { name: 'campaign', id: left.campaignId }
  if (!left.adGroupId || now.adGroupId || left.campaignId !== now.campaignId) return null
  return { name: 'adgroup', id: left.adGroupId }
}

function focusRow(block: HTMLElement, { name, id }: { name: string; id: string }): boolean {
  const links = [...block.querySelectorAll<HTMLAnchorElement>('a[href]')]
  const row = links.find((link) => new URL(link.href).searchParams.get(name) === id)
  row?.focus()
  return row !== undefined
}
