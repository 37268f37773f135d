const NAMES: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** Stripe's brand as it is printed on the card. */
export function brandName(brand: string): string {
  return NAMES[brand] ?? 'Tarjeta'
}
