import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { typedNumber } from '#kit/amount-text.ts'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { invalidateData, queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { verbAndCount } from '#shared/spanish-numbers.ts'
import { getLimits, setDailyChanges, setReadOnly } from '../contract/changes.ts'

type Limits = ReplyOf<typeof getLimits>

/** Loaded when it is opened. */
export function LimitsForm({ customerId }: { customerId: string }) {
  const query = useQuery(queryOf(getLimits, { customerId }))
  if (query.isPending) return <Skeleton className="mt-3 h-20 w-full max-w-md" />
  if (!query.data)
    return <ErrorPanel message={errorText(query.error)} onRetry={() => void query.refetch()} />
  return <Controls key={query.data.cambiosPorDia} customerId={customerId} limits={query.data} />
}

function Controls({ customerId, limits }: { customerId: string; limits: Limits }) {
  const [daily, setDaily] = useState(String(limits.cambiosPorDia))
  const readOnly = useLimitChange((soloLectura: boolean) =>
    call(setReadOnly, { customerId, soloLectura }),
  )
  const most = useLimitChange((cambiosPorDia: number) =>
    call(setDailyChanges, { customerId, cambiosPorDia }),
  )
  return (
    <div className="mt-3 flex max-w-xl flex-col gap-4">
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          checked={limits.soloLectura}
          disabled={readOnly.isPending}
          onChange={(event) => readOnly.mutate(event.target.checked)}
          className="mt-1 size-4 shrink-0 accent-accent"
        />
        <span>
          <span className="font-medium">Solo lectura</span>
          <span className="block text-sm text-ink-muted">
            Nadie cambia nada en esta cuenta desde Pujante; las recomendaciones se siguen viendo.
          </span>
        </span>
      </label>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          most.mutate(typedNumber(daily) ?? Number.NaN)
        }}
      >
        <TextField
          label="Cambios al día, como mucho"
          inputMode="numeric"
          className="w-56"
          value={daily}
          error={most.isError ? errorText(most.error) : undefined}
          onChange={(event) => setDaily(event.target.value)}
        />
        <Button
          type="submit"
          busy={most.isPending}
          disabled={daily === String(limits.cambiosPorDia)}
        >
          Guardar
        </Button>
      </form>
      <p className="text-sm text-ink-faint">
        Hoy {verbAndCount(limits.cambiosHoy, ['va', 'van'], ['cambio', 'cambios'])}.
      </p>
    </div>
  )
}

function useLimitChange<Input>(change: (input: Input) => Promise<Limits>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => toast({ title: 'Límites guardados', variant: 'success' }),
    onError: (error) =>
      toast({
        title: 'No se pudieron guardar los límites',
        description: errorText(error),
        variant: 'destructive',
      }),
    onSettled: () => void invalidateData(client),
  })
}
