import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { decimal, money, plural, wholeMoney } from '#shared/spanish-numbers.ts'
import { getCalibration } from '../contract/calibration.ts'
import { togetherText } from './results-words.ts'

type Line = ReplyOf<typeof getCalibration>['rules'][number]

/** How the forecasts came true, openly; nothing until something has been measured. */
export function CalibrationPanel({ customerId }: { customerId: string }) {
  const { data } = useQuery(queryOf(getCalibration, { customerId }))
  if (!data || data.rules.length === 0) return null
  return (
    <section className="border-t border-line px-4 py-4 md:px-5">
      <h3 className="font-semibold">Cómo se han cumplido las previsiones</h3>
      <p className="mt-0.5 mb-3 max-w-prose text-sm text-ink-muted text-pretty">
        Lo previsto frente a lo medido de cada tipo de recomendación. El margen es el previsto más
        la duda de la medición: dentro deberían quedar 8 de cada 10. Las previsiones nuevas se
        corrigen con lo aprendido aquí y en otras cuentas.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label="Previsto y medido" tabIndex={0} className="overflow-x-auto">
        <table className="tabular w-full min-w-160 text-sm">
          <thead>
            <tr className="text-left text-xs text-ink-faint">
              <th scope="col" className="py-1 pr-3 font-medium">
                Tipo
              </th>
              <th scope="col" className="py-1 pr-3 font-medium">
                Veredictos
              </th>
              {['Previsto al mes', 'Medido al mes', 'Dentro del margen', 'Corrección'].map(
                (title) => (
                  <th key={title} scope="col" className="py-1 pl-3 text-right font-medium">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {data.rules.map((line) => (
              <Row key={line.rule} line={line} currencyCode={data.currencyCode} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function Row({ line, currencyCode }: { line: Line; currencyCode: string }) {
  const hasAmounts = line.cases > 0
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-1.5 pr-3 text-left font-medium">
        {line.ruleTitle}
      </th>
      <td className="py-1.5 pr-3 text-ink-muted">
        {verdictsText(line.verdicts)}
        {line.together && (
          <span className="block max-w-prose text-pretty">{togetherText(line.together)}</span>
        )}
      </td>
      <td className="py-1.5 pl-3 text-right">
        {hasAmounts ? wholeMoney(line.predictedMicros, currencyCode) : '—'}
      </td>
      <td className="py-1.5 pl-3 text-right">
        {hasAmounts ? money(line.measuredMicros, currencyCode) : '—'}
      </td>
      <td className="py-1.5 pl-3 text-right">
        {hasAmounts ? `${line.casesInRange} de ${line.cases}` : '—'}
      </td>
      <td className="py-1.5 pl-3 text-right">
        {line.casesOfAll > 0 ? (
          <>
            × {decimal(line.factor, 2)}
            <span className="block text-xs text-ink-faint">
              {plural(line.casesOfAll, 'caso', 'casos')}
            </span>
          </>
        ) : (
          '—'
        )}
      </td>
    </tr>
  )
}

function verdictsText({
  mejorado,
  sin_cambios,
  empeorado,
  no_concluyente,
}: Line['verdicts']): string {
  const parts: [number, string, string][] = [
    [mejorado, 'mejorado', 'mejorados'],
    [sin_cambios, 'sin cambios', 'sin cambios'],
    [empeorado, 'empeorado', 'empeorados'],
    [no_concluyente, 'no concluyente', 'no concluyentes'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => plural(count, one, many))
    .join(' · ')
}
