import type { AskedQuestion } from './total-questions.ts'

/** Which part of a total something is; a rate is another question. */
export const SHARE_QUESTIONS: AskedQuestion[] = [
  { ask: 'porcentaje de conversiones de móvil', measures: ['conversions'], device: 1 },
  { ask: '¿Qué porcentaje de conversiones son de Marca?', things: ['Marca'] },
  { ask: '¿Qué porcentaje del gasto se lleva Marca?', measures: ['spend'], things: ['Marca'] },
  { ask: '¿Qué parte del gasto viene de Madrid?', things: ['Comunidad de Madrid'] },
  { ask: 'gasto de Marca respecto al total', measures: ['spend'], things: ['Marca'] },
  { ask: 'porcentaje de clics por campaña', measures: ['clicks'], split: 'campaign' },
  { ask: 'porcentaje de impresiones de móvil', measures: ['impressions'], device: 1 },
  { ask: '% del gasto en móvil', measures: ['spend'], device: 1 },
].map((one) => ({ ...one, isPartOf: true }))

export const RATE_QUESTIONS: AskedQuestion[] = [
  { ask: 'tasa de clics por campaña', measures: ['ctr'], split: 'campaign' },
  { ask: 'porcentaje de conversión de Marca', measures: ['conversionRate'], things: ['Marca'] },
  // As Google names it.
  {
    ask: 'porcentaje de impresiones por campaña',
    split: 'campaign',
    measures: ['impressionShare'],
  },
  ...[
    'porcentaje de conversiones',
    'porcentaje del gasto de Marca en móvil',
    'porcentaje de conversiones de Marca en octubre y septiembre',
    '¿Por qué ha subido el porcentaje de conversiones de móvil?',
  ].map((ask) => ({ ask, refused: 'together' })),
]
