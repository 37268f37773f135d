import { paths } from '#kit/paths.ts'
import { customerIdText } from '#shared/customer-id-text.ts'

type Place = {
  to: string
  text: string
  /** A document of its own, of which the program knows no screen. */
  isDocument?: boolean
}

/** Screens by the words that may have been typed for them. */
const PLACES: readonly (Place & { words: readonly string[] })[] = [
  {
    to: paths.dashboard(),
    text: 'Hoy',
    words: ['dashboard', 'overview', 'hoy', 'panel', 'inicio'],
  },
  { to: paths.accounts(), text: 'Cuentas', words: ['accounts', 'account', 'cuentas', 'cuenta'] },
  { to: paths.campaigns(), text: 'Campañas', words: ['campaigns', 'campaign', 'campanas'] },
  { to: paths.results(), text: 'Resultados', words: ['results', 'result', 'resultados'] },
  { to: paths.reports(), text: 'Informes', words: ['reports', 'report', 'informes', 'informe'] },
  { to: paths.importReports(), text: 'Importar informe', words: ['import', 'importar'] },
  { to: paths.settings(), text: 'Configuración', words: ['settings', 'configuracion', 'ajustes'] },
  {
    to: paths.subscription(),
    text: 'Suscripción',
    words: ['subscription', 'suscripcion', 'plan', 'billing'],
  },
  { to: paths.help(), text: 'Ayuda', words: ['help', 'ayuda', 'soporte', 'support'] },
  { to: paths.login(), text: 'Iniciar sesión', words: ['login', 'signin', 'entrar', 'sesion'] },
  { to: paths.register(), text: 'Crear cuenta', words: ['register', 'signup', 'registro'] },
  {
    to: paths.forgotPassword(),
    text: 'Recuperar la contraseña',
    words: ['password', 'contrasena', 'forgot', 'recuperar'],
  },
  { to: paths.demo(), text: 'Demostración', words: ['demo', 'demostracion'] },
  {
    to: `${paths.landing()}#pricing`,
    text: 'Precios',
    isDocument: true,
    words: ['pricing', 'prices', 'precios', 'planes'],
  },
  {
    to: paths.privacy(),
    text: 'Privacidad',
    isDocument: true,
    words: ['privacy', 'privacidad', 'cookies'],
  },
  {
    to: paths.terms(),
    text: 'Condiciones',
    isDocument: true,
    words: ['terms', 'condiciones', 'legal', 'terminos'],
  },
  { to: paths.contact(), text: 'Contacto', words: ['contact', 'contacto'] },
]
const MOST = 3
/** Of a word of four letters one may be wrong, of eight two. */
const LETTERS_PER_SLIP = 4

/** What an address that leads nowhere may have meant; the last part of it says most. */
export function nearPaths(pathname: string): Place[] {
  const parts = pathname.split('/').map(plainWord).filter(Boolean).reverse()
  const found = parts.flatMap((part) => [...accountOf(part), ...placesNear(part)])
  return [...new Map(found.map((place) => [place.to, place])).values()].slice(0, MOST)
}

/** An account's number leads to it, however it was reached. */
function accountOf(part: string): Place[] {
  const digits = part.replaceAll('-', '')
  if (!/^\d{10}$/.test(digits)) return []
  return [{ to: paths.account(digits), text: `Cuenta ${customerIdText(digits)}` }]
}

function placesNear(part: string): Place[] {
  return PLACES.flatMap(({ words, ...place }) => {
    const slips = Math.min(...words.map((word) => slipsBetween(part, word)))
    return slips <= Math.floor(part.length / LETTERS_PER_SLIP) ? [{ place, slips }] : []
  })
    .toSorted((a, b) => a.slips - b.slips)
    .map(({ place }) => place)
}

function plainWord(part: string): string {
  return decoded(part).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** One that is no escaped text stays as it was typed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Letters to be put in, left out or changed (Levenshtein). */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const changed = row[j]! + (letter === b[j] ? 0 : 1)
      next.push(Math.min(changed, row[j + 1]! + 1, next[j]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
