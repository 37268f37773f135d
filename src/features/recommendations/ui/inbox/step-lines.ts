/** What a card says to be before or after, by step: those of several name what they change first, '«Marca»: 17,00 € al día. «Ciudades»: …'. */
export function stepLines(text: string): string[] {
  return text.split(/(?<=\.)\s+(?=«)/)
}
