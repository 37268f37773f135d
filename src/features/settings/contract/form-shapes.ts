import * as z from 'zod/mini'

export const CurrentPassword = z
  .string('Escribe tu contraseña actual.')
  .check(z.minLength(1, 'Escribe tu contraseña actual.'), z.maxLength(1024))
