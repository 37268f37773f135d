import { buttonClass } from '#kit/components/button.tsx'

/** To the invoice's page at Stripe, where the bank is answered; this page stays, and asks again when it is seen again. */
export function ConfirmLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" className={buttonClass('primary', 'sm')}>
      Confirmar el pago en Stripe
    </a>
  )
}
