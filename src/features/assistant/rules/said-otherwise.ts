/** What stands for a mean of days in a text that is being read. */
export const PER_DAY = ' porcadadia '

/** Other ways of saying what the readers know, as they know it. On folded text, before names are looked for. */
const SAID_OTHERWISE: readonly [RegExp, string | ((...match: string[]) => string)][] = [
  [/\bfinde\b/g, 'fin de semana'],
  [/\bfindes\b/g, 'fines de semana'],
  [/\b(?:entre semana|(?:en )?dias (?:de )?entre semana)\b/g, 'de lunes a viernes'],
  [/\ba partir del\b/g, 'desde el'],
  [/\ba partir de\b/g, 'desde'],
  [/\b[px]q\b/g, 'por que'],
  // 'Los últimos 30 días frente a los 30 anteriores'.
  [
    /\b(ultim[oa]s) (\w+) (dias|semanas|meses)\b(.*?) (?:con|al?|que|y|frente a|respecto a|contra|vs|versus|comparad[oa]s? (?:con|a)) l[oa]s (?:\2 )?(?:\3 )?anteriores\b/g,
    '$1 $2 $3$4 frente al periodo anterior',
  ],
  // 'Este mes con el anterior'.
  [
    /\b(este|esta) (mes|semana|trimestre|ano)\b(.*?) (?:con|al?|que|y|frente al?|respecto al?|contra|vs|versus|comparad[oa]s? (?:con|al?)) (?:el|la) anterior\b/g,
    (_, running = '', unit = '', between = '') =>
      `${running} ${unit}${between} frente ${unit === 'semana' ? 'a la semana pasada' : `al ${unit} pasado`}`,
  ],
  [/\bhoras? del dia\b/g, 'hora'],
  // A mean of days first: 'diario' alone asks for each of them.
  [
    /\b(?:de media|en promedio)? ?(?:al dia|por dia de media|diari[oa]s? de media)\b|\b(?:medi[oa]s?|promedio) (?:diari[oa]s?|por dia|al dia)\b|\b(?<=(?:medi[oa]s?|promedio) (?:de )?\p{L}+ )(?:diari[oa]s?|al dia|por dia)\b/gu,
    PER_DAY,
  ],
  [/\b(?:diari[oa]s?|diariamente)\b/g, 'dia a dia'],
  [/\b(?:mensual(?:es|mente)?)\b/g, 'por mes'],
  [/\b(?:semanal(?:es|mente)?|por semanas|semana a semana)\b/g, 'por semana'],
  [/\bno (?:me )?(?:son |es |sean |salen? )?rentables?\b/g, 'menos rentables'],
  [
    /\b(?:(?:deberia(?:mos)?|debo|tengo que|puedo|habria que|hay que|conviene) )?(?:negativizar|excluir|anadir como negativ[ao]s?|poner como negativ[ao]s?)\b/g,
    'gastan sin convertir',
  ],
  [
    /\b(?:que (?:me )?recomiendas?|que (?:deberia(?:mos)?|podria(?:mos)?|conviene) (?:hacer|mejorar|cambiar|tocar)|que (?:hago|hacemos)(?: primero)?|por donde empiezo)\b/g,
    'recomendaciones',
  ],
  [
    /\b(que cambios) (?:se )?(?:han hecho|hicieron|hicimos|hice|habeis hecho|ha habido|hubo)\b/g,
    'que cambios',
  ],
  [/\bp(?:ie)rd(o|en?|es)\b(?= por)/g, 'perdidas'],
]

/** `isName`: a word of a name stays what it is: the campaign 'Diario Sur' is not asked about day by day. */
export function asKnown(folded: string, isName: (word: string) => boolean): string {
  return SAID_OTHERWISE.reduce(
    (text, [words, known]) =>
      text.replace(words, (...match: string[]) => {
        const said = match[0] ?? ''
        if (said.split(' ').some((word) => word.length > 4 && isName(word))) return said
        if (typeof known !== 'string') return known(...match)
        return known.replace(/\$(\d)/g, (_, at) => match[Number(at)] ?? '')
      }),
    folded,
  )
}
