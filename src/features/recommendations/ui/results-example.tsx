import { MICROS } from '#shared/metrics.ts'
import { money } from '#shared/spanish-numbers.ts'
import { kindOf, MEASURED_RANGE, spanText } from '../contract/result-words.ts'
import { ResultBars } from './results-bars.tsx'
import { type ShownResult, scaleOf } from './results-scale.ts'
import { VerdictBadge } from './verdict-badge.tsx'

const EXAMPLES: readonly (ShownResult & { title: string })[] = [
  example('Excluye búsquedas que no venden', 'mejorado', [120, 210, 300], [150, 232, 315]),
  example('Sube el presupuesto de una campaña', 'empeorado', [40, 110, 180], [-130, -72, -15]),
  example('Baja pujas de palabras caras', 'no_concluyente', [20, 60, 100], [-35, 30, 95]),
]
const SCALE = scaleOf(EXAMPLES)

/** Three invented results as they will stand here, said to be invented. */
export function ResultsExample() {
  return (
    <figure className="w-full max-w-3xl text-left">
      <figcaption className="mb-1 text-center text-sm text-ink-faint">
        Un ejemplo, con cifras inventadas: arriba lo previsto, abajo lo medido.
      </figcaption>
      <ul className="@container divide-y divide-line rounded-card border border-dashed border-line-strong">
        {EXAMPLES.map((one) => (
          <li
            key={one.title}
            className="grid gap-x-5 gap-y-1.5 px-4 py-3 @2xl:grid-cols-[8.5rem_minmax(0,1fr)_9rem_11rem] @2xl:items-center"
          >
            <p>
              <VerdictBadge kind={kindOf(one)} />
            </p>
            <p className="font-medium text-pretty">{one.title}</p>
            <ResultBars row={one} scale={SCALE} />
            <p className="tabular text-sm">
              <span className="font-semibold">
                {money(one.measured?.estimate ?? 0, 'EUR')} al mes
              </span>{' '}
              <span className="text-ink-muted">
                {one.measured && `${spanText(one.measured, 'EUR')} ${MEASURED_RANGE}`}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </figure>
  )
}

type Ends = [low: number, estimate: number, high: number]

/** In € a month. */
function example(
  title: string,
  verdict: NonNullable<ShownResult['verdict']>,
  forecast: Ends,
  measured: Ends,
) {
  const [of, was] = [forecast, measured].map(([low, estimate, high]) => ({
    low: low * MICROS,
    estimate: estimate * MICROS,
    high: high * MICROS,
  }))
  return { title, verdict, standing: 'measured' as const, forecast: of!, measured: was! }
}
