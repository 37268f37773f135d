import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { ConfirmDialog } from '#kit/components/confirm-dialog.tsx'
import { toast } from '#kit/components/toast.tsx'
import { deletePaymentMethod, type PaymentMethod } from '../contract/payments.ts'
import { brandName } from './card-brand.ts'
import { ChangeFailure, STRIPE_CHANGE } from './change-failure.tsx'
import { cardsQuery, subscriptionQuery } from './use-subscription.ts'

const REFUSAL = 'No se pudo eliminar el método de pago.'

export function DeleteCardDialog({ card, onClose }: { card: PaymentMethod; onClose: () => void }) {
  const remove = useDelete(onClose)
  return (
    <ConfirmDialog
      title="Eliminar el método de pago"
      onClose={onClose}
      keep="Conservar"
      confirm={{
        text: 'Eliminar tarjeta',
        look: 'danger',
        busy: remove.isPending,
        busyLabel: 'Eliminando...',
        act: () => remove.mutate(card.id),
      }}
    >
      <div className="flex flex-col gap-4">
        <p className="text-pretty">
          Se borrará de Stripe la tarjeta {brandName(card.type)} terminada en {card.last4}.
          {card.isDefault &&
            ' Es la predeterminada: desde ahora se cobrará en otra de las guardadas.'}
        </p>
        {remove.isError && <ChangeFailure refusal={REFUSAL} error={remove.error} />}
      </div>
    </ConfirmDialog>
  )
}

function useDelete(onClose: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (paymentMethodId: string) =>
      call(deletePaymentMethod, { paymentMethodId }, STRIPE_CHANGE),
    onSuccess: ({ message, paymentMethods }) => {
      toast({ title: message, variant: 'success' })
      client.setQueryData(cardsQuery.queryKey, paymentMethods)
      void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey })
      onClose()
    },
    onError: () => void client.invalidateQueries({ queryKey: cardsQuery.queryKey }),
  })
}
