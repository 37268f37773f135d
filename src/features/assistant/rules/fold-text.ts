/** Lower case without accents, as long as before, so that places stay what they are. */
export function foldText(text: string): string {
  return text
    .replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD')[0] ?? letter)
    .toLowerCase()
}

export function blankOut(text: string, start: number, length: number): string {
  return text.slice(0, start) + ' '.repeat(length) + text.slice(start + length)
}
