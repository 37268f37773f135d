import { AppError } from '#shared/app-error.ts'
import { PLANS, type PlanId, planIncludes } from '#shared/plans.ts'

/** Throws 403 plan_required, naming the plan, for a user whose plan lacks it. `what`: 'Los informes programados'. */
export function requirePlan({ plan }: { plan: PlanId | null }, needed: PlanId, what: string): void {
  if (planIncludes(plan, needed)) return
  throw new AppError(
    'plan_required',
    `${what} son del plan ${PLANS[needed].name}. Puedes cambiar de plan en Configuración → Suscripción.`,
  )
}
