import { MICROS } from '#shared/metrics.ts'
import { money, quantity } from '#shared/spanish-numbers.ts'
import type { Plan, Price } from '../contract/subscription.ts'

/** What each plan card promises, the accounts first. */
export const PLAN_FEATURES: Record<Plan, readonly string[]> = {
  basic: [
    'Hasta 5 cuentas publicitarias',
    'Análisis básico',
    'Soporte por correo',
    'Exportación de informes',
  ],
  premium: [
    'Hasta 20 cuentas publicitarias',
    'Análisis avanzado con IA',
    'Soporte prioritario',
    'Automatización de informes e integraciones avanzadas',
  ],
  enterprise: [
    'Cuentas publicitarias ilimitadas',
    'IA personalizada',
    'Soporte 24/7 y gestor dedicado',
    'API a medida e incorporación acompañada',
  ],
}

/** '€29/mes'. */
export function monthlyText({ amount }: Price): string {
  return `€${quantity(amount)}/mes`
}

export function taxText({ taxIncluded, withTax }: Price): string {
  return taxIncluded ? 'IVA incluido' : `IVA no incluido (${euros(withTax)} con IVA)`
}

/** `amount` in euros: '29,00 €'. */
export function euros(amount: number): string {
  return money(amount * MICROS, 'EUR')
}
