import { accountLimitOf, PLANS, type PlanId } from './plans.ts'

/**
 * What each plan promises, and what stands behind it: the plan cards, the landing page, the gates of the server and
 * docs/plans.md are made of this table. A plan has what the ones below it have, unless it names better.
 */
export type PlanPromise = {
  plan: PlanId
  /** On the cards in Spanish, on the landing page in English. */
  spanish: string
  english: string
  /** Several that share one line of the Spanish card, joined with «y». */
  line?: string
  /** What a customer sees of it, and what the server does. */
  behind: string
}

export const PLAN_PROMISES: readonly PlanPromise[] = [
  {
    plan: 'basic',
    spanish: 'Análisis básico',
    english: 'Basic analysis',
    behind: `Todas las recomendaciones con sus pruebas; de Google se leen los últimos ${PLANS.basic.historyDays} días. Los resúmenes, explicaciones y respuestas los escriben plantillas.`,
  },
  {
    plan: 'basic',
    spanish: 'Soporte por correo',
    english: 'E-mail support',
    behind: 'Ayuda › Soporte: un hilo con respuesta prometida en 2 días, con copia por correo.',
  },
  {
    plan: 'basic',
    spanish: 'Exportación de informes',
    english: 'Report export',
    behind: 'Informes en PDF y XLSX, a mano.',
  },
  {
    plan: 'premium',
    spanish: 'Análisis avanzado con IA',
    english: 'Advanced AI analysis',
    behind:
      'Todo el historial que lee el servidor (400 días si no se dice otra cosa). Si tiene un modelo, la IA redacta resúmenes, explicaciones, respuestas, temas y borradores de anuncios; con un plan menor responden plantillas.',
  },
  {
    plan: 'premium',
    spanish: 'Soporte prioritario',
    english: 'Priority support',
    behind: 'El mismo hilo, con respuesta prometida en 8 horas y por delante de los demás.',
  },
  {
    plan: 'premium',
    spanish: 'Automatización de informes',
    english: 'Report automation',
    line: 'Automatización de informes e integraciones avanzadas',
    behind:
      'Informes que se envían solos cada semana o cada mes, también a otras personas, con tu marca.',
  },
  {
    plan: 'premium',
    spanish: 'Integraciones avanzadas',
    english: 'Advanced integrations',
    line: 'Automatización de informes e integraciones avanzadas',
    behind: 'Avisos por webhook y direcciones para hojas de cálculo.',
  },
  {
    plan: 'enterprise',
    spanish: 'IA personalizada',
    english: 'Custom AI',
    behind:
      'Ayuda › Tu IA: instrucciones propias de tono y palabras, que la IA sigue en todo lo que redacta.',
  },
  {
    plan: 'enterprise',
    spanish: 'Soporte 24/7',
    english: '24/7 support',
    line: 'Soporte 24/7 y gestor dedicado',
    behind: 'El mismo hilo, con respuesta prometida en 1 hora a cualquier hora del día.',
  },
  {
    plan: 'enterprise',
    spanish: 'Gestor dedicado',
    english: 'Dedicated manager',
    line: 'Soporte 24/7 y gestor dedicado',
    behind: 'Una persona con nombre, que pone la administración y se ve en Ayuda › Soporte.',
  },
  {
    plan: 'enterprise',
    spanish: 'API a medida',
    english: 'Custom API',
    line: 'API a medida e incorporación acompañada',
    behind: 'Claves de API con permisos.',
  },
  {
    plan: 'enterprise',
    spanish: 'Incorporación acompañada',
    english: 'Onboarding',
    line: 'API a medida e incorporación acompañada',
    behind: 'Una lista de primeros pasos en Ayuda › Soporte, que se tachan solos según se dan.',
  },
]

/** The lines of a plan's card in Spanish, the accounts first. */
export function cardLines(plan: PlanId): string[] {
  const limit = accountLimitOf(plan)
  const accounts =
    limit === null ? 'Cuentas publicitarias ilimitadas' : `Hasta ${limit} cuentas publicitarias`
  const own = promisesOf(plan).map(({ line, spanish }) => line ?? spanish)
  return [accounts, ...new Set(own)]
}

/** The same on the landing page. */
export function englishLines(plan: PlanId): string[] {
  const limit = accountLimitOf(plan)
  const accounts =
    limit === null ? 'Unlimited advertising accounts' : `Up to ${limit} advertising accounts`
  return [accounts, ...promisesOf(plan).map(({ english }) => english)]
}

/** docs/plans.md holds this table; a test compares them. */
export function promisesAsMarkdown(): string {
  const rows = PLAN_PROMISES.map(
    ({ plan, spanish, behind }) => `| ${PLANS[plan].name} | ${spanish} | ${behind} |`,
  )
  return ['| desde el plan | promesa | lo que hay detrás |', '| --- | --- | --- |', ...rows].join(
    '\n',
  )
}

function promisesOf(plan: PlanId): PlanPromise[] {
  return PLAN_PROMISES.filter((promise) => promise.plan === plan)
}
