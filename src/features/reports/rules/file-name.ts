export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** 'informe-zapateria-2026-11-15' without extension: nothing in it can break a header or a path. */
export function fileName(title: string, day: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return ['informe', plain, day].filter((part) => part !== '').join('-')
}
