import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { amountOf, typedAmount } from '#kit/amount-text.ts'
import { Button } from '#kit/components/button.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { MICROS } from '#shared/metrics.ts'
import { money } from '#shared/spanish-numbers.ts'
import { getValues, setValues, undoValue, type ValueEntry } from '../contract/values.ts'
import { SaveAndAnalyse, useAnalysedAnew } from './analysed-anew.tsx'

/** Loaded when it is opened. */
export function ValuesForm({ customerId }: { customerId: string }) {
  const query = useQuery(queryOf(getValues, { customerId }))
  if (query.isPending) return <Skeleton className="mt-3 h-64 w-full max-w-xl" />
  if (!query.data)
    return (
      <p role="alert" className="mt-3 text-sm text-danger">
        {errorText(query.error)}
      </p>
    )
  // What was saved or taken back is typed anew.
  return <Fields key={JSON.stringify(query.data)} customerId={customerId} known={query.data} />
}

type Known = ReplyOf<typeof getValues>

function Fields({ customerId, known }: { customerId: string; known: Known }) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const { mutate, isPending, error } = useAnalysedAnew(setValues, 'Valores guardados')
  const changes = known.valores.filter((one) => isChanged(one, typed[keyOf(one)]))
  const areAmounts = changes.every((one) => isAmount(typed[keyOf(one)] ?? ''))
  const fields = { customerId, currency: known.moneda, typed, setTyped }
  return (
    <form
      className="mt-3 flex max-w-xl flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!areAmounts || changes.length === 0) return
        mutate({
          customerId,
          cambios: changes.map((one) => ({
            ambito: one.ambito,
            id: one.id,
            valor: typedValue(typed[keyOf(one)] ?? ''),
          })),
        })
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
  typed: Record<string, string>
  setTyped: (typed: Record<string, string>) => void
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
              onChange={(event) => setTyped({ ...typed, [keyOf(one)]: event.target.value })}
            />
            {one.anterior !== undefined && (
              <Before customerId={customerId} currency={currency} entry={one} />
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

/** What it was before, one click away. */
function Before(props: { customerId: string; currency: string; entry: ValueEntry }) {
  const { customerId, currency, entry } = props
  const { ambito, id, nombre, anterior = null } = entry
  const { mutate, isPending, error } = useAnalysedAnew(undoValue, 'Cambio deshecho')
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
      Antes: {anterior === null ? 'sin valor' : money(anterior * MICROS, currency)}
      <Button
        size="sm"
        look="ghost"
        busy={isPending}
        aria-label={`Deshacer el cambio de «${nombre}»`}
        onClick={() => mutate({ customerId, ambito, id })}
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
