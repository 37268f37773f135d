import { changeText, hasOwnAmount } from '#shared/measured.ts'
import type { MeasuredOnWire } from '#shared/measured-on-wire.ts'
import { money } from '#shared/spanish-numbers.ts'
import { Badge, type Tone } from './badge.tsx'

const VERDICTS: Record<MeasuredOnWire['verdict'], { text: string; tone: Tone }> = {
  mejorado: { text: 'Mejorado', tone: 'success' },
  sin_cambios: { text: 'Sin cambios', tone: 'neutral' },
  empeorado: { text: 'Empeorado', tone: 'danger' },
  no_concluyente: { text: 'No concluyente', tone: 'warning' },
}

export function MeasuredVerdict({ measured }: { measured: MeasuredOnWire }) {
  const { text, tone } = VERDICTS[measured.verdict]
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  )
}

/** The verdict's figures with their intervals, net money first, and what else happened meanwhile. */
export function MeasuredResult(props: { measured: MeasuredOnWire; currencyCode: string }) {
  const { kpi, monthlyMicros, money: parts, confounders, note } = props.measured
  const euros = (micros: number) => money(micros, props.currencyCode)
  const changes = parts
    ? [
        { label: 'Coste', change: parts.cost },
        {
          label: parts.isByValue ? 'Valor de las conversiones' : 'Conversiones',
          change: parts.conversions,
        },
      ]
    : [kpi]
  const isCompared = changes.some(({ change }) => change.low !== change.high)
  const isShown = monthlyMicros && hasOwnAmount(props.measured)
  // Where it may be chance a middle would be read as what came of it.
  const isOpen = props.measured.verdict === 'no_concluyente'
  return (
    <div className="mt-3 rounded-control bg-sunken px-3 py-2 text-sm">
      <dl className="tabular flex flex-wrap gap-x-6 gap-y-1">
        {isShown && (
          <div className="flex flex-wrap gap-x-1.5">
            <dt className="text-ink-faint">{parts ? 'Neto al mes' : 'Medido al mes'}</dt>
            {!isOpen && <dd className="font-semibold">{euros(monthlyMicros.estimate)}</dd>}
            <dd className="text-ink-muted">
              {isOpen ? '' : '('}entre {euros(monthlyMicros.low)} y {euros(monthlyMicros.high)}
              {isOpen ? '' : ')'}
            </dd>
          </div>
        )}
        {isCompared &&
          changes.map(({ label, change }) => (
            <div key={label} className="flex flex-wrap gap-x-1.5">
              <dt className="text-ink-faint">{label}</dt>
              <dd>{changeText(change)}</dd>
            </div>
          ))}
      </dl>
      {isShown && parts?.worthMicros && (
        <p className="mt-1 text-ink-muted text-pretty">
          {parts.isByValue
            ? 'Aquí se puja por el valor: cuenta lo que trae cada conversión, y una de valor medio son'
            : 'Cada conversión cuenta'}{' '}
          {euros(parts.worthMicros)}: {parts.worthText}.
        </p>
      )}
      {[note, ...(parts?.leftOut ?? [])].map(
        (text) =>
          text && (
            <p key={text} className="mt-1 text-ink-muted text-pretty">
              {text}
            </p>
          ),
      )}
      {confounders.length > 0 && <Confounders texts={confounders} />}
    </div>
  )
}

function Confounders({ texts }: { texts: readonly string[] }) {
  return (
    <details className="mt-1">
      <summary className="w-fit rounded-sm text-accent">
        Qué más cambió mientras se medía ({texts.length})
      </summary>
      <ul className="mt-1 list-disc pl-5 text-ink-muted">
        {texts.map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
