import type { AskedQuestion } from './total-questions.ts'

/** What leaves something out, or asks for what it has not. */
export const LEFT_OUT_QUESTIONS: AskedQuestion[] = [
  ...[
    '¿Qué términos de búsqueda no tienen conversiones?',
    '¿Qué términos no han convertido?',
    'términos que no traen ventas',
    'términos con cero conversiones',
    'términos sin ninguna venta',
    'términos con gasto y 0 conversiones',
  ].map((ask) => ({ ask, split: 'search_term', withoutConversions: true })),
  { ask: '¿Por qué no tengo conversiones?', intent: 'why' },
  { ask: '¿Qué campañas no están funcionando?', split: 'campaign', sortBy: 'cpa' },
  { ask: 'He gastado mucho, ¿no?', measures: ['spend'] },
  { ask: '¿Gasta menos Marca que Botas 24?', things: ['Marca', 'Botas 24'] },
  { ask: '¿Gasto menos en móvil que en ordenador?', split: 'device' },
  { ask: 'días sin conversiones', split: 'day', withoutConversions: true },
  ...[
    '¿Cuánto he gastado sin la campaña Marca?',
    'gasto en todas las campañas menos Marca',
    'gasto de la cuenta menos «Marca»',
    'conversiones excepto Botas 24',
    'gasto sin contar los móviles',
    'gasto en todo menos móvil',
    'conversiones en todos los dispositivos menos móvil',
    'gasto de toda la cuenta menos tablet',
    'conversiones de toda la cuenta menos los fines de semana',
    'gasto de todos los días menos los domingos',
    'clics de todas las horas menos por la noche',
    'gasto del mes menos hoy',
    'campañas sin clics',
    '¿Qué campañas no gastan?',
    '¿Por qué ha subido el gasto sin la campaña Marca?',
  ].map((ask) => ({ ask, refused: 'without' })),
]
