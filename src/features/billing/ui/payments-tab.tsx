import { useEffect } from 'react'
import { toast } from '#kit/components/toast.tsx'
import { useUrlState } from '#kit/url-state.ts'
import { CardList } from './card-list.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { TaxForm } from './tax-form.tsx'

/** Settings → Métodos de pago. `readOnly` in the demo: shown, but nothing can be done. */
export function PaymentsTab({ readOnly }: { readOnly: boolean }) {
  useCardReturn()
  return (
    <div className="flex flex-col gap-5 pt-5">
      <CardList readOnly={readOnly} />
      <InvoiceList />
      <TaxForm readOnly={readOnly} />
    </div>
  )
}

/** Says how the visit to Stripe's card page ended, once: the address forgets it. */
function useCardReturn() {
  const { params, change } = useUrlState()
  const outcome = params.get('card')
  useEffect(() => {
    if (!outcome) return
    if (outcome === 'added') toast({ title: 'Método de pago añadido', variant: 'success' })
    if (outcome === 'canceled')
      toast({ title: 'No se ha añadido ninguna tarjeta', variant: 'warning' })
    change({ card: null }, { replace: true })
  }, [outcome, change])
}
