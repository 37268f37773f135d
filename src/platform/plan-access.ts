import { AppError } from '#shared/app-error.ts'
import { PLAN_GATES, PLANS, type PlanGate, type PlanId, planHas } from '#shared/plans.ts'

/** Throws 403 plan_required, naming the plan, for a user whose plan lacks it. */
export function requirePlan({ plan }: { plan: PlanId | null }, gate: PlanGate): void {
  if (planHas(plan, gate)) return
  const { what, plan: needed } = PLAN_GATES[gate]
  throw new AppError(
    'plan_required',
    `${what} son del plan ${PLANS[needed].name}. Puedes cambiar de plan en Configuración › Suscripción.`,
  )
}
