import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import FileText from 'lucide-react/icons/file-text'
import { Fragment, type ReactNode, useState } from 'react'
import { classes } from '#kit/class-names.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { Menu, MenuItem } from '#kit/components/menu.tsx'
import { paths } from '#kit/paths.ts'
import { useNavigate } from '#kit/router/router.tsx'
import { integer, money, percent, quantity } from '#shared/spanish-numbers.ts'
import {
  campaignTypeName,
  derivedStatus,
  figureText,
  googleAdsUrl,
  lostShareText,
  type PriceName,
  priceText,
  type RecentCampaign,
} from './recent-campaign.ts'

const FIRST_ROWS = 10

type Column = {
  title: string
  isFigure?: boolean
  /** Where there is no room for a column, its value stands among the details. */
  at?: { cell: string; detail: string }
  content: (campaign: RecentCampaign) => ReactNode
}

const ON_WIDE = { cell: 'max-[85rem]:hidden', detail: 'min-[85rem]:hidden' }
const ON_LAPTOP = { cell: 'max-lg:hidden', detail: 'lg:hidden' }
const ON_TABLET = { cell: 'max-md:hidden', detail: 'md:hidden' }

const COLUMNS: readonly Column[] = [
  { title: 'Type', at: ON_WIDE, content: campaignTypeName },
  { title: 'Status', at: ON_LAPTOP, content: (campaign) => <Status campaign={campaign} /> },
  {
    title: 'Budget',
    at: ON_WIDE,
    isFigure: true,
    content: ({ budget_micros, currencyCode }) =>
      budget_micros === null ? '—' : `${money(budget_micros, currencyCode)}/day`,
  },
  {
    title: 'Impressions',
    at: ON_TABLET,
    isFigure: true,
    content: (row) => figureText(row, ['impressions'], () => integer(row.metrics.impressions)),
  },
  {
    title: 'Clicks',
    at: ON_TABLET,
    isFigure: true,
    content: (row) => figureText(row, ['clicks'], () => integer(row.metrics.clicks)),
  },
  {
    title: 'CTR',
    at: ON_WIDE,
    isFigure: true,
    content: (row) => figureText(row, ['clicks', 'impressions'], () => percent(row.metrics.ctr)),
  },
  {
    title: 'Cost',
    isFigure: true,
    content: (row) =>
      figureText(row, ['costMicros'], () => money(row.metrics.cost_micros, row.currencyCode)),
  },
]

/** The campaigns of the chosen accounts, each amount in its account's currency. */
export function RecentCampaigns({ campaigns }: { campaigns: readonly RecentCampaign[] }) {
  const [rows, setRows] = useState(FIRST_ROWS)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Recent Campaigns" className="relative overflow-x-auto">
        <table className="w-full">
          <caption className="sr-only">Recent Campaigns</caption>
          <thead>
            <tr className="bg-sunken text-xs text-ink-muted">
              <th scope="col" className="px-3 py-2 pl-4 text-left font-medium md:pl-5">
                Campaign
              </th>
              {COLUMNS.map((column) => (
                <th
                  key={column.title}
                  scope="col"
                  className={classes('px-3 py-2 font-medium', placeOf(column))}
                >
                  {column.title}
                </th>
              ))}
              <th scope="col" className="py-2 pr-5 pl-3">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {campaigns.slice(0, rows).map((campaign) => (
              <Row key={`${campaign.customerId} ${campaign.id}`} campaign={campaign} />
            ))}
          </tbody>
        </table>
      </section>
      {campaigns.length > rows && (
        <footer className="border-t border-line px-4 py-2 text-center">
          <Button size="sm" look="ghost" onClick={() => setRows(rows + FIRST_ROWS)}>
            Show more ({integer(campaigns.length - rows)} left)
          </Button>
        </footer>
      )}
    </>
  )
}

function Row({ campaign }: { campaign: RecentCampaign }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Fragment>
      <tr className="border-t border-line">
        <th
          scope="row"
          className="min-w-36 px-3 py-2 pl-4 text-left font-medium md:pl-5 lg:min-w-52"
        >
          <span className="line-clamp-2 wrap-anywhere" title={campaign.name}>
            {campaign.name}
          </span>
          <span
            className="line-clamp-1 text-sm font-normal wrap-anywhere text-ink-faint"
            title={campaign.accountName}
          >
            {campaign.accountName}
          </span>
        </th>
        {COLUMNS.map((column) => (
          <td
            key={column.title}
            className={classes('tabular px-3 py-2 whitespace-nowrap', placeOf(column))}
          >
            {column.content(campaign)}
          </td>
        ))}
        <td className="py-2 pr-2 text-right md:pr-5 md:pl-3">
          <Actions campaign={campaign} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS.length + 2} className="bg-sunken px-5 py-3">
            <Details campaign={campaign} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

function Actions(props: { campaign: RecentCampaign; isOpen: boolean; onToggle: () => void }) {
  const { campaign, isOpen, onToggle } = props
  const navigate = useNavigate()
  const report = `${paths.account(campaign.customerId)}?campaign=${campaign.id}`
  return (
    <Menu
      label={`Actions for ${campaign.name}`}
      trigger={<Ellipsis aria-hidden="true" className="size-4.5" />}
      triggerClass="inline-flex size-9 items-center justify-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
    >
      <MenuItem icon={isOpen ? <ChevronUp /> : <ChevronDown />} onSelect={onToggle}>
        {isOpen ? 'Hide Details' : 'Show Details'}
      </MenuItem>
      <MenuItem icon={<FileText />} onSelect={() => navigate(report)}>
        View Full Report
      </MenuItem>
      {campaign.isInGoogle && (
        <MenuItem
          icon={<ExternalLink />}
          onSelect={() => window.open(googleAdsUrl(campaign), '_blank', 'noopener,noreferrer')}
        >
          Edit Campaign
        </MenuItem>
      )}
    </Menu>
  )
}

function placeOf({ isFigure, at }: Column): string {
  return classes(isFigure ? 'text-right' : 'text-left', at?.cell)
}

function Status({ campaign }: { campaign: RecentCampaign }) {
  const { tone, text } = derivedStatus(campaign)
  return (
    <Badge tone={tone} dot isUsual={tone === 'success'}>
      {text}
    </Badge>
  )
}

function Details({ campaign }: { campaign: RecentCampaign }) {
  const { metrics } = campaign
  const when = (needs: Parameters<typeof figureText>[1], text: () => string) =>
    figureText(campaign, needs, text)
  const price = (name: PriceName) => () => priceText(campaign, name)
  const figures = [
    ['Conversions', when(['conversionsMicros'], () => quantity(metrics.conversions))],
    ['All conversions', metrics.all_conversions === null ? '—' : quantity(metrics.all_conversions)],
    [
      'Cost per conversion',
      when(['costMicros', 'conversionsMicros'], price('cost_per_conversion')),
    ],
    ['Average CPC', when(['costMicros', 'clicks'], price('average_cpc'))],
    ['Conversion rate', when(['conversionsMicros', 'clicks'], () => percent(metrics.conv_rate))],
    ['Impression share lost (rank)', lostShareText(metrics.search_rank_lost_impression_share)],
    ['Impression share lost (budget)', lostShareText(metrics.search_budget_lost_impression_share)],
  ]
  return (
    <dl className="tabular grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-6 gap-y-2">
      {COLUMNS.map(({ title, at, content }) => (
        <div key={title} className={at?.detail ?? 'hidden'}>
          <dt className="text-sm text-ink-faint">{title}</dt>
          <dd className="font-medium">{content(campaign)}</dd>
        </div>
      ))}
      {figures.map(([title, value]) => (
        <div key={title}>
          <dt className="text-sm text-ink-faint">{title}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
