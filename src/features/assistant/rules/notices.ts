import type { LlmFailure } from '#platform/llm.ts'
import { integer } from '#shared/spanish-numbers.ts'

export const HOW_TO_TURN_ON =
  'La redacción con IA está desactivada. Para activarla, pon en la configuración del servidor LLM_PROVIDER (anthropic u openai-compatible), LLM_MODEL y LLM_API_KEY (o LLM_BASE_URL si el modelo es tuyo) y vuelve a arrancarlo. Mientras tanto responde una plantilla con los mismos datos.'

const WHY: Record<Exclude<LlmFailure, 'spent'>, string> = {
  off: HOW_TO_TURN_ON,
  plan: 'Los textos con IA son del plan Premium. Esta respuesta sale de una plantilla con los mismos datos.',
  rejected:
    'El texto de la IA no decía lo mismo que tus datos y se ha descartado. Esta respuesta sale de una plantilla.',
  unreadable: 'La respuesta de la IA no se entendía. Esta respuesta sale de una plantilla.',
  empty: 'La IA no ha respondido nada. Esta respuesta sale de una plantilla.',
  timeout: 'La IA ha tardado demasiado. Esta respuesta sale de una plantilla.',
  failed: 'La IA no está disponible ahora mismo. Esta respuesta sale de una plantilla.',
}

const DEMO =
  'En la demostración responden plantillas con los datos de ejemplo. Con tu cuenta puede redactar la IA.'

/** Why a template speaks. */
export function noticeOf(
  reason: LlmFailure,
  { monthlyTokens, isDemo }: { monthlyTokens: number; isDemo: boolean },
): string {
  if (reason === 'off' && isDemo) return DEMO
  if (reason !== 'spent') return WHY[reason]
  return `Has usado los ${integer(monthlyTokens)} tokens de IA de este mes. Hasta el día 1 responden las plantillas.`
}
