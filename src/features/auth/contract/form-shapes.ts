import * as z from 'zod/mini'

export const noControls = z.refine<string>(
  (text) => !/\p{Cc}/u.test(text),
  'Ese correo no parece válido.',
)

/** Nothing is said about an existing address or password beyond its being there: older rules may have been others. */
export const LogInFields = z.object({
  email: z
    .string()
    .check(
      z.minLength(1, 'Escribe tu correo.'),
      z.maxLength(320, 'Ese correo es demasiado largo.'),
      noControls,
    ),
  password: z
    .string()
    .check(
      z.minLength(1, 'Escribe tu contraseña.'),
      z.maxLength(1024, 'Esa contraseña es demasiado larga.'),
    ),
})
