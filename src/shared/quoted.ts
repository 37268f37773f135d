/** In quotes, those within it as the inner ones of Spanish: «Excluye “gratis”». For titles of cards; not where a text is traced back to its rows. */
export function quoted(text: string): string {
  return `«${text.replaceAll('«', '“').replaceAll('»', '”')}»`
}
