import type { Feature, Image } from 'write-excel-file/node'
import { escapeHtml } from '#platform/html.ts'

/** How many rows stand at the top of each sheet, on screen and on each printed page; by the sheet's name. */
type Heads = ReadonlyMap<string, number>

/** A footer may have 255 signs in all. */
const LONGEST = 90

/** On A4 across, as many pages as it takes, all columns on each, with the head and who and where below. */
export function printSetup(brand: string, heads: Heads): Feature<Image['content']> {
  const name = brand.slice(0, LONGEST).replaceAll('&', '&&')
  const footer = `&L${name}&C&A&RPágina &P de &N`
  const page = [
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
    `<headerFooter><oddFooter>${escapeHtml(footer)}</oddFooter></headerFooter>`,
  ].join('')
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform: (xml) =>
            xml
              .replace(/<worksheet[^>]*>/, '$&<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
              .replace(/<pageSetup[^>]*\/>/, () => page),
        },
        'xl/workbook.xml': {
          transform: (xml) => xml.replace('<definedNames/>', () => titleNames(heads)),
        },
      },
    },
  }
}

function titleNames(heads: Heads): string {
  const names = [...heads].map(
    ([sheet, rows], at) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">'${sheet}'!$${rows}:$${rows}</definedName>`,
  )
  return `<definedNames>${names.join('')}</definedNames>`
}
