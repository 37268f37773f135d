import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { showFieldErrors } from '#kit/form.ts'
import { queryOf } from '#kit/query.ts'
import { getTaxDetails, type TaxDetails, updateTaxDetails } from '../contract/payments.ts'
import { STRIPE_CHANGE, tellFailure } from './change-failure.tsx'
import { PortalButton } from './portal-button.tsx'
import { subscriptionQuery } from './use-subscription.ts'

const taxQuery = { ...queryOf(getTaxDetails, {}), staleTime: 0, retry: false }

export function TaxForm({ readOnly }: { readOnly: boolean }) {
  const details = useQuery(taxQuery)
  return (
    <Section title="Datos de facturación" description="Lo que sale en tus próximas facturas.">
      {details.isPending ? (
        <div role="status" aria-label="Cargando los datos de facturación" className="p-5">
          <Skeleton className="h-9 w-full max-w-xl" />
        </div>
      ) : !details.data ? (
        <ErrorPanel message={errorText(details.error)} onRetry={() => void details.refetch()} />
      ) : (
        <div className="flex flex-col gap-5 p-4 md:p-5">
          <TaxIdForm details={details.data} readOnly={readOnly} />
          <Address readOnly={readOnly} />
        </div>
      )}
    </Section>
  )
}

function TaxIdForm({ details, readOnly }: { details: TaxDetails; readOnly: boolean }) {
  const client = useQueryClient()
  const form = useForm({ defaultValues: { taxId: details.taxId ?? '' } })
  const { errors } = form.formState
  const save = useMutation({
    mutationFn: ({ taxId }: { taxId: string }) =>
      call(updateTaxDetails, { taxId: taxId.trim() || null }, STRIPE_CHANGE),
    onSuccess: ({ message, taxDetails }) => {
      client.setQueryData(taxQuery.queryKey, taxDetails)
      form.reset({ taxId: taxDetails.taxId ?? '' })
      toast({ title: message, variant: 'success' })
    },
    onError: (error) => {
      showFieldErrors(form, error)
      tellFailure('No se pudo guardar el NIF. Inténtalo de nuevo.', error)
    },
  })
  return (
    <form noValidate onSubmit={form.handleSubmit((fields) => save.mutate(fields))}>
      <fieldset disabled={readOnly} className="flex max-w-xl flex-col gap-4">
        <TextField
          label="NIF o número de IVA"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={30}
          hint={
            details.automaticTax
              ? 'NIF, NIE, CIF o número de IVA de la Unión. El IVA se calcula según tu país y este número.'
              : 'NIF, NIE, CIF o número de IVA de la Unión. Vacío: la factura sale sin él.'
          }
          error={errors.taxId?.message}
          {...form.register('taxId')}
        />
        <Button type="submit" className="self-start" busy={save.isPending} busyLabel="Guardando...">
          Guardar NIF
        </Button>
      </fieldset>
    </form>
  )
}

/** Stripe keeps name and address with the customer; its portal is where they are changed. */
function Address({ readOnly }: { readOnly: boolean }) {
  const subscription = useQuery(subscriptionQuery)
  if (!subscription.data || subscription.data.status === 'none') return null
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-4">
      <p className="text-ink-muted text-pretty">
        El nombre y la dirección de facturación se cambian en el portal de Stripe.
      </p>
      <PortalButton disabled={readOnly}>Abrir el portal de facturación</PortalButton>
    </div>
  )
}
