/** A campaign and its budget in Google's words, as far as its rules on experiments ask for them. */
export type Candidate = {
  campaign?: {
    status?: string
    advertisingChannelType?: string
    experimentType?: string
    biddingStrategy?: string
    startDateTime?: string
    endDateTime?: string
    containsEuPoliticalAdvertising?: string
  }
  campaignBudget?: { explicitlyShared?: boolean; period?: string }
}

/** Days, both included. */
type Dates = { startDate?: string; endDate?: string }

/**
 * Why Google would not try something on half of a campaign's searches, in Spanish; null where it would. `others`: of its
 * other experiments those that are not over.
 */
export function experimentRefusal(
  { campaign = {}, campaignBudget: budget = {} }: Candidate,
  others: readonly Dates[],
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
): string | null {
  const { startDateTime = '', endDateTime = '9999-12-31' } = campaign
  if (campaign.advertisingChannelType !== 'SEARCH')
    return 'Google solo admite este experimento en campañas de búsqueda.'
  if (campaign.status !== 'ENABLED') return 'La campaña no está activa en Google Ads.'
  if ((campaign.experimentType ?? 'BASE') !== 'BASE')
    return 'La campaña es ella misma la prueba de un experimento.'
  if (budget.explicitlyShared)
    return 'La campaña usa un presupuesto compartido, que Google no admite en experimentos.'
  if ((budget.period ?? 'DAILY') !== 'DAILY')
    return 'La campaña usa un presupuesto para un periodo, que Google no admite en experimentos.'
  if (campaign.biddingStrategy !== undefined)
    return 'La campaña usa una estrategia de cartera, que Google no admite en experimentos.'
  if (campaign.containsEuPoliticalAdvertising === undefined)
    return 'Falta declarar en Google Ads si la campaña contiene publicidad política para la UE.'
  if (startDateTime.slice(0, 10) > startsOn || endDateTime.slice(0, 10) < endsOn)
    return 'La campaña no está activa en todas las fechas que necesita el experimento.'
  const meets = others.some(
    ({ startDate = '', endDate = '' }) => startDate <= endsOn && startsOn <= endDate,
  )
  return meets ? 'La campaña ya está en otro experimento en esas fechas.' : null
}
