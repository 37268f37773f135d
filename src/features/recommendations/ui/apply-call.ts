/** What the account page has always sent; kept only where a recommendation has no forecast. */
export const ASSUMED_RESULT = {
  estado: 'improved',
  mejora_real: null,
  periodo_comparacion: '7 días',
  variacion_kpi: 12.3,
}

export const APPLY_FAILED = 'Error al aplicar la recomendación. Por favor, inténtalo de nuevo.'
