import type { TextLeft } from './asked-parts.ts'
import { isSum } from './even-periods.ts'
import type { Question } from './question.ts'

const SUM =
  '(?:conversiones|ventas|leads|compras|pedidos|clics|clicks|visitas|trafico|gastos?|costes?|inversion|dinero|ingresos|facturacion|valor)'
const OF_ALL = '(?: de las?| de los?| del?| sobre el)?(?: total(?: de(?: las?| los?|l)?)?| mis)?'
const SHARE = new RegExp(
  `\\b(?:(?:que|el|cual es el) )?(?:porcentaje|proporcion|parte|peso)(?=${OF_ALL} ${SUM}\\b)|\\b(?:respecto al|sobre el|en relacion al) total\\b`,
)
/** 'Porcentaje de impresiones' is what Google calls the share of voice, which no device and no place has. */
const OF_IMPRESSIONS =
  /\b(?:(?:que|el) )?(?:porcentaje|proporcion|parte) (?=de (las )?impresiones\b)/
const COMES_FROM =
  /\b(?:vienen?|proviene[n]?|procede[n]?|corresponden?|representan?|suponen?|(?:se )?llevan?)\b/

/** Whether a part of a total is asked for, rather than a rate: 'porcentaje de conversiones de móvil'. */
export function takeShare(left: TextLeft, isNarrowed: boolean): boolean {
  const voice = OF_IMPRESSIONS.exec(left.text)
  const isOfShown = voice !== null && (isNarrowed || voice[1] !== undefined)
  const isShare = left.take(SHARE) !== null || (isOfShown && left.take(OF_IMPRESSIONS) !== null)
  if (isShare) left.take(COMES_FROM)
  return isShare
}

/** In Spanish why a share is not told; null where it is. */
export function shareFault(question: Question, devices: number): string | null {
  const { measures, things, split, filters, ranges, versus, ranked, isMean } = question
  if (!measures.length || !measures.every(isSum))
    return 'Sé qué parte del total es el gasto, las conversiones, el valor, los clics o las impresiones de algo. Di de cuál.'
  const narrowed = [things.length > 0, devices > 0 && split !== 'device', filters.region !== null]
  const parts = narrowed.filter(Boolean).length
  if (parts === 0 && !split)
    return 'Di de qué parte: «porcentaje del gasto de una campaña» o «porcentaje de conversiones por dispositivo».'
  const isWithin = split !== null && (things.length > 1 || parts > (things.length > 0 ? 1 : 0))
  const isMore = ranges.length > 1 || versus !== null || isMean || ranked.withoutConversions
  return parts > 1 || isWithin || isMore
    ? 'Qué parte del total es algo lo digo de una cosa y de un periodo cada vez. Pregunta por separado.'
    : null
}
