/**
 * The three subscriptions. Prices in euros per month, and per year where the operator sells years; within `responseHours`
 * an answer of the team is promised; `historyDays` back Google's figures are read, null: as far as the server reads at all.
 */
export const PLANS = {
  basic: {
    name: 'Básico',
    priceEuros: 9,
    yearEuros: 90,
    accountLimit: 5,
    responseHours: 48,
    historyDays: 184,
  },
  premium: {
    name: 'Premium',
    priceEuros: 29,
    yearEuros: 290,
    accountLimit: 20,
    responseHours: 8,
    historyDays: null,
  },
  enterprise: {
    name: 'Enterprise',
    priceEuros: 99,
    yearEuros: 990,
    accountLimit: null,
    responseHours: 1,
    historyDays: null,
  },
} as const

export type PlanId = keyof typeof PLANS

/** How often a subscription is paid. */
export const INTERVALS = ['month', 'year'] as const
export type Interval = (typeof INTERVALS)[number]

/** What a plan brings and the server refuses below it: from which plan on, and what it is called then. */
export const PLAN_GATES = {
  aiWording: { plan: 'premium', what: 'Los textos con IA' },
  schedules: { plan: 'premium', what: 'Los informes programados' },
  recipients: { plan: 'premium', what: 'Los envíos a otras personas' },
  branding: { plan: 'premium', what: 'Los informes con tu marca' },
  webhooks: { plan: 'premium', what: 'Los avisos por webhook' },
  sheets: { plan: 'premium', what: 'Las hojas de cálculo conectadas' },
  ownWording: { plan: 'enterprise', what: 'Las instrucciones propias para la IA' },
  manager: { plan: 'enterprise', what: 'El gestor dedicado' },
  onboarding: { plan: 'enterprise', what: 'La incorporación acompañada' },
  apiKeys: { plan: 'enterprise', what: 'Las claves de API' },
} as const satisfies Record<string, { plan: PlanId; what: string }>

export type PlanGate = keyof typeof PLAN_GATES

/** No plan counts as Básico. */
export function planHas(plan: PlanId | null, gate: PlanGate): boolean {
  return PLANS[plan ?? 'basic'].priceEuros >= PLANS[PLAN_GATES[gate].plan].priceEuros
}

/** Accounts with data that may be connected at once; null is unlimited. No plan counts as Básico. */
export function accountLimitOf(plan: PlanId | null): number | null {
  return PLANS[plan ?? 'basic'].accountLimit
}

/** Hours within which the team answers; no plan counts as Básico. */
export function responseHoursOf(plan: PlanId | null): number {
  return PLANS[plan ?? 'basic'].responseHours
}

/** Days back that Google's figures are read, where the server reads `most`. No plan counts as Básico. */
export function historyDaysOf(plan: PlanId | null, most: number): number {
  return Math.min(most, PLANS[plan ?? 'basic'].historyDays ?? most)
}
