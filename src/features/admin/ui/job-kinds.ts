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
  'renew-managers': 'Ver qué MCC tienen las cuentas',
  eraseTenant: 'Borrar datos',
  eraseUnmadeAccount: 'Borrar importación sin terminar',
  endStripeCustomer: 'Cerrar cliente de Stripe',
  'look-at-pages': 'Abrir páginas de anuncios',
  'await-first-days': 'Esperar los primeros días de la demostración',
  'open-demo-pages': 'Abrir páginas de la demostración',
  'open-sample-books': 'Preparar cuenta de muestra',
  makeCopy: 'Preparar copia de datos',
  sendInvoice: 'Enviar factura',
  bookNote: 'Registrar rectificativa',
  bookInvoice: 'Registrar factura',
  sendMorningMail: 'Enviar resumen de la mañana',
  mailVerdicts: 'Enviar resultados del día',
  watchAccount: 'Vigilar cuenta',
}

export function kindWord(kind: string): string {
  return KIND_WORDS[kind] ?? kind
}
