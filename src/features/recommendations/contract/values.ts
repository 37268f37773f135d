import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { CustomerId, EntityId } from '#shared/wire.ts'

/** What a conversion is worth, in a campaign or of a conversion action: only the client knows. */

const Scope = z.enum(['campana', 'conversion'], 'Di si es de una campaña o de una conversión.')

/** In account currency units; null: nothing is said of it. */
const Value = z.nullable(
  z
    .number('Escribe un importe, por ejemplo 12,50.')
    .check(
      z.gte(0.01, 'El importe tiene que ser mayor que cero.'),
      z.lte(1_000_000_000, 'El importe es demasiado grande.'),
    ),
)

const Entry = z.object({
  ambito: Scope,
  id: z.string(),
  nombre: z.string(),
  valor: z.nullable(z.number()),
  /** What it was before its last change; absent where it was never changed. */
  anterior: z.optional(z.nullable(z.number())),
})

const KnownValues = z.object({ moneda: z.string(), valores: z.array(Entry) })
export type ValueEntry = z.output<typeof Entry>

const PATH = '/api/google-accounts/:customerId/valores'
const MOST = 500

export const getValues = endpoint(`GET ${PATH}`, {
  access: 'subscriber',
  permission: 'see',
  summary: 'What its owner says a conversion is worth, by campaign and conversion action',
  input: z.object({ customerId: CustomerId }),
  reply: KnownValues,
})

export const setValues = endpoint(`PUT ${PATH}`, {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Tells the analysis what a conversion is worth where; it runs again',
  input: z.object({
    customerId: CustomerId,
    cambios: z
      .array(z.object({ ambito: Scope, id: EntityId, valor: Value }))
      .check(z.maxLength(MOST, `Como mucho ${MOST} valores de una vez.`)),
  }),
  reply: KnownValues,
})

export const undoValue = endpoint(`POST ${PATH}/deshacer`, {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Takes the last change of one of these values back; the analysis runs again',
  input: z.object({ customerId: CustomerId, ambito: Scope, id: EntityId }),
  reply: KnownValues,
})
