import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { Suspense, useState } from 'react'
import { call } from '#kit/api.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { late } from '#kit/late.tsx'
import {
  addPaymentMethod,
  type PaymentMethod,
  setDefaultPaymentMethod,
} from '../contract/payments.ts'
import { brandName } from './card-brand.ts'
import { STRIPE_CHANGE, tellFailure } from './change-failure.tsx'
import {
  cardsQuery,
  invoicesQuery,
  statusKey,
  subscriptionQuery,
  useHostedPage,
} from './use-subscription.ts'

const DeleteCardDialog = late(() =>
  import('./delete-card-dialog.tsx').then((module) => module.DeleteCardDialog),
)

export function CardList({ readOnly }: { readOnly: boolean }) {
  const cards = useQuery(cardsQuery)
  const { leave, isLeaving } = useHostedPage(
    () => call(addPaymentMethod, {}, STRIPE_CHANGE),
    'No se pudo acceder al formulario de pago.',
  )
  return (
    <Section
      title="Métodos de pago"
      description="Las tarjetas se guardan en Stripe; aquí solo se ve su final."
      actions={
        <Button
          look="primary"
          size="sm"
          disabled={readOnly}
          busy={isLeaving}
          busyLabel="Redirigiendo a Stripe"
          onClick={() => leave()}
        >
          Agregar método
        </Button>
      }
    >
      {cards.isPending ? (
        <CardsSkeleton />
      ) : !cards.data ? (
        <ErrorPanel message={errorText(cards.error)} onRetry={() => void cards.refetch()} />
      ) : cards.data.length === 0 ? (
        <EmptyState icon={<CreditCard />} title="No hay ninguna tarjeta guardada" />
      ) : (
        <Cards cards={cards.data} readOnly={readOnly} />
      )}
    </Section>
  )
}

function Cards({ cards, readOnly }: { cards: readonly PaymentMethod[]; readOnly: boolean }) {
  const [leaving, setLeaving] = useState<PaymentMethod | null>(null)
  return (
    <>
      <ul className="divide-y divide-line">
        {cards.map((card) => (
          <CardLine
            key={card.id}
            card={card}
            readOnly={readOnly}
            onDelete={() => setLeaving(card)}
          />
        ))}
      </ul>
      {leaving && (
        <Suspense>
          <DeleteCardDialog card={leaving} onClose={() => setLeaving(null)} />
        </Suspense>
      )}
    </>
  )
}

function CardLine(props: { card: PaymentMethod; readOnly: boolean; onDelete: () => void }) {
  const { card, readOnly, onDelete } = props
  const makeDefault = useMakeDefault()
  const name = `${brandName(card.type)} terminada en ${card.last4}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {card.isDefault && <Badge tone="accent">Predeterminado</Badge>}
          <ExpiryBadge expiry={card.expiry} />
        </p>
        <p className="tabular text-sm text-ink-faint">
          {card.expiry === 'expired' ? 'Caducó' : 'Caduca'} en{' '}
          {String(card.expiryMonth).padStart(2, '0')}/{card.expiryYear}
        </p>
        {!card.canDelete && (
          <p className="text-sm text-ink-faint text-pretty">
            Es tu único método de pago y tu suscripción lo necesita. Añade otro antes de eliminarlo.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {!card.isDefault && (
          <Button
            size="sm"
            disabled={readOnly}
            busy={makeDefault.isPending}
            aria-label={`Hacer predeterminado: ${name}`}
            onClick={() => makeDefault.mutate(card.id)}
          >
            Hacer predeterminado
          </Button>
        )}
        {card.canDelete && (
          <Button
            size="sm"
            look="danger"
            disabled={readOnly}
            aria-label={`Eliminar: ${name}`}
            onClick={onDelete}
          >
            Eliminar
          </Button>
        )}
      </div>
    </li>
  )
}

function ExpiryBadge({ expiry }: { expiry: PaymentMethod['expiry'] }) {
  if (expiry === 'expired') return <Badge tone="danger">Caducada</Badge>
  return expiry === 'expires_soon' && <Badge tone="warning">Caduca pronto</Badge>
}

function useMakeDefault() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (paymentMethodId: string) =>
      call(setDefaultPaymentMethod, { paymentMethodId }, STRIPE_CHANGE),
    onSuccess: ({ message, paymentMethods, payUrl }) => {
      toast({ title: message, variant: payUrl ? 'destructive' : 'success' })
      for (const queryKey of [invoicesQuery.queryKey, statusKey])
        void client.invalidateQueries({ queryKey })
      client.setQueryData(cardsQuery.queryKey, paymentMethods)
      void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey })
    },
    onError: (error) => {
      tellFailure('No se pudo actualizar el método predeterminado.', error)
      void client.invalidateQueries({ queryKey: cardsQuery.queryKey })
    },
  })
}

function CardsSkeleton() {
  return (
    <div
      role="status"
      aria-label="Cargando los métodos de pago"
      className="flex flex-col gap-4 p-5"
    >
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  )
}
