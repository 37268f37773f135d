import type { Tone } from '#kit/components/badge.tsx'
import type { AdminJob } from '../contract/jobs.ts'

export const LANE_WORDS: Record<AdminJob['lane'], string> = {
  urgent: 'Urgente',
  asked: 'Pedida',
  nightly: 'Nocturna',
}

export const STATE_WORDS: Record<AdminJob['state'], { one: string; many: string; tone: Tone }> = {
  waiting: { one: 'En espera', many: 'en espera', tone: 'neutral' },
  running: { one: 'En marcha', many: 'en marcha', tone: 'accent' },
  done: { one: 'Terminada', many: 'terminadas', tone: 'success' },
  failed: { one: 'Fallida', many: 'fallidas', tone: 'danger' },
  cancelled: { one: 'Cancelada', many: 'canceladas', tone: 'warning' },
}

/** Names of kinds as the log has them; one that is not here is shown by that name. */
const KIND_WORDS: Record<string, string> = {
  'sync-account': 'Sincronizar cuenta',
  'backfill-account': 'Leer historial',
  'analyse-account': 'Analizar cuenta',
  'apply-second-half': 'Aplicar segunda mitad',
  'settle-changes': 'Comprobar cambios en Google',
  'measure-automatic-changes': 'Medir cambios automáticos',
  sendMail: 'Enviar correo',
  writeRegistrationMail: 'Escribir correo de registro',
  writeRecoveryMail: 'Escribir correo de recuperación',
  syncBilling: 'Leer suscripción de Stripe',
  passOnEmail: 'Pasar correo a Stripe',
  reconcileBilling: 'Cuadrar suscripciones',
  'send-webhook-message': 'Avisar por webhook',
  'make-report': 'Hacer informe',
  'mail-report': 'Enviar informe',
  disconnectAccounts: 'Desconectar cuentas',
  'find-ways': 'Buscar otro acceso a una cuenta',
  eraseTenant: 'Borrar datos',
  eraseUnmadeAccount: 'Borrar importación sin terminar',
  endStripeCustomer: 'Cerrar cliente de Stripe',
  'open-sample-books': 'Preparar cuenta de muestra',
}

export function kindWord(kind: string): string {
  return KIND_WORDS[kind] ?? kind
}
