const MOST_LETTERS = 60

/** As it stands in a mail to a stranger: no address to press, and not the whole text of a trick. */
export function teamNameText(name: string): string {
  const plain = name
    .replace(/https?:\/\/\S*|www\.\S*|\S+\.(com|net|org|es|io|ru)\b\S*/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.slice(0, MOST_LETTERS) || 'Un equipo'
}
