import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { amountOf, typedAmount } from '#kit/amount-text.ts'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { TextField } from '#kit/components/field.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { getPace, type PacePlace, setMonthlyBudget } from '../contract/pace.ts'

/** What the owner wants to spend in a month; it changes nothing in Google Ads. */
export function BudgetForm(props: {
  customerId: string
  place: PacePlace
  currencyCode: string
  readOnly: boolean
}) {
  const { customerId, place, currencyCode, readOnly } = props
  const client = useQueryClient()
  const [text, setText] = useState(place.budget === null ? '' : typedAmount(place.budget))
  const amount = text.trim() === '' ? null : amountOf(text)
  const isAmount = text.trim() === '' || (amount !== null && amount > 0)
  const save = useMutation({
    mutationFn: () =>
      call(setMonthlyBudget, { customerId, campaignId: place.campaignId, importe: amount }),
    onSuccess: (pace) => {
      client.setQueryData(queryOf(getPace, { customerId }).queryKey, pace)
      toast({ title: 'Presupuesto del mes guardado', variant: 'success' })
    },
  })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isAmount) save.mutate()
      }}
    >
      <TextField
        label={`Lo que quieres gastar al mes ${place.campaignId ? 'en la campaña' : 'en la cuenta'} (${currencyCode})`}
        hint="Vacío: sin presupuesto. No cambia nada en Google Ads: avisa antes de que se agote."
        inputMode="decimal"
        value={text}
        disabled={readOnly}
        error={isAmount ? undefined : 'Escribe un importe, por ejemplo 1.500.'}
        onChange={(event) => setText(event.target.value)}
      />
      {save.isError && (
        <p role="alert" className="text-sm text-danger">
          {errorText(save.error)}
        </p>
      )}
      {!readOnly && (
        <div>
          <Button type="submit" busy={save.isPending} busyLabel="Guardando…">
            Guardar
          </Button>
        </div>
      )}
    </form>
  )
}
