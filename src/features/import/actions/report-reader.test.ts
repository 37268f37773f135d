import { expect, test } from 'vitest'
import { packReport } from '../reading/packed-report.ts'
import { parseReport } from '../reading/parse-report.ts'
import { heldBytes } from '../reading/report-bytes.ts'
import { encode } from '../reading/report-samples.ts'
import { placeReport } from '../rules/stored-report.ts'
import { openReportReader } from './report-reader.ts'

test('an account that has too many rows already is told so, not that the new file is too long', async () => {
  const head =
    'Día,Término de búsqueda,Campaña,Grupo de anuncios,Impr.,Clics,Coste (EUR),Conversiones\n'
  const rows = Array.from({ length: 40_000 }, (_, i) => `2026-09-01,término ${i},A,G,1,1,1,0\n`)
  const parsed = parseReport(heldBytes(encode(head + rows.join(''), 'utf-8')), 'x.csv')
  if (!parsed.ok) throw new Error(parsed.message)
  const period = { from: '2026-09-01', to: '2026-09-01' }
  const packed = packReport(placeReport({ id: '1', fileName: 'x.csv', parsed }, period))
  const task = {
    ...{
      customerId: 1,
      today: '2026-11-01',
      files: [],
      batchesPath: '/dev/null',
      accountCurrency: 'EUR',
    },
    earlier: Array.from({ length: 40 }, () => packed),
  }
  await expect(openReportReader()('1', task)).rejects.toThrow(
    'Los archivos que ya tiene la cuenta y los nuevos suman demasiadas filas',
  )
})
