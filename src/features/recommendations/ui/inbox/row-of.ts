import type { InboxRow } from '../../contract/inbox.ts'
import type { Recommendation } from '../../contract/recommendations.ts'

/** A row of an account's own list, which brings whole cards. */
export function rowOf(one: Recommendation, customerId: string): InboxRow {
  const { evidence } = one
  const { id, titulo, categoria, prioridad, estado, fecha_creacion, probability } = one
  return {
    id,
    titulo,
    categoria,
    prioridad,
    estado,
    fecha_creacion,
    probability,
    impacto_estimado: one.impacto_estimado,
    customerId,
    accountName: '',
    currencyCode: evidence.currencyCode,
    forecast: evidence.forecast,
    visto: one.visto ?? '',
    byHand: (evidence.change?.operations.length ?? 0) === 0,
  }
}
