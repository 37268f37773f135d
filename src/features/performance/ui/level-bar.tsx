import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from '#kit/router/link.tsx'
import { searchWith, useUrlState } from '#kit/url-state.ts'
import type { DayRange } from '#shared/dates.ts'
import { type Selection, selecting, useSelectedEntity } from './selection.ts'

type LevelBarProps = Selection & {
  customerId: string
  range: Partial<DayRange>
}

/** Where one is inside an account, and the way up; stays while the page scrolls. */
export function LevelBar(props: LevelBarProps) {
  const { campaignId, adGroupId } = props
  const { params } = useUrlState()
  const campaign = useSelectedEntity({ ...props, adGroupId: null })
  const selected = useSelectedEntity(props)
  const above = [
    { name: 'Campañas', selection: { campaignId: null, adGroupId: null } as Selection },
  ]
  if (adGroupId && campaign)
    above.push({ name: campaign.name, selection: { campaignId, adGroupId: null } })
  return (
    <nav
      aria-label="Nivel"
      className="sticky top-12 z-10 -mx-4 flex min-h-8 items-center border-b border-line bg-canvas px-4 text-sm md:-mx-8 md:px-8"
    >
      <ol className="flex min-w-0 items-center gap-1 text-ink-faint">
        {above.map(({ name, selection }) => (
          <li key={selection.campaignId} className="inline-flex min-w-0 items-center gap-1">
            <Link
              to={searchWith(params, selecting(selection))}
              title={name}
              className="truncate text-accent hover:underline"
            >
              {name}
            </Link>
            <ChevronRight aria-hidden="true" className="size-3.5 shrink-0" />
          </li>
        ))}
        <li
          aria-current="true"
          title={selected?.name}
          className="min-w-0 truncate font-medium text-ink"
        >
          {selected?.name}
        </li>
      </ol>
    </nav>
  )
}
