import type { AskedQuestion } from './total-questions.ts'

/** What another figure than the one asked for would stand as the answer of. */
export const UNANSWERED_QUESTIONS: AskedQuestion[] = [
  ...[
    '¿Cuánto gastaré en diciembre?',
    '¿Cuánto venderé en enero?',
    '¿Cuánto vamos a facturar en diciembre?',
    'gasto del próximo mes de enero',
    '¿Cuánto voy a gastar este mes?',
    '¿Cómo irá diciembre?',
    'previsión de gasto',
  ].map((ask) => ({ ask, refused: 'date' })),
  ...[
    '¿Qué anuncio tiene más conversiones?',
    'clics por anuncio',
    'anuncios con mejor CTR',
    'conversiones por género',
    'gasto en búsqueda',
    '¿Cuándo vendo más?',
    '¿Cuántos días llevo sin vender?',
    '¿Cuántas campañas no convierten?',
    'número de campañas',
  ].map((ask) => ({ ask, refused: 'unknown' })),
  { ask: 'beneficio de octubre', refused: 'words' },
  { ask: 'gasto en anuncios', measures: ['spend'] },
  { ask: 'grupos de anuncios con más clics', split: 'ad_group' },
  { ask: 'búsquedas con más gasto', split: 'search_term' },
  { ask: '¿A qué hora vendo más?', split: 'hour' },
  { ask: 'compara octubre y septiembre', periods: 2 },
  { ask: '¿Cuántas conversiones por campaña?', split: 'campaign' },
]
