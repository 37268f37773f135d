import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { amountOf, typedAmount } from '#kit/amount-text.ts'
import { Button } from '#kit/components/button.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { MICROS } from '#shared/metrics.ts'
import { money } from '#shared/spanish-numbers.ts'
import { getValues, setValues, undoValue, type ValueEntry } from '../contract/values.ts'
import { SaveAndAnalyse, useAnalysedAnew } from './analysed-anew.tsx'
import { stillTyped } from './still-typed.ts'

/** Loaded when it is opened. */
export function ValuesForm({ customerId }: { customerId: string }) {
  const query = useQuery({ ...queryOf(getValues, { customerId }), staleTime: 0 })
  if (query.isPending) return <Skeleton className="mt-3 h-64 w-full max-w-xl" />
  if (!query.data)
    return <ErrorPanel message={errorText(query.error)} onRetry={() => void query.refetch()} />
  return <Fields customerId={customerId} known={query.data} />
}

type Known = ReplyOf<typeof getValues>
/** By the key of the entry; without what was saved or taken back. */
type Typed = Readonly<Record<string, string>>

function Fields({ customerId, known }: { customerId: string; known: Known }) {
  const [typed, setTyped] = useState<Typed>({})
  const { mutate, isPending, error } = useAnalysedAnew(setValues, getValues, 'Valores guardados')
  const changes = known.valores.filter((one) => isChanged(one, typed[keyOf(one)]))
  const areAmounts = changes.every((one) => isAmount(typed[keyOf(one)] ?? ''))
  const fields = { customerId, currency: known.moneda, typed, setTyped }
  return (
    <form
      className="mt-3 flex max-w-xl flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!areAmounts || changes.length === 0) return
        const cambios = changes.map((one) => ({
          ambito: one.ambito,
          id: one.id,
          valor: typedValue(typed[keyOf(one)] ?? ''),
        }))
        mutate(
          { customerId, cambios },
          { onSuccess: () => setTyped((all) => stillTyped(all, typed)) },
        )
      }}
    >
      <p className="text-sm text-ink-muted">
        Una conversión aquí vale… Lo que digas de una campaña manda sobre su CPA o ROAS objetivo; lo
        que digas de un tipo de conversión se usa donde la campaña no tiene objetivo propio, y solo
        si lo dices de casi todas. Donde no digas nada, las recomendaciones dicen con qué comparan.
      </p>
      <Group title="Por tipo de conversión" entries={of(known, 'conversion')} {...fields} />
      <Group title="Por campaña" entries={of(known, 'campana')} {...fields} />
      <SaveAndAnalyse error={error} isPending={isPending} />
    </form>
  )
}

type GroupProps = {
  title: string
  entries: readonly ValueEntry[]
  customerId: string
  currency: string
  typed: Typed
  setTyped: (change: (typed: Typed) => Typed) => void
}

function Group({ title, entries, customerId, currency, typed, setTyped }: GroupProps) {
  if (entries.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{title}</legend>
      {entries.map((one) => {
        const text = typed[keyOf(one)] ?? textOf(one.valor)
        return (
          <div key={keyOf(one)} className="flex flex-col gap-1">
            <TextField
              label={`${one.nombre} (${currency})`}
              inputMode="decimal"
              value={text}
              error={isAmount(text) ? undefined : 'Escribe un importe, por ejemplo 12,50.'}
              onChange={(event) => {
                const { value } = event.target
                setTyped((all) => ({ ...all, [keyOf(one)]: value }))
              }}
            />
            {one.anterior !== undefined && (
              <Before
                customerId={customerId}
                currency={currency}
                entry={one}
                onUndone={() =>
                  setTyped((all) => stillTyped(all, { [keyOf(one)]: all[keyOf(one)] ?? '' }))
                }
              />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

/** What it was before, one click away. */
function Before(props: {
  customerId: string
  currency: string
  entry: ValueEntry
  onUndone: () => void
}) {
  const { customerId, currency, entry, onUndone } = props
  const { ambito, id, nombre, anterior = null } = entry
  const { mutate, isPending, error } = useAnalysedAnew(undoValue, getValues, 'Cambio deshecho')
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
      Antes: {anterior === null ? 'sin valor' : money(anterior * MICROS, currency)}
      <Button
        size="sm"
        look="ghost"
        busy={isPending}
        aria-label={`Deshacer el cambio de «${nombre}»`}
        onClick={() => mutate({ customerId, ambito, id }, { onSuccess: onUndone })}
      >
        Deshacer
      </Button>
      {error && (
        <span role="alert" className="text-danger">
          {errorText(error, 'No se ha podido deshacer.')}
        </span>
      )}
    </p>
  )
}

const of = (known: Known, ambito: ValueEntry['ambito']) =>
  known.valores.filter((one) => one.ambito === ambito)
const keyOf = ({ ambito, id }: ValueEntry) => `${ambito} ${id}`
const textOf = (value: number | null) => (value === null ? '' : typedAmount(value))
const typedValue = (text: string) => (text.trim() === '' ? null : amountOf(text))
const isAmount = (text: string) => text.trim() === '' || (amountOf(text) ?? 0) > 0
const isChanged = (one: ValueEntry, text: string | undefined) =>
  text !== undefined && (!isAmount(text) || typedValue(text) !== one.valor)
