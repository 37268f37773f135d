import type { Measured } from '#shared/measured.ts'
import { money, signedPercent } from '#shared/spanish-numbers.ts'
import { Badge, type Tone } from './badge.tsx'

const VERDICTS: Record<Measured['verdict'], { text: string; tone: Tone }> = {
  mejorado: { text: 'Mejorado', tone: 'success' },
  sin_cambios: { text: 'Sin cambios', tone: 'neutral' },
  empeorado: { text: 'Empeorado', tone: 'danger' },
  no_concluyente: { text: 'No concluyente', tone: 'warning' },
}

export function MeasuredVerdict({ measured }: { measured: Measured }) {
  const { text, tone } = VERDICTS[measured.verdict]
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  )
}

/** The verdict's figures with their intervals, and what else happened meanwhile. */
export function MeasuredResult(props: { measured: Measured; currencyCode: string }) {
  const { kpi, monthlyMicros, confounders, note } = props.measured
  // Nothing is known to the last digit: an interval without width is one that could not be computed.
  const isCompared = kpi.change.low !== kpi.change.high
  const euros = (micros: number) => money(micros, props.currencyCode)
  return (
    <div className="mt-3 rounded-control bg-sunken px-3 py-2 text-sm">
      <dl className="tabular flex flex-wrap gap-x-6 gap-y-1">
        {isCompared && (
          <div className="flex flex-wrap gap-x-1.5">
            <dt className="text-ink-faint">{kpi.label}</dt>
            <dd className="font-semibold">{signedPercent(kpi.change.estimate)}</dd>
            <dd className="text-ink-muted">
              (entre {signedPercent(kpi.change.low)} y {signedPercent(kpi.change.high)})
            </dd>
          </div>
        )}
        {monthlyMicros && (
          <div className="flex flex-wrap gap-x-1.5">
            <dt className="text-ink-faint">Medido al mes</dt>
            <dd className="font-semibold">{euros(monthlyMicros.estimate)}</dd>
            <dd className="text-ink-muted">
              (entre {euros(monthlyMicros.low)} y {euros(monthlyMicros.high)})
            </dd>
          </div>
        )}
      </dl>
      {note && <p className="mt-1 text-ink-muted text-pretty">{note}</p>}
      {confounders.length > 0 && (
        <details className="mt-1">
          <summary className="w-fit rounded-sm text-accent">
            Qué más cambió mientras se medía ({confounders.length})
          </summary>
          <ul className="mt-1 list-disc pl-5 text-ink-muted">
            {confounders.map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
