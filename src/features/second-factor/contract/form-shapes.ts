import * as z from 'zod/mini'

/** Six digits of the app, or a recovery code; spaces and hyphens are the reader's. */
export const CodeText = z
  .string('Escribe el código.')
  .check(
    z.trim(),
    z.minLength(1, 'Escribe el código.'),
    z.maxLength(80, 'Ese código no es válido.'),
  )

export const PasskeyName = z.string('Escribe un nombre.').check(
  z.trim(),
  z.minLength(1, 'Escribe un nombre.'),
  z.maxLength(60, 'Como mucho 60 caracteres.'),
  z.refine((text) => !/\p{Cc}/u.test(text), 'Ese nombre no es válido.'),
)
