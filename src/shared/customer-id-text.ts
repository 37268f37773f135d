/** Google shows ten digits as 123-456-7890; other lengths stay as they are. */
export function customerIdText(customerId: string): string {
  return customerId.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
}
