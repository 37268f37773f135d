import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { loadErrorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { MICROS } from '#shared/metrics.ts'
import { money, shortDay, wholeMoney, wholeMoneyRange } from '#shared/spanish-numbers.ts'
import { getPace, type PacePlace } from '../contract/pace.ts'
import { BudgetForm } from './budget-form.tsx'
import { PaceChart } from './pace-chart.tsx'
import { spentText } from './spent-text.ts'

/** How the month's spend is running: drawn for the account, and a line for each campaign. */
export function PaceBlock(props: {
  customerId: string
  campaignId: string | null
  readOnly: boolean
}) {
  const { customerId, campaignId, readOnly } = props
  const query = useQuery(queryOf(getPace, { customerId }))
  if (query.isPending)
    return (
      <div role="status" aria-label="Cargando el ritmo del mes" className="px-4 py-4 md:px-5">
        <Skeleton className="h-84 w-full" />
      </div>
    )
  if (!query.data)
    return (
      <ErrorPanel
        message={loadErrorText(query.error, 'la carga del ritmo del mes')}
        onRetry={() => void query.refetch()}
      />
    )
  const { account, campaigns, currencyCode } = query.data
  const shown = campaigns.find((one) => one.campaignId === campaignId) ?? account
  const summary = paceSummary(shown, currencyCode)
  return (
    <div className="@container flex flex-col gap-4 px-4 py-4 md:px-5">
      <div className="grid items-start gap-6 @min-[58rem]:grid-cols-[3fr_2fr]">
        <div className="min-w-0">
          <p className="mb-2 font-semibold text-pretty">{summary}</p>
          {shown.days.length > 0 && (
            <>
              <PaceChart place={shown} currencyCode={currencyCode} summary={summary} />
              <p className="mt-1 text-xs text-ink-muted">
                Línea: lo gastado. Franja: dónde acaban 8 de cada 10 meses que van así. Google puede
                gastar en un día el doble del presupuesto diario, y en un mes no más de 30,4 veces.
              </p>
            </>
          )}
        </div>
        <BudgetForm
          key={shown.campaignId}
          customerId={customerId}
          place={shown}
          currencyCode={currencyCode}
          readOnly={readOnly}
        />
      </div>
      {campaigns.length > 0 && shown === account && (
        <CampaignPaces campaigns={campaigns} currencyCode={currencyCode} />
      )}
    </div>
  )
}

/** 'Van 1.234,50 €. A fin de mes, de 1.800 a 2.100 €: el presupuesto se agota hacia el 26 nov.' */
function paceSummary(place: PacePlace, currency: string): string {
  const { forecast, budget, runsOut, knownTo } = place
  const gone = spentText(place, currency)
  if (knownTo) return gone
  if (!forecast && runsOut?.day)
    return `${gone} Los ${wholeMoney((budget ?? 0) * MICROS, currency)} del mes se agotaron el ${shortDay(runsOut.day)}.`
  if (!forecast) return `${gone} Con tan pocos días de gasto aún no se puede prever el resto.`
  const range = wholeMoneyRange(
    { low: forecast.low * MICROS, high: forecast.high * MICROS },
    currency,
  )
  const end = `${gone} A fin de mes, ${range}`
  if (budget === null) return `${end}.`
  const limit = wholeMoney(budget * MICROS, currency)
  if (!runsOut) return `${end}, por debajo de los ${limit} del mes.`
  if (!runsOut.day)
    return `${end}: puede que se agoten los ${limit} del mes, no antes del ${shortDay(runsOut.earliest ?? '')}.`
  const span = [
    runsOut.earliest && `no antes del ${shortDay(runsOut.earliest)}`,
    runsOut.latest && `como tarde el ${shortDay(runsOut.latest)}`,
  ].filter((text) => text)
  return `${end}: los ${limit} del mes se agotan hacia el ${shortDay(runsOut.day)} (${span.join(', ')}).`
}

function CampaignPaces(props: { campaigns: readonly PacePlace[]; currencyCode: string }) {
  const { currencyCode } = props
  const campaigns = props.campaigns.toSorted((a, b) => (b.spent ?? 0) - (a.spent ?? 0))
  // Two columns of dashes would say nothing.
  const haveBudgets = campaigns.some(({ budget }) => budget !== null)
  const range = ({ forecast }: PacePlace) =>
    forecast
      ? wholeMoneyRange({ low: forecast.low * MICROS, high: forecast.high * MICROS }, currencyCode)
      : '—'
  /** What the columns say that a phone has no room for. */
  const restOf = (one: PacePlace) => {
    const { budget, runsOut } = one
    const parts = [
      `a fin de mes, ${range(one)}`,
      ...(budget === null ? [] : [`presupuesto ${wholeMoney(budget * MICROS, currencyCode)}`]),
      ...(runsOut?.day ? [`se agota el ${shortDay(runsOut.day)}`] : []),
    ]
    return parts.join(' · ')
  }
  return (
    <div className="overflow-x-auto">
      <table className="tabular w-full text-sm sm:min-w-120">
        <caption className="sr-only">Ritmo por campaña</caption>
        <thead className="text-xs text-ink-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-1.5 text-left font-medium">
              Campaña
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Gastado
            </th>
            <th
              scope="col"
              className="py-1.5 pl-3 text-right font-medium whitespace-nowrap max-sm:hidden"
            >
              A fin de mes
            </th>
            {haveBudgets && (
              <>
                <th
                  scope="col"
                  className="py-1.5 pl-3 text-right font-medium whitespace-nowrap max-sm:hidden"
                >
                  Presupuesto
                </th>
                <th
                  scope="col"
                  className="py-1.5 pl-3 text-right font-medium whitespace-nowrap max-sm:hidden"
                >
                  Se agota
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {campaigns.map((one) => (
            <tr key={one.campaignId} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal wrap-anywhere">
                <span className="line-clamp-2" title={one.name}>
                  {one.name}
                </span>
                <span className="block text-xs text-ink-muted sm:hidden">{restOf(one)}</span>
              </th>
              <td className="py-1.5 text-right whitespace-nowrap">
                {one.spent === null ? '—' : money(one.spent * MICROS, currencyCode)}
              </td>
              <td className={wideCellClass}>{range(one)}</td>
              {haveBudgets && (
                <>
                  <td className={wideCellClass}>
                    {one.budget === null ? '—' : wholeMoney(one.budget * MICROS, currencyCode)}
                  </td>
                  <td className={wideCellClass}>
                    {one.runsOut?.day ? shortDay(one.runsOut.day) : '—'}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const wideCellClass = 'py-1.5 pl-3 text-right whitespace-nowrap max-sm:hidden'
