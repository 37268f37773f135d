import type { AskedQuestion } from './total-questions.ts'

const BY = (ask: string, split: string, sortBy: string, direction: string): AskedQuestion => ({
  ask,
  split,
  sortBy,
  direction,
})

/** What comes first in a list. */
export const RANKED_QUESTIONS: AskedQuestion[] = [
  BY('¿Cuáles son las peores campañas del mes?', 'campaign', 'cpa', 'highest'),
  BY('¿Qué campañas gastan más y convierten menos?', 'campaign', 'cpa', 'highest'),
  BY('¿Qué términos gastan menos y venden más?', 'search_term', 'cpa', 'lowest'),
  BY('peores términos por gasto', 'search_term', 'spend', 'highest'),
  BY('campañas con peor cuota perdida por presupuesto', 'campaign', 'lostBudget', 'highest'),
  BY('campañas con menos impresiones perdidas por ranking', 'campaign', 'lostRank', 'lowest'),
  BY('campañas con el CPA más bajo', 'campaign', 'cpa', 'lowest'),
  BY('campañas con más clics', 'campaign', 'clicks', 'highest'),
  BY('¿Qué palabras clave convierten menos?', 'keyword', 'conversions', 'lowest'),
  BY('campañas con peor CTR', 'campaign', 'ctr', 'lowest'),
  BY('campañas con mejor CPA', 'campaign', 'cpa', 'lowest'),
  { ask: 'campañas con más clics y menos conversiones', refused: 'together' },
]
