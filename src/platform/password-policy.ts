import { AppError } from '#shared/app-error.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** What the password must not repeat. */
export type PasswordOwner = { email: string; name?: string }

/**
 * Throws 400 for a password that is among the first ones guessed: a common one (also in capitals, with
 * digits or a mark at its end, with 0 for o …), one character repeated, a run of the keyboard, or the
 * person's own name or address. Lengths are checked by the contracts' shapes.
 */
export function refuseGuessablePassword(
  password: string,
  owner: PasswordOwner,
  field: 'password' | 'newPassword',
): void {
  const problem = guessableProblem(password, owner)
  if (problem) throw new AppError('invalid', problem, { fields: { [field]: problem } })
}

const TOO_COMMON =
  'Esa contraseña es de las más usadas y se adivina enseguida. Elige otra, por ejemplo varias palabras que no vayan juntas.'
const TOO_PERSONAL = 'La contraseña no puede ser tu nombre ni tu correo. Elige otra.'

const RUNS = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiopasdfghjklnzxcvbnm',
]
const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

export function guessableProblem(password: string, owner: PasswordOwner): string | null {
  const folded = fold(password)
  if (isCommon(folded)) return TOO_COMMON
  if (isPersonal(folded, owner)) return TOO_PERSONAL
  return null
}

function isCommon(folded: string): boolean {
  const stem = folded.replace(/[\d\W_]+$/u, '')
  const forms = [folded, stem, readable(folded), readable(stem)]
  if (forms.some((form) => form.length >= 3 && COMMON_PASSWORDS.has(form))) return true
  if (new Set(folded).size <= 2) return true
  return RUNS.some((run) => run.includes(folded)) || isRepeatedWord(folded)
}

/** 'p4ssw0rd' is as easy to guess as 'password'. */
function readable(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign)
}

/** 'abcabcabc', 'holahola': a short piece over and over, itself nothing secret. */
function isRepeatedWord(folded: string): boolean {
  return /^(.{1,4})\1+$/u.test(folded)
}

function isPersonal(folded: string, { email, name = '' }: PasswordOwner): boolean {
  const address = fold(email)
  const own = [address, address.split('@')[0]!, fold(name), ...fold(name).split(/\s+/)]
  const bare = folded.replace(/[\d\W_]+$/u, '')
  return own.some((word) => word.length >= 3 && (folded === word || bare === word))
}

/** Lower case without accents: 'Contraseña' and 'contrasena' are one guess. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
