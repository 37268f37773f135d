import type { Letter } from '#platform/mail/letter.ts'

/** The password is not in the mail: the administrator hands it over, or the user chooses another. */
export function accountCreatedLetter(
  name: string,
  urls: { logIn: string; recover: string },
): Letter {
  return {
    subject: 'Ya tienes cuenta en Pujante',
    greeting: `Hola, ${name}:`,
    lead: 'Un administrador te ha creado una cuenta con este correo.',
    paragraphs: [
      'Entra con la contraseña que te haya dado.',
      `Si no la tienes, elige una en ${urls.recover}`,
    ],
    button: { label: 'Iniciar sesión', url: urls.logIn },
  }
}
