import { Tabs } from '#kit/components/tabs.tsx'
import { oneOf, useUrlState } from '#kit/url-state.ts'
import { CampaignSpend } from './campaign-spend.tsx'
import { DeviceSplit } from './device-split.tsx'
import { HeatMap } from './heat-map.tsx'
import { PlaceSplit } from './place-split.tsx'
import type { SplitProps } from './split-query.tsx'

const TABS = [
  { id: 'hours', label: 'Horas y días' },
  { id: 'devices', label: 'Dispositivos' },
  { id: 'places', label: 'Lugares' },
  { id: 'campaigns', label: 'Gasto por campaña' },
] as const

/** When, where and on what the money goes. */
export function SplitsBlock(props: SplitProps) {
  const { params, change } = useUrlState()
  const selected =
    oneOf(['hours', 'devices', 'places', 'campaigns'], params.get('split')) ?? 'hours'
  return (
    <Tabs
      inset
      label="Reparto por"
      tabs={TABS}
      selected={selected}
      onSelect={(id) => change({ split: id }, { replace: true })}
    >
      <div className="min-h-84 px-4 py-4 md:px-5">
        {selected === 'hours' && <HeatMap {...props} />}
        {selected === 'devices' && <DeviceSplit {...props} />}
        {selected === 'places' && <PlaceSplit {...props} />}
        {selected === 'campaigns' && <CampaignSpend {...props} />}
      </div>
    </Tabs>
  )
}
