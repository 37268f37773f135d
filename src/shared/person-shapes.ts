import * as z from 'zod/mini'

/** What people type about themselves, checked alike in every form and on the server. */

/** A list, a name or a route to a mail program, which would write to another one: RFC 5322's specials. */
const SPECIAL = '\\s@,;:<>()\\[\\]"\\\\'
const EMAIL = new RegExp(`^[^${SPECIAL}]+@[^${SPECIAL}.]+(\\.[^${SPECIAL}.]+)+$`)
const PHONE = /^\+?[\d\s().-]{6,30}$/
// PostgreSQL refuses U+0000 in a text, and no other control character belongs in a line either.
const CONTROL = /\p{Cc}/u

/** For texts of several lines. */
export const isStorable = z.refine<string>(
  (text) => !text.includes('\0'),
  'El texto contiene caracteres que no valen.',
)

/** Any Unicode address of the form local@domain.tld; accents in the domain are welcome. */
export const EmailText = z
  .string('Escribe el correo.')
  .check(
    z.trim(),
    z.minLength(1, 'Escribe el correo.'),
    z.maxLength(254, 'Ese correo es demasiado largo.'),
    z.refine(isEmail, 'Ese correo no parece válido.'),
  )

/** In the form in which it is kept, where a wide comma has become a comma. */
function isEmail(text: string): boolean {
  return EMAIL.test(text.normalize('NFKC')) && !CONTROL.test(text)
}

/** 1 to 200 characters as people count them, so that an emoji is one. */
export const PersonName = z.string('Escribe el nombre.').check(
  z.trim(),
  z.minLength(1, 'Escribe el nombre.'),
  z.refine((text) => [...text].length <= 200, 'El nombre puede tener 200 caracteres como mucho.'),
  z.refine((text) => !CONTROL.test(text), 'El nombre contiene caracteres que no valen.'),
)

export const PhoneText = z.string('Escribe el teléfono.').check(
  z.trim(),
  z.refine(
    (text) => PHONE.test(text),
    'Escribe el teléfono con cifras, por ejemplo +34 600 000 000.',
  ),
)

/** Missing, null and '' all mean that there is none. */
export const OptionalPhone = z.pipe(
  z.transform((given) => (given === '' || given === undefined ? null : given)),
  z.nullable(PhoneText),
)

export const RegistrationPassword = newPassword(8)
/** The owner's rule for a forgotten password is shorter than the one for registration. */
export const RecoveryPassword = newPassword(6)

function newPassword(minimum: number) {
  return z
    .string('Escribe la contraseña.')
    .check(
      z.minLength(minimum, `La contraseña debe tener al menos ${minimum} caracteres.`),
      z.maxLength(1024, 'La contraseña puede tener 1024 caracteres como mucho.'),
    )
}
