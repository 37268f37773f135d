import * as z from 'zod/mini'

/** What forms and server check alike. */

export const Period = z.enum(['last_week', 'last_month', 'last_30_days'], 'Elige un periodo.')
export type Period = z.infer<typeof Period>

export const Compare = z.enum(['previous', 'year', 'none'], 'Elige con qué comparar.')
export type Compare = z.infer<typeof Compare>

export const Frequency = z.enum(['weekly', 'monthly'], 'Elige cada cuánto.')
export type Frequency = z.infer<typeof Frequency>

export const BrandName = lineOf('Escribe el nombre.', 60)
export const ScheduleName = lineOf('Escribe un nombre para el envío.', 80)

export const BrandColor = z
  .string('Elige un color.')
  .check(z.regex(/^#[0-9a-f]{6}$/i, 'El color debe ser como #1a73e8.'))

function lineOf(missing: string, longest: number) {
  return z.string(missing).check(
    z.trim(),
    z.minLength(1, missing),
    z.refine((text) => [...text].length <= longest, `Como mucho ${longest} caracteres.`),
    z.refine((text) => !/\p{Cc}/u.test(text), 'Contiene caracteres que no valen.'),
  )
}
