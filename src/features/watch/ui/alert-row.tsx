import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'
import { Suspense } from 'react'
import { Button } from '#kit/components/button.tsx'
import { late } from '#kit/late.tsx'
import type { AlertRow } from '../contract/alerts.ts'
import { AlertEvidencePlace } from './alerts-place.tsx'
import { BandSpark } from './band-spark.tsx'

const AlertEvidence = late(() =>
  import('./alert-evidence.tsx').then((module) => module.AlertEvidence),
)

const TONES = {
  better: { className: 'text-success', text: 'A mejor' },
  worse: { className: 'text-danger', text: 'A peor' },
  neutral: { className: 'text-warning', text: 'Fuera de lo normal' },
} as const

/** One figure outside its band; what it is made of opens below it. */
export function AlertRowView(props: {
  row: AlertRow
  isOpen: boolean
  withoutAccount: boolean
  onToggle: () => void
  onSeen: () => void
}) {
  const { row, isOpen, withoutAccount, onToggle, onSeen } = props
  const { className, text } = TONES[row.tone]
  const Sign = row.seen > row.expected ? TrendingUp : TrendingDown
  const place = [
    ...(withoutAccount ? [] : [row.accountName]),
    ...(row.campaignName ? [row.campaignName] : []),
    ...(row.cause ? [row.cause] : []),
  ].join(' · ')
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="relative flex min-h-14 items-center gap-3 px-4 hover:bg-hover">
        <Sign aria-hidden="true" className={`size-5 shrink-0 ${className}`} />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="whole-row-button flex-1"
        >
          <span className="sr-only">{text}: </span>
          <span className="line-clamp-1 font-semibold wrap-anywhere">{row.title}</span>
          <span className="line-clamp-1 text-xs text-ink-muted wrap-anywhere" title={place}>
            {place}
          </span>
        </button>
        <BandSpark row={row} className="hidden shrink-0 @min-[42rem]:block" />
        <Button
          size="sm"
          look="ghost"
          className="relative z-10 max-sm:hidden"
          aria-label={`Visto: ${row.title}`}
          onClick={onSeen}
        >
          Visto
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={<AlertEvidencePlace />}>
          <AlertEvidence row={row} />
          <div className="px-4 pb-3 sm:hidden">
            <Button onClick={onSeen}>Visto</Button>
          </div>
        </Suspense>
      )}
    </li>
  )
}
