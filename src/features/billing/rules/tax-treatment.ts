/** Where a customer is and what they are, as far as an invoice of a seller in mainland Spain asks. */
export type Buyer = {
  /** ISO 3166, upper case; null while unknown. */
  country: string | null
  postalCode: string | null
  /** A VAT number of another country of the Union that VIES has confirmed. */
  hasEuropeanNumber: boolean
}

export type TaxTreatment = {
  place: 'spain' | 'canarias' | 'ceuta_melilla' | 'union_business' | 'union_consumer' | 'outside'
  /** Of IVA. */
  percent: number
  /** What the invoice must say when it has no IVA; null otherwise. */
  sentence: string | null
}

/** Ley 37/1992, art. 90. */
export const IVA_PERCENT = 21

const NOT_SUBJECT = 'Operación no sujeta al IVA (art. 69 de la Ley 37/1992).'
const UNION = new Set(
  'AT BE BG CY CZ DE DK EE FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/**
 * Services supplied by electronic means from mainland Spain (Ley 37/1992, arts. 3, 69, 70, 84): the Canary Islands, Ceuta
 * and Melilla are Spain and outside its IVA, so the postcode decides. Consumers of the Union are charged Spanish IVA up
 * to the limit of 10,000 € a year; beyond it Stripe Tax is needed.
 */
export function taxTreatmentOf({ country, postalCode, hasEuropeanNumber }: Buyer): TaxTreatment {
  if (country === null || country === 'ES') return spanishTreatment(postalCode)
  if (!UNION.has(country)) return { place: 'outside', percent: 0, sentence: NOT_SUBJECT }
  if (!hasEuropeanNumber) return { place: 'union_consumer', percent: IVA_PERCENT, sentence: null }
  return {
    place: 'union_business',
    percent: 0,
    sentence:
      'Inversión del sujeto pasivo (arts. 44 y 196 de la Directiva 2006/112/CE y art. 69.Uno.1.º de la Ley 37/1992).',
  }
}

function spanishTreatment(postalCode: string | null): TaxTreatment {
  const province = postalCode?.trim().slice(0, 2)
  if (province === '35' || province === '38')
    return {
      place: 'canarias',
      percent: 0,
      sentence: `${NOT_SUBJECT} Inversión del sujeto pasivo en el IGIC (Ley 20/1991).`,
    }
  if (province === '51' || province === '52')
    return { place: 'ceuta_melilla', percent: 0, sentence: NOT_SUBJECT }
  return { place: 'spain', percent: IVA_PERCENT, sentence: null }
}

/** In cents; the quota is rounded once, and base and quota are the total. */
export function splitTotal(
  totalCents: number,
  percent: number,
): { baseCents: number; quotaCents: number } {
  const quotaCents = Math.round((totalCents * percent) / (100 + percent))
  return { baseCents: totalCents - quotaCents, quotaCents }
}
