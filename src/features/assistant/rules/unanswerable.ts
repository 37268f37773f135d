import { TextLeft, takeFilters, takeMeasures, takeSplits } from './asked-parts.ts'
import { askedElsewhere, foundElsewhere } from './found-elsewhere.ts'
import type { Refusal } from './question.ts'

/** What no figure of past days answers, though the rest of the question would be read: in Spanish why. */

/** Stems and what they end in, since 'para', 'compara' and 'caras' end so too. */
const TO_COME =
  /\b(?:gasta|inverti|vende|factura|converti|costa|cobra|paga|consegui|obtend|recibi|ingresa|gana|llega|subi|baja|crece|aumenta|mejora|empeora|cae|queda|i|se|da|compra|genera|logra|alcanza|trae|cambia|continua|segui|acaba|termina|tend|ha|hab|pod)r(?:e|as?|emos|an)\b|\b(?:voy|vas|va|vamos|van) a \p{L}*[aei]r(?:l[aeo]s?|me|se)?\b|\bproxim[oa]s?\b|\bque viene\b|\bprevision(?:es)?\b|\bpronosticos?\b|\bproyeccion(?:es)?\b|\b(?:a|con) este ritmo\b/u
const PARTS =
  '(?:campanas|grupos|palabras clave|keywords|terminos|busquedas|ciudades|provincias|regiones|lugares|dispositivos|dias|semanas|meses|horas)'
const COUNTED = new RegExp(
  `\\b(?:cuant[oa]s|numero de|cantidad de|total de)(?: de)? (?:mis |las |los )?${PARTS}\\b`,
)
const WHEN = /\b(?:cuando|en que momento)\b(?! (?:se )?(?:acab|termin|agot))/

const ONLY_PAST =
  'Solo respondo de días que ya han pasado, no de los que vienen. Cómo acabará el mes lo dice «Ritmo del mes», en la página de la cuenta.'
const NOT_COUNTED =
  'No sé decir cuántos son, pero sí cuáles: «campañas sin conversiones» o «días con más gasto».'
const DEAREST_CLICK = /\bclics? mas (?:car|barat)os?\b/
const DEAREST_OF_WHAT =
  'De cada clic no sé el precio. Di de qué: «palabras clave con el CPC más alto» o «CPC medio de octubre».'
const BY_WHICH_TIME =
  'Di por qué lo quieres saber: «¿qué día de la semana vendo más?», «¿a qué hora?» o «¿qué día de octubre?».'

/** `left`: the question without the names in it. */
export function unanswerable(left: string): Refusal | null {
  const elsewhere = askedElsewhere(left)
  if (elsewhere) return { reason: 'unknown', text: elsewhere }
  if (TO_COME.test(left)) return { reason: 'date', text: ONLY_PAST }
  if (COUNTED.test(left)) return { reason: 'unknown', text: foundElsewhere(left) ?? NOT_COUNTED }
  const per = unknownRatio(left)
  if (per) return { reason: 'unknown', text: per }
  if (DEAREST_CLICK.test(left) && takeSplits(new TextLeft(left)).length === 0)
    return { reason: 'unknown', text: DEAREST_OF_WHAT }
  return asksWhen(left) ? { reason: 'unknown', text: BY_WHICH_TIME } : null
}

/** 'Clics por conversión': a figure by another one that is no measure of ours. */
function unknownRatio(text: string): string | null {
  const measuresIn = (part: string) => takeMeasures(new TextLeft(part)).length
  for (const { 0: per, index } of text.matchAll(/ por (?:cada )?/g)) {
    const [before = ''] = /(?:\S+ )?\S+$/.exec(text.slice(0, index)) ?? []
    const [after = ''] = /^\S+/.exec(text.slice(index + per.length)) ?? []
    const isOfBoth = measuresIn(before) > 0 && measuresIn(after) > 0
    if (isOfBoth && measuresIn(before + per + after) > 1)
      return `No tengo una cifra de «${before}${per}${after}». De lo que toca a cada cosa sé el CPC medio, el CPA, la tasa de conversión, el valor por conversión y el ROAS.`
  }
  return null
}

/** 'Cuándo vendo más', without saying whether by hours or by days. */
function asksWhen(text: string): boolean {
  if (!WHEN.test(text)) return false
  const left = new TextLeft(text)
  const { weekdays, hours } = takeFilters(left)
  return (
    weekdays.length === 0 &&
    hours.length === 0 &&
    takeSplits(left).length === 0 &&
    takeMeasures(left).length > 0
  )
}
