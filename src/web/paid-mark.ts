/** The dashboard is loaded anew after a payment, and a notice does not outlive that by itself. */
const KEY = 'paid'

export const PAID_NOTICE = {
  title: 'Pago exitoso',
  description: 'Tu suscripción está activa.',
  variant: 'success',
} as const

export function markPaid(): void {
  try {
    sessionStorage.setItem(KEY, '1')
  } catch {
    // Only the second showing of the notice is lost.
  }
}

/** True once after `markPaid`. */
export function takePaidMark(): boolean {
  try {
    const isMarked = sessionStorage.getItem(KEY) !== null
    sessionStorage.removeItem(KEY)
    return isMarked
  } catch {
    return false
  }
}
