import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { invalidateData } from '#kit/query.ts'
import type { Endpoint, InputOf } from '#shared/endpoint.ts'

type OfAccount = Endpoint<z.ZodMiniType<{ customerId: string }>, z.ZodMiniType>

/** A setting after which the account is analysed anew: `title` says that it is kept. What `read` reads is in the reply, and shown at once. */
export function useAnalysedAnew<E extends OfAccount, R extends OfAccount>(
  endpoint: E,
  read: R,
  title: string,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input),
    onSuccess: (reply, { customerId }) => {
      client.setQueryData([read.path, { customerId }], reply)
      toast({ title, description: 'La cuenta se está analizando de nuevo.', variant: 'success' })
    },
    onSettled: () => void invalidateData(client),
  })
}

/** The end of its form: what went wrong, and the button. */
export function SaveAndAnalyse({ error, isPending }: { error: Error | null; isPending: boolean }) {
  return (
    <>
      {error && (
        <p role="alert" className="text-sm text-danger">
          {errorText(error)}
        </p>
      )}
      <Button type="submit" look="primary" busy={isPending} className="self-start">
        Guardar y analizar de nuevo
      </Button>
    </>
  )
}
