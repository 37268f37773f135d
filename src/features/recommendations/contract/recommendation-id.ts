import * as z from 'zod/mini'

const MISSING = 'El parámetro id es requerido'

/** Missing is told apart from what names none. */
export const RecommendationId = z
  .string(MISSING)
  .check(z.minLength(1, { error: MISSING, abort: true }), z.uuid('No existe esa recomendación.'))
