/** A campaign, as far as Google's rules on experiments ask for it. */
export type Eligibility = {
  channelType: string | null
  status: string
  /** It is itself the second campaign of an experiment. */
  isCopy: boolean
  isPortfolio: boolean
  isBudgetShared: boolean
  isBudgetDaily: boolean
  /** Both included. */
  startsOn: string
  endsOn: string
  declaresPolitics: boolean
  /** Of its other experiments that are not over. */
  others: readonly { from: string; to: string }[]
}

/** Why Google would not try something on half of a campaign's searches, in Spanish; null where it would. */
export function experimentRefusal(
  campaign: Eligibility,
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
): string | null {
  if (campaign.channelType !== 'SEARCH')
    return 'Google solo admite este experimento en campañas de búsqueda.'
  if (campaign.status !== 'ENABLED') return 'La campaña no está activa en Google Ads.'
  if (campaign.isCopy) return 'La campaña es ella misma la prueba de un experimento.'
  if (campaign.isBudgetShared)
    return 'La campaña usa un presupuesto compartido, que Google no admite en experimentos.'
  if (!campaign.isBudgetDaily)
    return 'La campaña usa un presupuesto para un periodo, que Google no admite en experimentos.'
  if (campaign.isPortfolio)
    return 'La campaña usa una estrategia de cartera, que Google no admite en experimentos.'
  if (!campaign.declaresPolitics)
    return 'Falta declarar en Google Ads si la campaña contiene publicidad política para la UE.'
  if (campaign.startsOn > startsOn || campaign.endsOn < endsOn)
    return 'La campaña no está activa en todas las fechas que necesita el experimento.'
  const meets = campaign.others.some(({ from, to }) => from <= endsOn && startsOn <= to)
  return meets ? 'La campaña ya está en otro experimento en esas fechas.' : null
}
