/** For comparing words: no case, accents, punctuation or hard spaces. 'Añadido/excluido' → 'anadido excluido'. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const NOTHING = new Set(['', '-', '--', '–', '—', 'n/a', 'n/d'])

/** True for an empty cell or one of the marks that stand for 'no value', such as ` --`. */
export function isBlank(cell: string | undefined): boolean {
  return cell === undefined || NOTHING.has(cell.trim().toLowerCase())
}
