/** The commonest English of a question, in the Spanish the other rules read. */
const IS_ENGLISH =
  /\b(?:how (?:much|many)|what|which|why|did|the|last|show|my|yesterday|spend|spent|best|worst|campaigns?|between|today)\b/
const WORDS: [RegExp, string][] = [
  [/\bhow (?:much|many)\b/g, 'cuanto'],
  [/\bconversion rate\b/g, 'tasa de conversion'],
  [/\bimpression share\b/g, 'cuota de impresiones'],
  [/\blast week\b/g, 'la semana pasada'],
  [/\bthis week\b/g, 'esta semana'],
  [/\blast month\b/g, 'el mes pasado'],
  [/\bthis month\b/g, 'este mes'],
  [/\blast year\b/g, 'el ano pasado'],
  [/\bthis year\b/g, 'este ano'],
  [/\blast (\d+) days\b/g, 'los ultimos $1 dias'],
  [/\byesterday\b/g, 'ayer'],
  [/\btoday\b/g, 'hoy'],
  [/\b(?:spend|spent|spending|cost)\b/g, 'gasto'],
  [/\b(?:sales|conversions)\b/g, 'conversiones'],
  [/\bclicks\b/g, 'clics'],
  [/\bimpressions\b/g, 'impresiones'],
  [/\brevenue\b/g, 'ingresos'],
  [/\bsearch terms\b/g, 'terminos de busqueda'],
  [/\bkeywords\b/g, 'palabras clave'],
  [/\bcampaigns\b/g, 'campanas'],
  [/\bcampaign\b/g, 'campana'],
  [/\bad groups\b/g, 'grupos de anuncios'],
  [/\bdevices?\b/g, 'dispositivo'],
  [/\bbest\b/g, 'mejores'],
  [/\bworst\b/g, 'peores'],
  [/\bmost\b/g, 'mas'],
  [/\bcompare\b/g, 'compara'],
  [/\bwhy\b/g, 'por que'],
  [/\bjanuary\b/g, 'enero'],
  [/\bseptember\b/g, 'septiembre'],
  [/\boctober\b/g, 'octubre'],
  [/\bnovember\b/g, 'noviembre'],
  [/\bdecember\b/g, 'diciembre'],
  [
    /\b(?:what|which|did|do|does|was|were|is|are|i|we|my|the|our|in|on|of|for|with|show|me|have|has|by|to|from|and|get|got|had|per)\b/g,
    'de',
  ],
]

/** `text`: folded. Spanish is left as it is. */
export function englishToSpanish(text: string): string {
  if (!IS_ENGLISH.test(text)) return text
  return WORDS.reduce((all, [word, spanish]) => all.replace(word, spanish), text)
}
