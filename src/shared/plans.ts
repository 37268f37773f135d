/** The three subscriptions. Prices in euros per month. */
export const PLANS = {
  basic: { name: 'Básico', priceEuros: 9, accountLimit: 5 },
  premium: { name: 'Premium', priceEuros: 29, accountLimit: 20 },
  enterprise: { name: 'Enterprise', priceEuros: 99, accountLimit: null },
} as const

export type PlanId = keyof typeof PLANS

/** True where `plan` holds what `needed` brings; no plan counts as Básico. */
export function planIncludes(plan: PlanId | null, needed: PlanId): boolean {
  return PLANS[plan ?? 'basic'].priceEuros >= PLANS[needed].priceEuros
}

/** Accounts with data that may be connected at once; null is unlimited. No plan counts as Básico. */
export function accountLimitOf(plan: PlanId | null): number | null {
  return PLANS[plan ?? 'basic'].accountLimit
}
