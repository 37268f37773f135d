import type { LoggedChange } from '#changes/change-log.ts'
import { AppError } from '#shared/app-error.ts'

/** Kinds of changes that add one keyword or negative. */
export const BY_HAND: readonly string[] = ['add_keyword', 'add_negative']

/** Why a change is not taken back by itself; null where it can be. */
export function noWayBack(change: LoggedChange): AppError | null {
  const { kind, outcome, resourceName } = change
  if (outcome === 'sent' || outcome === 'unknown') return new AppError('conflict', NOT_KNOWN)
  if (outcome !== 'done' || !resourceName) return new AppError('conflict', NOT_MADE)
  if (BY_HAND.includes(kind)) return null
  return new AppError('unprocessable', OF_OTHERS[kind] ?? OF_CARD)
}

const NOT_KNOWN =
  'Todavía no se sabe si Google Ads hizo ese cambio. Lo comprobaremos en unos minutos.'
const NOT_MADE = 'Ese cambio no llegó a hacerse: no hay nada que deshacer.'
const OF_CARD = 'Este cambio se deshace desde su recomendación.'

/** What is made with Google's own recommendations, by kind of change: Google tells neither what it did nor how to take it back. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  apply_google_recommendation:
    'Google no da marcha atrás a una recomendación suya: lo que cambió se vuelve a poner a mano en Google Ads.',
  dismiss_google_recommendation:
    'Descartar una recomendación de Google no se deshace desde aquí: se mira en Google Ads.',
  pause_auto_apply:
    'La aplicación automática de Google no se reactiva desde aquí: se activa en Google Ads.',
}
