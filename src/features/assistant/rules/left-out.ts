import { TextLeft, takeFilters } from './asked-parts.ts'
import { blankOut } from './fold-text.ts'
import type { Question } from './question.ts'

/** 'Sin convertir', 'no tienen ventas', '0 conversiones'. */
const WITHOUT_CONVERSIONS =
  /\b(?:sin|no|ningun\w*|cero|0)\b(?: \w+){0,2} (?:conver|convier|vent|vend)\w*/
/** Asks for the worst. */
const NOT_WORKING = /\bno (?:estan? )?funcion\w+/
const SMALL_WORDS =
  '(?: (?:en|de|del|el|la|los|las|campanas?|grupos?(?: de anuncios)?|palabras? clave|terminos?(?: de busqueda)?))*'
/** Right before what is left out: 'todas las campañas menos la campaña «'. */
const BUT_FOR = new RegExp(
  `\\b(?:tod[oa]s?|total|cuenta|campanas|grupos|palabras|terminos|dias|semana|horas|dispositivos)\\b(?: [^ ]+){0,3} menos${SMALL_WORDS} *["'«“]?\\s*$`,
)
const MINUS = new RegExp(`\\bmenos${SMALL_WORDS} *$`)
const AFTER_MINUS = new RegExp(`^menos${SMALL_WORDS} *`)
const BUT = /\b(?:sin|excepto|salvo|quitando|exceptuando|excluyendo|descontando)\b/

export const CANNOT_LEAVE_OUT =
  'No sé dejar algo fuera, ni buscar lo que no tiene algo si no son conversiones. Pregunta por el conjunto y por esa parte.'

export const asksWithoutConversions = (text: string) => WITHOUT_CONVERSIONS.test(text)

/** Whether a question leaves something out, by words that no other rule reads. `left`: of the same text, measures taken. */
export function takesAway(
  left: { text: string },
  text: string,
  intent: Question['intent'],
): boolean {
  for (const words of [WITHOUT_CONVERSIONS, NOT_WORKING]) {
    const known = words.exec(text)
    if (known) left.text = blankOut(left.text, known.index, known[0].length)
  }
  if (intent === 'results' || intent === 'recommendations') return false
  // At the end it only asks for a yes; why there is none of something can be told.
  const isNot = [...left.text.matchAll(/\bno\b/g)].some(
    ({ index }) => text.slice(index + 2).trim() !== '',
  )
  return BUT.test(left.text) || (isNot && intent !== 'why')
}

export const asksWhatFails = (text: string) => NOT_WORKING.test(text)

/** 'En todo menos móvil', 'todos los días menos los domingos', 'octubre menos la primera semana'. */
export function leavesPartOut(text: string, dates: readonly { start: number }[]): boolean {
  if (dates.some(({ start }, i) => i > 0 && MINUS.test(text.slice(0, start)))) return true
  return [...text.matchAll(/\bmenos\b/g)].some(({ index }) => {
    const [small = ''] = AFTER_MINUS.exec(text.slice(index)) ?? []
    const next = text.slice(index + small.length)
    if (!isButFor(text, index + small.length)) return false
    const { devices, weekdays, hours } = takeFilters(
      new TextLeft(next.split(' ').slice(0, 4).join(' ')),
    )
    return devices > 0 || weekdays.length > 0 || hours.length > 0
  })
}

export const isButFor = (text: string, start: number) => BUT_FOR.test(text.slice(0, start))
