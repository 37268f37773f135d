const ADS =
  'De los anuncios uno por uno no respondo aquí: están en «Anuncios», dentro de cada grupo de anuncios. Por grupo sí: «¿qué grupo de anuncios convierte mejor?».'
/** What a figure is asked of, and the figure of the account would be no answer to. */
const SUBJECTS: readonly [RegExp, string][] = [
  [
    /\b(?:que|cual(?:es)?|por|cada|el|un|mejor(?:es)?|peor(?:es)?|cuantos|numero de) anuncios?\b|\banuncios? (?:con|que|mas|menos)\b/,
    ADS,
  ],
  [
    /\bpor (?:genero|sexo|edad(?:es)?|publicos?|audiencias?)\b/,
    'Por edad, sexo o audiencia no respondo aquí: está en «Segmentos de audiencia», en el detalle de cada campaña.',
  ],
  [
    /\ben (?:la )?(?:red(?:es)? de )?busquedas?\b|\bpor red(?:es)?\b/,
    'Por red no tengo cifras aparte. Pregunta por campañas, o por los términos de búsqueda: «términos con más gasto».',
  ],
]
/** What people ask for that is no figure of the days, and the screen that has it. */
const ELSEWHERE: readonly [RegExp, string][] = [
  [
    /\bpresupuestos?\b/,
    'El presupuesto no lo consulto aquí: el de cada campaña está en «Campañas», y cuándo se agota el del mes, en «Ritmo del mes». Del gasto sí respondo: «¿cuánto llevo gastado este mes?».',
  ],
  [
    /\b(?:nivel(?:es)? de )?calidad\b/,
    'El nivel de calidad no cambia por días y no lo consulto aquí: está en la columna «Calidad» de las palabras clave de cada campaña.',
  ],
  [
    /\b(?:activ[oa]s?|pausad[oa]s?|en pausa|parad[oa]s?|eliminad[oa]s?)\b/,
    'Qué está activo o en pausa no lo consulto aquí: lo dice la columna «Estado» de «Campañas» y de sus listas.',
  ],
  [/\banuncios\b|\bque anuncio\b|\b(?:mejor|peor) anuncio\b/, ADS],
  [
    /\bbeneficios?\b|\bmargen(?:es)?\b|\broi\b/,
    'El beneficio no lo sé: no conozco tus márgenes. Del valor de conversión, el gasto y el ROAS sí respondo.',
  ],
  [
    /\bproductos?\b|\bmarcas\b|\bcategorias?\b/,
    'Los datos por producto no los leo de Google. Respondo por campaña, grupo, palabra clave o término de búsqueda.',
  ],
  [
    /\bcompetencia\b|\bcompetidor(?:es)?\b|\brival(?:es)?\b/,
    'Google no da por esta vía los datos de otros anunciantes. Lo más cercano es la cuota de impresiones: «cuota de impresiones por campaña».',
  ],
  [
    /\bllamadas?\b|\bformularios?\b|\bcarritos?\b|\bsuscripcion(?:es)?\b/,
    'De las conversiones sé cuántas son, no de qué acción viene cada una. Pregunta por las conversiones en conjunto.',
  ],
]

/** The same of what stands beside a figure: 'clics por anuncio'. `text`: folded. */
export function askedElsewhere(text: string): string | null {
  const withoutGroups = text.replace(/\bgrupos? de anuncios\b/g, ' ')
  return SUBJECTS.find(([words]) => words.test(withoutGroups))?.[1] ?? null
}

/** In Spanish where to look instead; null where nothing of the kind is asked. `text`: folded. */
export function foundElsewhere(text: string): string | null {
  return ELSEWHERE.find(([words]) => words.test(text))?.[1] ?? null
}
