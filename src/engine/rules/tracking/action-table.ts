import type { ConversionAction } from '../../account/snapshot.ts'
import type { EvidenceTable } from '../../findings/recommendation.ts'
import { columnsOf } from '../../words/say.ts'

const STATUS = { ENABLED: 'Activa', HIDDEN: 'Oculta', REMOVED: 'Eliminada' } as const

const CATEGORIES: Record<string, string> = {
  DEFAULT: 'Sin categoría',
  PAGE_VIEW: 'Página vista',
  PURCHASE: 'Compra',
  SIGNUP: 'Registro',
  DOWNLOAD: 'Descarga',
  ADD_TO_CART: 'Añadir al carrito',
  BEGIN_CHECKOUT: 'Inicio de pago',
  SUBSCRIBE_PAID: 'Suscripción de pago',
  PHONE_CALL_LEAD: 'Llamada',
  IMPORTED_LEAD: 'Contacto importado',
  SUBMIT_LEAD_FORM: 'Formulario',
  BOOK_APPOINTMENT: 'Cita',
  REQUEST_QUOTE: 'Presupuesto pedido',
  GET_DIRECTIONS: 'Cómo llegar',
  OUTBOUND_CLICK: 'Clic de salida',
  CONTACT: 'Contacto',
  ENGAGEMENT: 'Interacción',
  STORE_VISIT: 'Visita a tienda',
  STORE_SALE: 'Venta en tienda',
  QUALIFIED_LEAD: 'Contacto cualificado',
  CONVERTED_LEAD: 'Contacto convertido',
}

/** 'PURCHASE' → 'Compra'; a new name of Google's is shown as it is. */
export const categoryName = (category: string): string => CATEGORIES[category] ?? category

export function actionTable(actions: readonly ConversionAction[]): EvidenceTable {
  return {
    columns: columnsOf('action', 'category', 'status', 'primary'),
    rows: actions.map(({ name, category, status, primaryForGoal }) => ({
      action: name,
      category: categoryName(category),
      status: STATUS[status],
      primary: primaryForGoal ? 'Sí' : 'No',
    })),
  }
}
