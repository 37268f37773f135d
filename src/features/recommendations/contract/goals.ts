import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { CustomerId } from '#shared/wire.ts'
import { CONSENT_WORDS, PARTNER_WORDS } from './wire-words.ts'

/** What only the client knows of an account, and the analysis goes by. */

const MOST_WORDS = 50
const MINIMUM = 'Escribe un número entero entre 1 y 1.000.'
const Words = z
  .array(
    z.string().check(
      z.trim(),
      z.minLength(2, 'Cada palabra necesita al menos dos letras.'),
      z.maxLength(80, 'Cada palabra o frase tiene como mucho 80 caracteres.'),
      z.refine((text) => /\p{L}/u.test(text), 'Cada palabra necesita al menos dos letras.'),
      z.refine((text) => !/\p{Cc}/u.test(text), 'El texto contiene caracteres que no valen.'),
    ),
  )
  .check(z.maxLength(MOST_WORDS, `Como mucho ${MOST_WORDS} palabras.`))

const Goals = {
  /** Most a conversion may cost, in account currency units; null: the account's own average is what counts. */
  cpaObjetivo: z.nullable(
    z
      .number('Escribe un importe, por ejemplo 12,50.')
      .check(
        z.gte(0.01, 'El importe tiene que ser mayor que cero.'),
        z.lte(1_000_000_000, 'El importe es demasiado grande.'),
      ),
  ),
  /** Words or phrases of the own brand. */
  palabrasDeMarca: Words,
  /** Words or phrases whose searches are never proposed to be blocked or paused. */
  palabrasProtegidas: Words,
}

/** Where the trade disagrees, and the owner may decide. */
const Preferences = {
  sociosDeBusqueda: z.enum(
    [PARTNER_WORDS.data, PARTNER_WORDS.on, PARTNER_WORDS.off],
    'Elige qué hacer con los socios de búsqueda.',
  ),
  /** Conversions in 30 days below which Performance Max is told to learn too little; null: 30. */
  minimoMaximoRendimiento: z.nullable(
    z.int(MINIMUM).check(z.gte(1, MINIMUM), z.lte(1_000, MINIMUM)),
  ),
}

/** Whether the web tells Google what each visitor consents to, which Google's API does not say; null: not known. */
const modoDeConsentimiento = z.nullable(
  z.enum([CONSENT_WORDS.on, CONSENT_WORDS.off], 'Di si la web tiene el modo de consentimiento.'),
)

/** Whether how its forecasts came true may count, as sums without a unit, in the forecasts of other accounts. */
const comparteAprendizaje = z.boolean('Di si esta cuenta enseña a las demás.')

/** Whether the pages that its ads lead to may be opened. */
const abrePaginas = z.boolean('Di si se pueden abrir las páginas de los anuncios.')

const KnownGoals = z.object({
  ...Goals,
  ...Preferences,
  modoDeConsentimiento,
  abrePaginas,
  /** Pages of its ads that were opened, and when the last of them was (ISO 8601); null where none was yet. */
  paginasAbiertas: z.nullable(z.object({ cuantas: z.int(), ultima: z.string() })),
  comparteAprendizaje,
  moneda: z.string(),
})

export const getGoals = endpoint('GET /api/google-accounts/:customerId/objetivos', {
  access: 'subscriber',
  permission: 'see',
  summary: 'What the analysis of an account was told by its owner',
  input: z.object({ customerId: CustomerId }),
  reply: KnownGoals,
})

export const setGoals = endpoint('PUT /api/google-accounts/:customerId/objetivos', {
  access: 'subscriber',
  permission: 'edit',
  summary:
    'Tells the analysis what a conversion may cost, which words are sacred and what the owner decided; it runs again',
  input: z.object({
    customerId: CustomerId,
    cpaObjetivo: z.optional(Goals.cpaObjetivo),
    palabrasDeMarca: z.optional(Goals.palabrasDeMarca),
    palabrasProtegidas: z.optional(Goals.palabrasProtegidas),
    sociosDeBusqueda: z.optional(Preferences.sociosDeBusqueda),
    minimoMaximoRendimiento: z.optional(Preferences.minimoMaximoRendimiento),
    modoDeConsentimiento: z.optional(modoDeConsentimiento),
    abrePaginas: z.optional(abrePaginas),
    comparteAprendizaje: z.optional(comparteAprendizaje),
  }),
  reply: KnownGoals,
})
