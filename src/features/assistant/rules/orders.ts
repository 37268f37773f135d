import { TextLeft, takeMeasures } from './asked-parts.ts'
import { MONTH } from './named-periods.ts'

/** What the assistant is told to do instead of asked; it reads, and says where that is done. */

const VERBS =
  'borr|elimin|quit|paus|par|deten|activ|reactiv|desactiv|sub|baj|aument|reduc|duplic|incrementa|cre|anad|agreg|excluy|exclu|cambi|pon|aplic|descart|envi|mand|cancel|conect|desconect|optimiz|arregl|mejor|modific|edit|renombr'
const IMPERATIVE = new RegExp(
  `^(?:(?:por favor|oye|hola|ahora|ya|y|venga|asistente) )*(?:(?:${VERBS})(?:a|e|as|es|ame|eme|ala|alas|alo|alos|ela|elas|ar|er|ir|ue|uir|me)?|pon|ponme|deten|haz|para|dame de baja|delete|pause|remove|raise|increase|lower|stop|enable|create) `,
)
const REQUEST = new RegExp(
  `\\b(?:puedes|podrias|quiero que|necesito que|quiero|hay que|can you|could you|please|te pido que|encargate de) (?:me )?(?:(?:${VERBS})\\w{0,5}|delete|pause|remove|raise|increase|lower|stop|create)(?: |$)`,
)
/** 'Para' also begins questions. */
const NOT_AN_ORDER = new RegExp(
  `^(?:mejor(?:es)? |para (?:que|el|la|los|las|cuando|ayer|hoy|${MONTH})\\b|cambios? |parecid)`,
)
/** '¿Qué campañas hay que pausar?' asks for advice. */
const ADVICE = /\bque (?:\w+ ){0,3}hay que\b/
const MOVES = /^(?:sube|suben|baja|bajan|mejora|mejoran|aumenta|aumentan) (?:el|la|los|las|mi|mis) /

const PLACES: [RegExp, string][] = [
  [
    /\bpresupuesto/,
    'El presupuesto se cambia en Google Ads, o desde la recomendación de presupuesto de esa campaña si hay una pendiente.',
  ],
  [
    /\bpalabras? clave|\bkeywords?|\bpujas?\b|\bnegativ|\bterminos?\b/,
    'Las palabras clave, sus pujas y las negativas se cambian en la página de la cuenta, en «Palabras clave» y «Términos de búsqueda».',
  ],
  [
    /\brecomendac/,
    'Las recomendaciones se aplican o se descartan en la página de la cuenta, en «Recomendaciones».',
  ],
  [/\binforme|\bpdf\b|\bcorreo/, 'Los informes se preparan y se envían desde «Informes».'],
  [/\bsuscripcion|\bplan\b|\bfactura/, 'La suscripción se gestiona en «Facturación».'],
  [
    /\bcampana|\bcampaigns?\b|\bgrupos?\b|\banuncios?\b/,
    'Las campañas, los grupos y los anuncios se crean, se pausan y se eliminan en Google Ads.',
  ],
]

/** `text`: folded, without signs; `isAsked`: with a question mark. The refusal in Spanish, or null where nothing is ordered. */
export function refusalOfOrder(text: string, isAsked: boolean): string | null {
  // '¿Sube el CPA?'
  if (isAsked && MOVES.test(text) && takeMeasures(new TextLeft(text)).length > 0) return null
  const isOrder =
    (IMPERATIVE.test(`${text} `) && !NOT_AN_ORDER.test(text)) ||
    (REQUEST.test(text) && !ADVICE.test(text))
  if (!isOrder) return null
  const place = PLACES.find(([word]) => word.test(text))
  return `Yo no cambio nada: solo respondo con tus datos, y no he hecho nada. ${place?.[1] ?? 'Los cambios se hacen en la página de la cuenta o en Google Ads.'}`
}
