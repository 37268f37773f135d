import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId } from 'react'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { integer, plural, wholeMoney } from '#shared/spanish-numbers.ts'
import { type StepGroup, totalOfSeveral } from '../../contract/changes.ts'

type Chosen = { id: string; titulo: string; accountName: string; byHand: boolean }

/** What several would do together, equal steps as one line; closes as soon as it is decided: the rows tell the rest. */
export function BulkDialog(props: {
  chosen: readonly Chosen[]
  onClose: () => void
  onApply: (ids: string[]) => void
}) {
  const { chosen, onClose, onApply } = props
  const ids = chosen.map(({ id }) => id)
  const total = useQuery({ ...queryOf(totalOfSeveral, { ids }), staleTime: 0 })
  const accounts = new Set(chosen.map(({ accountName }) => accountName)).size
  return (
    <Dialog
      wide
      title={`Aplicar ${plural(ids.length, 'decisión', 'decisiones')} en ${plural(accounts, 'cuenta', 'cuentas')}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button look="primary" disabled={!total.data} onClick={() => onApply(ids)}>
            {total.data ? verbOf(total.data) : 'Aplicar'}
          </Button>
        </>
      }
    >
      {total.isPending && (
        <div role="status">
          <p className="mb-4 text-sm text-ink-muted">
            Sumando lo que harían juntos. Todavía no se envía nada…
          </p>
          <Skeleton className="h-32 w-full" />
        </div>
      )}
      {total.isError && (
        <ErrorPanel message={errorText(total.error)} onRetry={() => void total.refetch()} />
      )}
      {total.data && <Plan total={total.data} chosen={chosen} />}
    </Dialog>
  )
}

/** Counts what becomes different at Google, as the limits and the log do: a decision may be one change or thirty. */
function verbOf({ totals }: ReplyOf<typeof totalOfSeveral>): string {
  const changes = totals.reduce((sum, { steps }) => sum + steps, 0)
  return changes === 0 ? 'Anotar como hechas' : `Aplicar ${plural(changes, 'cambio', 'cambios')}`
}

function Plan(props: { total: ReplyOf<typeof totalOfSeveral>; chosen: readonly Chosen[] }) {
  const { totals, groups, measuredTogether } = props.total
  const byHand = props.chosen.filter((one) => one.byHand)
  const isOne = props.chosen.length === 1
  return (
    <>
      {totals.map((total) => (
        <TotalLine key={total.currencyCode} total={total} isOne={isOne} />
      ))}
      {totals.some(isForecast) && (
        <p className="text-sm text-ink-muted">
          En 8 de cada 10 casos.
          {!isOne && ' No es la suma de los extremos: no todo sale mal a la vez.'}
        </p>
      )}
      {groups.length > 0 && (
        <ul className="my-4 divide-y divide-line rounded-control border border-line">
          {groups.map((group) => (
            <li key={group.text}>
              <Group group={group} />
            </li>
          ))}
        </ul>
      )}
      {byHand.length > 0 && (
        <p className="mb-2 rounded-control bg-sunken px-3 py-2 text-sm text-pretty">
          {plural(byHand.length, 'se hace', 'se hacen')} a mano en Google Ads y aquí solo se{' '}
          {byHand.length === 1 ? 'anota' : 'anotan'}:{' '}
          {byHand.map(({ titulo }) => titulo).join('; ')}.
        </p>
      )}
      {measuredTogether > 0 && (
        <p className="mb-2 text-sm text-ink-muted text-pretty">
          {togetherText(measuredTogether, props.chosen.length)}
        </p>
      )}
      {groups.length > 0 && (
        <p className="text-sm text-ink-muted text-pretty">
          Cada cambio se comprueba en Google Ads antes de hacerlo; lo que no se pueda se queda en la
          lista con su motivo. Se anota quién y cuándo, y se puede deshacer.
        </p>
      )}
    </>
  )
}

/** Said before it is decided: one after the other, weeks apart, each would be known by itself. */
function togetherText(together: number, all: number): string {
  const who = together === all ? 'Todas comparten' : `${integer(together)} de ellas comparten`
  return `${who} campaña con otra: se medirán juntas, y se sabrá lo que hacen a la vez, no cada una.`
}

type Total = ReplyOf<typeof totalOfSeveral>['totals'][number]

const isForecast = ({ forecast }: Total) => forecast.lowMicros !== 0 || forecast.highMicros !== 0

function TotalLine({ total, isOne }: { total: Total; isOne: boolean }) {
  const { forecast, currencyCode, overlapping, monthlyBudgetMicros } = total
  const text = (micros: number) => wholeMoney(micros, currencyCode)
  return (
    <div className="tabular mb-2">
      {isForecast(total) && (
        <p className="text-lg font-semibold">
          {isOne ? 'De' : 'Juntos, de'} {text(forecast.lowMicros)} a {text(forecast.highMicros)}
          {forecast.lowMicros >= 0 && ' más'} al mes
        </p>
      )}
      {monthlyBudgetMicros !== 0 && (
        <p className="text-sm">
          El gasto puede {monthlyBudgetMicros > 0 ? 'subir' : 'bajar'} hasta{' '}
          {text(Math.abs(monthlyBudgetMicros))} al mes.
        </p>
      )}
      {overlapping.length > 0 && (
        <p className="text-sm text-ink-muted">
          No suma {overlapping.length === 1 ? 'una que habla' : `${overlapping.length} que hablan`}{' '}
          del mismo gasto que otra: {overlapping.join('; ')}.
        </p>
      )}
    </div>
  )
}

function Group({ group }: { group: StepGroup }) {
  const id = useId()
  const { text, count, accounts, shared, steps } = group
  const [only] = steps
  return (
    <details className="group px-3 py-2">
      <summary className="grid cursor-pointer list-none grid-cols-[1rem_1fr_auto] gap-x-2 rounded-control [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="mt-0.5 size-4 text-ink-faint group-open:rotate-90"
        />
        <span id={id} className="font-medium wrap-anywhere">
          {text}
          {count === 1 && only?.name ? ` «${only.name}»` : ''}
        </span>
        <span className="tabular text-ink-muted">
          {count > 1 && `${integer(count)} veces`}
          {accounts > 1 && ` · ${accounts} cuentas`}
        </span>
        {shared.length > 0 && (
          <span className="col-span-2 col-start-2">
            <Values values={shared} />
          </span>
        )}
      </summary>
      <ul aria-labelledby={id} className="mt-2 max-h-60 overflow-y-auto pl-6 text-sm">
        {steps.map(({ accountName, name, values }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of one account may read alike, and none moves
          <li key={at} className="flex flex-wrap gap-x-3 py-0.5">
            <span className="wrap-anywhere">
              {name && `«${name}» · `}
              <span className="text-ink-muted">{accountName}</span>
            </span>
            <Values values={values} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Values({ values }: { values: StepGroup['shared'] }) {
  return values.map(({ label, before, after }) => (
    <span key={label} className="tabular flex flex-wrap items-center gap-x-1.5 text-sm">
      <span className="text-ink-muted">{label}</span>
      {before !== null && (
        <>
          {before}
          <ArrowRight aria-label="pasa a" className="size-3.5 text-ink-faint" />
        </>
      )}
      <span className="font-medium">{after ?? 'se quita'}</span>
    </span>
  ))
}
