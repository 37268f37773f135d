import { classes } from '#kit/class-names.ts'
import { type Kind, kindOf } from '../contract/result-words.ts'
import { type Scale, type ShownResult, shareOf } from './results-scale.ts'

/** What was forecast above, hollow, and what was measured below, filled; both with their middle. */
export function ResultBars({ row, scale }: { row: ShownResult; scale: Scale }) {
  const at = (micros: number) => 2 + shareOf(micros, scale) * 96
  const { forecast, measured } = row
  const kind = kindOf(row)
  // In the sum an undone one is pale; by itself it must be seen on white.
  const fill = kind === 'undone' ? 'fill-line-strong' : FILLS[kind]
  return (
    <svg aria-hidden="true" className="h-8 w-full" preserveAspectRatio="none">
      <line
        x1={`${at(0)}%`}
        x2={`${at(0)}%`}
        y1="0"
        y2="32"
        className="stroke-line-strong"
        strokeWidth="1"
      />
      {forecast && (
        <>
          <rect
            x={`${at(forecast.low)}%`}
            width={`${Math.max(0.6, at(forecast.high) - at(forecast.low))}%`}
            y="4"
            height="8"
            className="fill-none stroke-ink-faint"
            strokeWidth="1"
          />
          <Middle at={at(forecast.estimate)} y={2} className="fill-ink-faint" />
        </>
      )}
      {measured && (
        <>
          <rect
            x={`${at(measured.low)}%`}
            width={`${Math.max(0.6, at(measured.high) - at(measured.low))}%`}
            y="20"
            height="8"
            fillOpacity="0.45"
            className={fill}
          />
          {kind !== 'open' && <Middle at={at(measured.estimate)} y={18} className={fill} />}
        </>
      )}
    </svg>
  )
}

function Middle({ at, y, className }: { at: number; y: number; className: string }) {
  return <rect x={`${at - 0.6}%`} width="1.2%" y={y} height="12" className={className} />
}

const FILLS: Record<Kind, string> = {
  won: 'fill-better-fill',
  lost: 'fill-worse-fill',
  same: 'fill-ink-faint',
  open: 'fill-doubt-fill',
  measuring: 'fill-line-strong',
  undone: 'fill-line',
  unmeasured: 'fill-line',
  failed: 'fill-line',
}

/** How much of the time to measure has passed; the words beside it say how much is left. */
export function ProgressBar({ done }: { done: number }) {
  return (
    <svg aria-hidden="true" className="h-2 w-full" preserveAspectRatio="none">
      <rect width="100%" height="8" className="fill-sunken" />
      <rect width={`${done * 100}%`} height="8" className="fill-ink-muted" />
    </svg>
  )
}

/** How many came out which way, each as wide as its number. */
export function VerdictBar({ counts }: { counts: readonly { kind: Kind; count: number }[] }) {
  const all = counts.reduce((sum, { count }) => sum + count, 0) || 1
  const places = counts.map(({ kind, count }, i) => ({
    kind,
    from: (counts.slice(0, i).reduce((sum, one) => sum + one.count, 0) / all) * 100,
    width: (count / all) * 100,
  }))
  return (
    <svg aria-hidden="true" className="h-3 w-full" preserveAspectRatio="none">
      {places.map(({ kind, from, width }) => (
        <rect
          key={kind}
          x={`${from}%`}
          width={`${width}%`}
          y="0"
          height="12"
          className={classes(FILLS[kind], 'stroke-surface')}
          strokeWidth="2"
        />
      ))}
    </svg>
  )
}
