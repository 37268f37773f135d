import ChartLine from 'lucide-react/icons/chart-line'
import Link2 from 'lucide-react/icons/link-2'
import Sparkles from 'lucide-react/icons/sparkles'
import { Card } from '#kit/components/card.tsx'
import { SectionFrame } from './section-frame.tsx'

const FEATURES = [
  {
    Icon: Link2,
    title: 'Easy advertising-account integration',
    text: 'Connect Google Ads with one secure authorisation, manager (MCC) accounts and their sub-accounts included. No connection yet? Drop in a report you downloaded from Google Ads.',
  },
  {
    Icon: Sparkles,
    title: 'AI-powered analysis',
    text: 'Statistical models go through search terms, keywords and budgets, and speak up only when the data carries it. Few clicks are treated as few clicks, not as a verdict.',
  },
  {
    Icon: ChartLine,
    title: 'Performance tracking',
    text: 'Spend, clicks, conversions and their cost, day by day and down to the ad group, each compared with the period before, in the currency of the account.',
  },
]

export function Features() {
  return (
    <SectionFrame
      id="features"
      title="From raw numbers to a decision"
      lead="Everything a search advertiser checks by hand each week, read for you each day."
    >
      <ul className="mt-8 grid gap-4 md:grid-cols-3">
        {FEATURES.map(({ Icon, title, text }) => (
          <li key={title} className="flex">
            <Card className="flex-1 p-6">
              <Icon aria-hidden="true" className="size-5 text-ink-faint" />
              <h3 className="mt-4 text-lg font-semibold text-balance">{title}</h3>
              <p className="mt-2 text-ink-muted text-pretty">{text}</p>
            </Card>
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
