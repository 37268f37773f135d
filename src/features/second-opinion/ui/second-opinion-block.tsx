import { Suspense } from 'react'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { Tabs } from '#kit/components/tabs.tsx'
import { late } from '#kit/late.tsx'
import { useUrlState } from '#kit/url-state.ts'
import { AdviceList } from './advice-list.tsx'
import { ListSkeleton } from './list-skeleton.tsx'

const AutomaticList = late(() =>
  import('./automatic-list.tsx').then((module) => module.AutomaticList),
)

/** What Google recommends, with our verdict, and what it changes without asking; the tab is in the address. */
export function SecondOpinionBlock(props: {
  customerId: string
  /** The campaign that the page is looking into. */
  campaignId: string | null
}) {
  const { params, change } = useUrlState()
  const tab = params.get('so') === 'automaticos' ? 'automaticos' : 'google'
  return (
    <Tabs
      inset
      label="Segunda opinión"
      tabs={[
        { id: 'google', label: 'Recomendaciones de Google' },
        { id: 'automaticos', label: 'Cambios automáticos' },
      ]}
      selected={tab}
      onSelect={(id) => change({ so: id === 'google' ? null : id, sopage: null })}
    >
      <BlockBoundary>
        {tab === 'google' ? (
          <AdviceList {...props} />
        ) : (
          <Suspense fallback={<ListSkeleton label="Cargando cambios automáticos" />}>
            <AutomaticList {...props} />
          </Suspense>
        )}
      </BlockBoundary>
    </Tabs>
  )
}
