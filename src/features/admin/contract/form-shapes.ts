import * as z from 'zod/mini'
import { EmailText } from '#shared/person-shapes.ts'

/** '' and null both show no address. */
export const SupportEmail = z.pipe(
  z.transform((given) => (given === '' ? null : given)),
  z.nullable(EmailText),
)

export const SyncEveryHours = z
  .number('Indica cada cuántas horas.')
  .check(
    z.int('Indica horas enteras.'),
    z.gte(1, 'Como poco, una hora.'),
    z.lte(48, 'Como mucho, 48 horas.'),
  )

export const KeepLogsDays = z
  .number('Indica cuántos días.')
  .check(
    z.int('Indica días enteros.'),
    z.gte(30, 'Como poco, 30 días.'),
    z.lte(3650, 'Como mucho, 3650 días.'),
  )
