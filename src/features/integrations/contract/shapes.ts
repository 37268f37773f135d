import * as z from 'zod/mini'
import { API_SCOPES } from '#shared/endpoint.ts'

/** What forms and server check alike. */

export const TOPICS = ['recomendaciones', 'medicion', 'resultados', 'sincronizacion'] as const
export const Topic = z.enum(TOPICS)
export type Topic = z.infer<typeof Topic>

export const Topics = z
  .array(Topic)
  .check(z.minLength(1, 'Elige al menos un aviso.'), z.maxLength(4))

export const WebhookUrl = z.string('Escribe la dirección.').check(
  z.trim(),
  z.maxLength(500, 'La dirección es demasiado larga.'),
  z.refine((text) => URL.canParse(text), 'Esa dirección no parece válida.'),
)

export const Name = z.string('Escribe un nombre.').check(
  z.trim(),
  z.minLength(1, 'Escribe un nombre.'),
  z.refine((text) => [...text].length <= 60, 'Como mucho 60 caracteres.'),
  z.refine((text) => !/\p{Cc}/u.test(text), 'Contiene caracteres que no valen.'),
)

export const FeedDays = z
  .number('Escribe cuántos días.')
  .check(
    z.int('Escribe un número entero.'),
    z.minimum(1, 'Al menos 1 día.'),
    z.maximum(180, 'Como mucho 180 días.'),
  )

export const Scopes = z
  .array(z.enum(API_SCOPES))
  .check(z.minLength(1, 'Elige al menos un permiso.'), z.maxLength(3))

export const ExpiryDays = z.nullable(z.union([z.literal(30), z.literal(90), z.literal(365)]))
